import { mkdtemp, readFile, rm } from 'node:fs/promises';
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

const run = (argv: readonly string[], input = '') => runCommand(app, argv, input);
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
    expect((await run(['add', 'I row.', '--timestamp', 'lately', '--user-id', 'ada'])).err).toContain('Use a day');
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
});

describe('API keys and users from the command line', () => {
  it('a key is created, works, is listed, and is refused once it is revoked', async () => {
    const created = await run(['keys', 'create', '--label', 'laptop', '--read-only', '--json']);
    const { id, secret } = json(created.out) as { id: string; secret: string };
    expect((await run(['list', '--key', secret])).code).toBe(0);
    expect((await run(['add', 'No.', '--user-id', 'x', '--key', secret])).code).toBe(1);
    const refused = await run(['keys', 'create', '--label', 'laptop', '--expires', 'tomorrow']);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Use a day (2026-05-31) or a time')]);
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

  it('exits with 1 and one line when the server is unreachable', async () => {
    const { code, out, err } = await run(['list', '--url', 'http://127.0.0.1:1']);
    expect([code, out, err.trim().split('\n').length]).toEqual([1, '', 1]);
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
