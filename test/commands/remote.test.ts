import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { runCommand } from '../options/callers.js';
import { jobsDone } from '../self-hosted/flat-client.js';

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());
beforeEach(() => app.reset());

const run = (argv: readonly string[], input: string | Buffer = '') => runCommand(app, argv, input);
const json = (text: string) => JSON.parse(text) as unknown;

describe('memories from the command line', () => {
  it('are added, found, listed and exported', async () => {
    const added = await run(['add', 'Ada lives in Lisbon.', '--user-id', 'ada', '--json']);
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(json(added.out)).toMatchObject({ results: [{ event: 'ADD', memory: { text: 'Ada lives in Lisbon.' } }] });
    expect((await run(['search', 'Lisbon', '--user-id', 'ada'])).out).toMatch(
      /^\d\.\d\d {2}Ada lives in Lisbon\. {2}\S+\n$/,
    );
    await run(['add', 'Lisbon is warm.', '--user-id', 'bob']);
    await run(['add', 'Lisbon has trams.', '--user-id', 'bob']);
    const page = async (...more: string[]) => {
      const { out } = await run(['search', 'Lisbon', '--user-id', 'bob', '--top-k', '1', '--json', ...more]);
      return json(out) as { nextCursor: string | null; results: { memory: { text: string } }[] };
    };
    const [first, second] = [await page(), await page('--after', (await page()).nextCursor ?? '')];
    expect([first, second].flatMap(({ results }) => results.map(({ memory }) => memory.text)).sort()).toEqual([
      'Lisbon has trams.',
      'Lisbon is warm.',
    ]);
    const past = ['--user-id', 'ada', '--as-of', '2020-01-31', '--json'];
    expect((await run(['search', 'Lisbon', ...past])).out).toBe(
      '{"answerability":0,"nextCursor":null,"instructions":[],"results":[]}\n',
    );
    expect(await run(['search', 'Lisbon', '--user-id', 'another-user'])).toMatchObject({
      code: 0,
      out: '',
      err: 'No memory matches.\n',
    });
    expect((await run(['search', 'Lisbon', '--as-of', 'yesterday'])).err).toContain('Use a day');
    expect((await run(['search', '?'])).err).toContain('`<query>` must contain a letter, a digit or an emoji.');
    expect((await run(['search', 'Lisbon', '--user-id', 'x'.repeat(300)])).err).not.toMatch(/\bIt must\b/);
    expect((await run(['add', 'Ada rows.', '--user-id', 'x'.repeat(300)])).err).toContain(
      '`--user-id` may have 255 characters at most.',
    );
    expect((await run(['list', '--user-id', 'another-user', '--json'])).out).toBe('[]\n');
    expect((await run(['list', '--user-id', 'ada'])).out).toMatch(/^ID .* TEXT\n.* ada +Ada lives in Lisbon\.\n$/);
    expect(json((await run(['export', '--user-id', 'ada'])).out)).toMatchObject({
      text: 'Ada lives in Lisbon.',
      userId: 'ada',
    });
  });

  it.each([[], ['--order', 'date']])('are found up to 1,000 in the order of the REST API: %j', async (...order) => {
    const headers = { 'x-api-key': app.admin.apiKey };
    const post = async (url: string, payload: object) =>
      (await app.app.inject({ method: 'POST', url, headers, payload })).json<unknown>();
    const messages = Array.from({ length: 260 }, (_, index) => ({
      role: 'user',
      content: `Tram ${index} leaves in ${1900 + (index % 100)}.`,
    }));
    await post('/v3/memories/add/', { messages, user_id: 'ada', infer: false });
    const body = { query: 'tram', filters: { user_id: 'ada' }, top_k: 1000, threshold: 0, order: order[1] };
    const expected = (await post('/v3/memories/search/', body)) as { results: { id: string; score: number }[] };
    expect(expected.results).toHaveLength(260);
    const found = async (...more: string[]) => {
      const all = ['search', 'tram', '--user-id', 'ada', '--threshold', '0', '--json', ...order, ...more];
      const { code, out, err } = await run(all);
      expect([code, err]).toEqual([0, '']);
      return json(out) as { nextCursor: string | null; results: { score: number; memory: { id: string } }[] };
    };
    const { results, nextCursor } = await found('--top-k', '1000');
    expect(nextCursor).toBeNull();
    expect(results.map(({ score, memory: { id } }) => [id, score])).toEqual(
      expected.results.map(({ id, score }) => [id, score]),
    );
    const some = await found('--top-k', '230');
    expect(some.results).toHaveLength(230);
    expect((await found('--after', some.nextCursor ?? '', '--top-k', '1000')).results).toHaveLength(30);
  });

  it('have the time and the time zone of their text', async () => {
    const said = ['--timestamp', '2026-03-05T23:30:00Z', '--timezone', 'Europe/Berlin', '--user-id', 'ada', '--infer'];
    expect((await run(['add', 'I sold my boat yesterday.', ...said])).code).toBe(0);
    await jobsDone(app.app);
    const headers = { 'x-api-key': app.admin.apiKey };
    const payload = { query: '{ memories(first: 1) { nodes { createdAt eventDate } } }' };
    const listed = await app.app.inject({ method: 'POST', url: '/graphql', headers, payload });
    expect(listed.json()).toMatchObject({
      data: { memories: { nodes: [{ createdAt: '2026-03-05T23:30:00.000Z', eventDate: '2026-03-05T00:00:00.000Z' }] } },
    });
    for (const time of ['lately', '2026-02-31', '2026-02-31T10:00:00Z'])
      expect((await run(['add', 'I row.', '--timestamp', time, '--user-id', 'ada'])).err).toContain('Use a day');
  });

  it('are read from stdin, and exported to a file that is never overwritten', async () => {
    expect((await run(['add', '--user-id', 'li', '--json'], 'Li likes tea.\n')).code).toBe(0);
    const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-export-'));
    const output = path.join(folder, 'memories.jsonl');
    expect(await run(['export', '--output', output])).toMatchObject({ code: 0, out: '' });
    expect(json(await readFile(output, 'utf8'))).toMatchObject({ text: 'Li likes tea.' });
    await expect(run(['export', '--output', output])).rejects.toThrow('EEXIST');
    await rm(folder, { recursive: true });
  });

  it('and what is stored about an entity never replace a file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-export-'));
    const file = path.join(folder, 'ada.jsonl');
    await writeFile(file, '');
    // The program prints the path and the reason of such an error.
    await expect(run(['subject', 'export', file, '--user-id', 'ada'])).rejects.toMatchObject({
      code: 'EEXIST',
      path: file,
    });
    await rm(folder, { recursive: true });
  });

  it('leave no part of an export behind when it fails', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-export-'));
    const output = path.join(folder, 'memories.jsonl');
    expect(await run(['export', '--output', output, '--project', 'proj_none'])).toMatchObject({
      code: 1,
      err: `${app.url}: Project not found.\n`,
    });
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('without a text are refused before they are sent', async () => {
    const refused = { code: 2, out: '', err: expect.stringMatching(/^error: The text must not be blank\.\n/) };
    expect(await run(['add', ' ', '--user-id', 'li'])).toEqual(refused);
    expect(await run(['add', '--user-id', 'li'], '\n')).toEqual(refused);
    const search = { code: 2, err: expect.stringContaining('Use words or a question.\n') };
    expect(await run(['search', ' ', '--user-id', 'li'])).toMatchObject(search);
  });

  it('in another encoding than UTF-8 are refused before they are sent', async () => {
    const refused = { code: 2, out: '', err: expect.stringMatching(/^error: stdin must be a text in UTF-8\.\n/) };
    expect(await run(['add', '--user-id', 'li'], Buffer.from('Li mag Käse.', 'latin1'))).toEqual(refused);
    expect((await run(['list', '--json'])).out).toBe('[]\n');
  });

  it('are printed as one line that cannot act on the terminal', async () => {
    const text = 'Li likes tea.\u001b]0;title\u0007\u001b[2J\b\nAnd cake.';
    const added = await run(['add', text, '--user-id', 'li']);
    expect(added.out).toMatch(/^\S+ {2}ADD {2}Li likes tea\. And cake\.\n$/);
    expect((await run(['search', 'tea', '--user-id', 'li'])).out).toMatch(
      /^\d\.\d\d {2}Li likes tea\. And cake\. {2}\S+\n$/,
    );
  });
});

describe('API keys and users from the command line', () => {
  it('a key is created, works, is listed, and is refused once it is revoked', async () => {
    const created = await run(['keys', 'create', '--label', 'laptop', '--read-only', '--json']);
    const { id, secret } = json(created.out) as { id: string; secret: string };
    expect((await run(['list', '--key', secret])).code).toBe(0);
    expect((await run(['add', 'No.', '--user-id', 'x', '--key', secret])).code).toBe(1);
    const refused = await run(['keys', 'create', '--label', 'laptop', '--expires', 'tomorrow']);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Use a day (2026-05-31) or a time')]);
    expect((await run(['keys', 'create', '--label', 'laptop', '--expires', '2020-01-01'])).err).toContain(
      '`--expires` must be a time in the future.',
    );
    expect((await run(['keys', 'list'])).out).toMatch(/laptop .*active\n/);
    expect((await run(['keys', 'revoke', id])).out).toBe(`API key ${id} revoked.\n`);
    expect(await run(['list', '--key', secret])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('--key'),
    });
  });

  it('users are listed for an admin', async () => {
    expect(json((await run(['users', '--json'])).out)).toMatchObject([{ email: app.admin.email, role: 'ADMIN' }]);
  });

  it('all are listed, also those beyond one page', async () => {
    const { database } = app.app.services;
    await database.query(`INSERT INTO users (id, name, email, password_hash)
      SELECT gen_random_uuid(), 'x', n || '@example.org', '!' FROM generate_series(1, 150) n`);
    await database.query(`INSERT INTO api_keys (id, label, key_prefix, key_hash, key_digest, created_by)
      SELECT gen_random_uuid(), 'x', 'm0sk_' || n, '!', sha256(n::text::bytea), (SELECT created_by FROM api_keys LIMIT 1)
      FROM generate_series(1, 150) n`);
    expect(json((await run(['users', '--json'])).out)).toHaveLength(151);
    expect(json((await run(['keys', 'list', '--json'])).out)).toHaveLength(151);
  });
});

describe('the command line itself', () => {
  it('prints its version, its help, and completion for three shells', async () => {
    expect((await run(['--version'])).out).toBe('1.2.3\n');
    expect((await run(['keys', '--help'])).out).toContain('revoke');
    for (const shell of ['bash', 'zsh', 'fish']) expect((await run(['completion', shell])).out).toContain('search');
  });

  it('exits with 2 and names unknown arguments', async () => {
    for (const argv of [
      ['remember'],
      ['list', '--limit', '0'],
      ['keys', 'create'],
      ['completion', 'dos'],
      ['mcp', '--url', 'localhost:8888'],
      ['serve', 'now'],
    ])
      expect(await run(argv)).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining(argv[1] ?? argv[0] ?? ''),
      });
  });

  it('completes options after an argument and after the value of an option', async () => {
    const script = (await run(['completion', 'bash'])).out;
    const complete = (...words: string[]) => {
      const given = `COMP_WORDS=(memory-gateway ${words.join(' ')}); COMP_CWORD=${words.length}`;
      const line = `${script}\n${given}; _memory_gateway; echo "\${COMPREPLY[*]}"`;
      return execFileSync('bash', ['-c', line], { encoding: 'utf8' }).trim();
    };
    expect(complete('search', 'tea', '--top')).toBe('--top-k');
    expect(complete('search', '--user-id', 'ada', '--thr')).toBe('--threshold');
    expect(complete('keys', 're')).toBe('revoke');
    expect(complete('keys', 'create', '--lab')).toBe('--label');
  });

  it.each([
    ['migrate', '--plan', '--check'],
    ['mcp', '--url', 'http://127.0.0.1:9', '--user-id', 'ada'],
    ['bootstrap', '--password', 'long-enough', '--password-stdin'],
    ['reset-admin-password', '--password', 'long-enough', '--password-stdin'],
    ['mcp', '--print-config', '--user-id', 'ada'],
  ])('refuses two options that exclude each other: %s %s', async (...argv) => {
    expect(await run(argv)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^error: option '--[^']+' cannot be used with option '--[^']+'\n/),
    });
  });

  it.each(['add', 'search', 'list', 'export'])('refuses a blank name of an owner: %s', async (command) => {
    const text = command === 'add' || command === 'search' ? ['tea'] : [];
    expect(await run([command, ...text, '--agent-id', ' '])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining("option '--agent-id <id>' argument ' ' is invalid. Use a name that is not blank."),
    });
  });

  it('names the option of a value that is refused', async () => {
    const subject = ['subject', 'erase', '--agent-id'];
    const errors = [
      await run(['bootstrap', '--name', '', '--password', 'short']),
      await run([...subject, '']),
      await run(['audit', 'export', '--chain', 'org_none']),
      await run(['prune-logs', '--days', '0']),
    ];
    expect(errors.map(({ err }) => err)).toEqual([
      '`--name` may not be blank.\n--password: A password has 8 to 128 characters.\n',
      '`--agent-id` must be the name of an entity, 1 to 255 characters.\n',
      '--chain: The audit log has no chain with this name.\n',
      "error: option '--days <number>' argument '0' is invalid. Use a whole number from 1 to 36500.\nSee memory-gateway prune-logs --help.\n",
    ]);
    expect(errors.map(({ code, out }) => [code, out])).toEqual([
      [1, ''],
      [1, ''],
      [1, ''],
      [2, ''],
    ]);
  });

  it('exits with 1 and one line when the server is unreachable', async () => {
    for (const command of [['list'], ['logs', 'tail']])
      expect(await run([...command, '--url', 'http://127.0.0.1:1'])).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1: The server could not be reached: .+\n$/),
      });
  });

  it('exits with 2 for an address that is no URL of a server', async () => {
    const refused =
      '--url, or MEMORY_GATEWAY_URL, must be the address of a server, such as http://localhost:8888, without a user name and a password.\n';
    for (const url of ['localhost:8888', 'ftp://localhost', 'localhost', 'http://ada:secret@localhost'])
      expect(await run(['list', '--url', url])).toEqual({ code: 2, out: '', err: expect.stringContaining(refused) });
  });

  it('doctor checks this environment', async () => {
    const { code, out } = await run(['doctor', '--json']);
    expect(json(out)).toMatchObject({ ok: true });
    expect((json(out) as { checks: { check: string }[] }).checks.map(({ check }) => check)).toEqual([
      'node',
      'configuration',
      'session cookie',
      'disk',
      'database',
      'row security',
      'rate limits',
      'partitions',
      'extensions',
      'sessions',
      'notifications',
      'clock',
      'embedding',
      'reranker',
      'language model',
    ]);
    expect(code).toBe(0);
  });
});
