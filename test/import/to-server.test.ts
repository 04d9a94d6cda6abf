import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalServer } from '../../scripts/lib/local-server.js';
import { builtProgram } from '../helpers/built-program.js';
import { prepareKillableServer, type KillableServer } from '../helpers/killable-server.js';
import { migratedTemplate } from '../setup/embedded.js';

const apiKey = 'the-admin-key-of-the-test-suite';
const records = 1_600;

let server: KillableServer;
let folder: string;
let file: string;
const others: Server[] = [];

beforeAll(async () => {
  server = await prepareKillableServer({ ADMIN_API_KEY: apiKey, JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c' });
  await server.start();
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-import-to-'));
  file = path.join(folder, 'notes.jsonl');
});
afterEach(async () => {
  for (const other of others.splice(0)) {
    other.closeAllConnections();
    other.close();
  }
  await rm(folder, { recursive: true, force: true });
});

/** Writes a file of which no other test has a record. */
async function writeRecords(user: string): Promise<string[]> {
  const lines = Array.from({ length: records }, (_, index) =>
    JSON.stringify({
      id: `${user}-${index}`,
      text: `${user} knows "fact" ${index}`,
      user_id: user,
      created_at: new Date(Date.UTC(2025, 0, 1, 0, index)).toISOString(),
      color: 'green',
    }),
  );
  await writeFile(file, [...lines, '{"id": "empty"}'].join('\n'));
  return ['--format', 'jsonl', '--file', file];
}

/** Starts the command in a folder without a database, and without the address of one. */
async function startImport(argv: readonly string[], { to = server.url, key = apiKey } = {}) {
  const env = { PATH: process.env.PATH ?? '', HOME: folder, MEMORY_GATEWAY_API_KEY: key };
  const args = [await builtProgram(), 'import', ...argv, '--to', to];
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'pipe' });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed.err += chunk.toString()));
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  return { child, printed, ended };
}

async function runImport(argv: readonly string[], options: { to?: string; key?: string } = {}) {
  const { printed, ended } = await startImport(argv, options);
  const [code] = await ended;
  return { code, ...printed };
}

async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

const countOf = async (userId: string) =>
  (
    await ask<{ memories: { totalCount: number } }>(
      'query ($userId: String!) { memories(filter: { userId: { eq: $userId } }) { totalCount } }',
      { userId },
    )
  ).memories.totalCount;

/** The newest imports. */
const imports = async (first: number) =>
  (
    await ask<{ events: { nodes: { id: string; status: string; import: { foundCount: number } }[] } }>(
      'query ($first: Int!) { events(type: IMPORT, first: $first) { nodes { id status import { format source foundCount } } } }',
      { first },
    )
  ).events.nodes;

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const other = createServer(handle);
  others.push(other);
  await once(other.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
}

/** A proxy of the server that leaves every request without a response after some. */
async function listenSilent(answered: number) {
  let received = 0;
  const to = await listen((incoming, response) => {
    received += 1;
    if (received <= answered) forward(incoming, (answer) => passOn(answer, response));
  });
  return { to, received: () => received };
}

/** Sends a request of a proxy to the server. */
function forward(incoming: IncomingMessage, receive: (answer: IncomingMessage) => void): void {
  const { method, headers, url: target = '/' } = incoming;
  incoming.pipe(request(new URL(target, server.url), { method, headers }, receive));
}

function passOn(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(response);
}

describe('memory-gateway import --to', () => {
  it('imports a file into a server on another machine, and writes nothing on this one', async () => {
    const options = await writeRecords('rosa');
    const dry = await runImport([...options, '--dry-run']);
    expect(dry.out).toMatch(/^Nothing was written\.[^]+ 1600 to import, 0 stored already, 1 left out, of 1601/);
    expect(await countOf('rosa')).toBe(0);
    const first = await runImport([...options, '--json']);
    expect(first, first.err).toMatchObject({ code: 0 });
    const [{ id } = { id: '' }] = await imports(1);
    expect(JSON.parse(first.out)).toMatchObject({
      import_id: id,
      dry_run: false,
      memories: { found: 1_601, imported: 1_600, known: 0, skipped: 1 },
      skipped: [{ kind: 'memory', id: '#1601', reason: 'The record has no text.' }],
    });
    expect(first.err.split('\n').slice(0, 4)).toEqual([
      'memories 500/1601',
      'memories 1000/1601',
      'memories 1500/1601',
      'memories 1601/1601',
    ]);
    const query =
      '{ memories(filter: { userId: { eq: "rosa" } }, last: 1) { nodes { text userId metadata createdAt } } }';
    expect(await ask(query)).toEqual({
      memories: {
        nodes: [
          {
            text: 'rosa knows "fact" 0',
            userId: 'rosa',
            metadata: { color: 'green' },
            createdAt: '2025-01-01T00:00:00.000Z',
          },
        ],
      },
    });
    const again = await runImport(options);
    expect(again.out).toMatch(/memories +0 imported, 1600 stored already, 1 left out, of 1601/);
    expect(await readdir(folder)).toEqual(['notes.jsonl']);
  }, 180_000);

  it('has the same memories as the text of the file, with the reasons of its own reader', async () => {
    const fixture = new URL('fixtures/openmemory.json', import.meta.url);
    const content = await readFile(fixture, 'utf8');
    const input = { format: 'OPENMEMORY', content, fileName: 'memories.json' };
    const { importMemories } = await ask<{ importMemories: { foundCount: number; leftOut: { reason: string }[] } }>(
      'mutation ($input: ImportMemoriesInput!) { importMemories(input: $input) { ... on ImportMemoriesPayload { foundCount importedCount leftOut { reason } } } }',
      { input },
    );
    const reasons = importMemories.leftOut.map(({ reason }) => reason);
    expect(reasons).toContain('The record was deleted.');
    await writeFile(path.join(folder, 'memories.json'), content);
    const sent = await runImport(['--format', 'openmemory', '--file', path.join(folder, 'memories.json'), '--json']);
    const report = JSON.parse(sent.out) as { memories: object; skipped: { reason: string }[] };
    expect(report.memories).toEqual({
      found: importMemories.foundCount,
      imported: 0,
      known: importMemories.foundCount - reasons.length,
      skipped: reasons.length,
    });
    expect(report.skipped.map(({ reason }) => reason)).toEqual(reasons);
    expect(await imports(1)).toMatchObject([{ import: { format: 'OPENMEMORY', source: 'memories.json' } }]);
  }, 120_000);

  it('imports from another server by its API', async () => {
    // On a database of its own, also where the tests share one.
    const env = { AUTH_DISABLED: 'true', EMBEDDER: 'none', LOG_LEVEL: 'silent' };
    const old = await createLocalServer({ env, data: await migratedTemplate() });
    try {
      await old.start();
      for (const text of ['Olga likes tea.', 'Olga lives in Porto.']) {
        const body = JSON.stringify({ messages: [{ role: 'user', content: text }], user_id: 'olga', infer: false });
        const headers = { 'content-type': 'application/json' };
        expect((await fetch(`${old.url}/memories`, { method: 'POST', headers, body })).ok).toBe(true);
      }
      const moved = await runImport(['--url', old.url, '--self-hosted']);
      expect(moved.out, moved.err).toMatch(/memories +2 imported, 0 stored already, 0 left out, of 2/);
      expect(await countOf('olga')).toBe(2);
    } finally {
      await old.remove();
    }
  }, 180_000);

  it('continues the import of a killed command when the command is repeated', async () => {
    const options = await writeRecords('kim');
    const { to } = await listenSilent(2);
    const { child, printed, ended } = await startImport(options, { to });
    await expect.poll(() => printed.err, { timeout: 60_000 }).toContain('memories 1000/1601');
    child.kill('SIGKILL');
    await ended;
    const [{ id } = { id: '' }] = await imports(1);
    const refused = await runImport(['--resume', id]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Records of this import are missing.') });
    const completed = await runImport([...options, '--json']);
    expect(completed.code, completed.err).toBe(0);
    expect(JSON.parse(completed.out)).toMatchObject({
      import_id: id,
      memories: { found: 1_601, imported: 1_600, known: 0, skipped: 1 },
    });
    expect(await countOf('kim')).toBe(1_600);
  }, 180_000);

  it('ends with Ctrl-C while the server does not answer, and says how far it came', async () => {
    const options = await writeRecords('lea');
    const { to, received } = await listenSilent(1);
    const { child, printed, ended } = await startImport(options, { to });
    await expect.poll(received, { timeout: 60_000 }).toBe(2);
    child.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(printed).toEqual({
      out: '',
      err: 'memories 500/1601\nStopped after 500 of 1601 memories. The server continues with what it has received. Run the same command again to go on: nothing is imported twice.\n',
    });
    const [{ id } = { id: '' }] = await imports(1);
    const completed = await runImport([...options, '--resume', id, '--json']);
    expect(JSON.parse(completed.out)).toMatchObject({ import_id: id, memories: { found: 1_601, imported: 1_600 } });
  }, 180_000);

  it('ends with Ctrl-C while its source does not answer', async () => {
    let requests = 0;
    const source = await listen(() => void (requests += 1));
    const { child, printed, ended } = await startImport(['--url', source, '--self-hosted']);
    await expect.poll(() => requests, { timeout: 60_000 }).toBe(1);
    child.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(printed).toEqual({ out: '', err: '' });
  }, 120_000);

  it('goes on when a proxy cannot reach the server for some seconds, and when the response to a part is lost', async () => {
    const options = await writeRecords('pia');
    let calls = 0;
    const to = await listen((incoming, response) => {
      calls += 1;
      if (calls === 2 || calls === 3) return void response.writeHead(502).end('Bad gateway');
      if (calls === 5) return forward(incoming, () => response.destroy());
      forward(incoming, (answer) => passOn(answer, response));
    });
    const completed = await runImport([...options, '--json'], { to });
    expect(completed.code, completed.err).toBe(0);
    expect(JSON.parse(completed.out)).toMatchObject({
      memories: { found: 1_601, imported: 1_600, known: 0, skipped: 1 },
    });
    expect(await countOf('pia')).toBe(1_600);
  }, 180_000);

  it('sends the API key to no address that it is redirected to', async () => {
    const options = await writeRecords('quinn');
    let requests = 0;
    const elsewhere = await listen((_request, response) => {
      requests += 1;
      response.end();
    });
    const to = await listen((_request, response) =>
      response.writeHead(307, { location: `${elsewhere}/graphql` }).end(),
    );
    const { code, err } = await runImport(options, { to });
    expect([code, err]).toEqual([1, `${to}: The server redirects to ${elsewhere}/graphql. Use that address.\n`]);
    expect(requests).toBe(0);
  }, 60_000);

  it('does not print an API key of two lines, nor a password in the address', async () => {
    const options = await writeRecords('rhea');
    const lines = await runImport(options, { key: 'first-line\nsecond-line' });
    expect([lines.code, lines.err]).toEqual([2, expect.stringContaining('The API key must be one line of ASCII')]);
    expect(lines.err).not.toContain('-line');
    const password = await runImport(options, { to: server.url.replace('://', '://ann:a-password@') });
    expect([password.code, password.err]).toEqual([2, expect.stringContaining('--to must be the address of a server')]);
    expect(password.err).not.toContain('a-password');
  }, 60_000);

  it('returns after the upload with --no-wait, and watches the import with --resume until Ctrl-C', async () => {
    const options = await writeRecords('max');
    const accepted = await runImport([...options, '--no-wait']);
    const [{ id } = { id: '' }] = await imports(1);
    const watch = `memory-gateway import --resume ${id} --to ${server.url}`;
    expect(accepted).toMatchObject({ code: 0, out: expect.stringContaining(`Watch it with ${watch}`) });
    const { to, received } = await listenSilent(0);
    const { child, printed, ended } = await startImport(['--resume', id], { to });
    await expect.poll(received, { timeout: 60_000 }).toBe(1);
    child.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(printed.err).toBe(
      `Stopped watching. The server continues. Watch import ${id} with memory-gateway import --resume ${id} --to ${to}\n`,
    );
    const watched = await runImport(['--resume', id, '--json']);
    expect(JSON.parse(watched.out)).toMatchObject({ import_id: id, memories: { found: 1_601, imported: 1_600 } });
    await writeFile(file, '{"text": "Another file", "user_id": "max"}');
    const other = await runImport([...options, '--resume', id]);
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('Send the same file as before.') });
  }, 180_000);

  it('says in one line that an address is unreachable, refuses the key, or is no memory-gateway', async () => {
    const options = await writeRecords('nia');
    const site = await listen((_request, response) => response.writeHead(404).end('<h1>Not found</h1>'));
    const graphql = await listen((_request, response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"errors":[{"message":"Unknown type"}]}'),
    );
    const cases = [
      { to: 'http://127.0.0.1:1', key: apiKey, says: 'http://127.0.0.1:1: The server could not be reached:' },
      { to: server.url, key: 'a-wrong-key', says: `${server.url} refused the API key: set MEMORY_GATEWAY_API_KEY.` },
      { to: site, key: apiKey, says: `${site} is not the address of a memory-gateway: its response has status 404` },
      { to: graphql, key: apiKey, says: `${graphql} is not the address of a memory-gateway` },
    ];
    for (const { to, key, says } of cases) {
      const { code, out, err } = await runImport(options, { to, key });
      expect([code, out, err.trimEnd().split('\n').length]).toEqual([1, '', 1]);
      expect(err).toContain(says);
      expect(err).not.toContain(key);
    }
    expect(await countOf('nia')).toBe(0);
  }, 180_000);

  it('refuses an invalid address, a database as source, and an unknown import', async () => {
    const options = await writeRecords('oda');
    const noAddress = await runImport(options, { to: 'a server' });
    expect(noAddress).toMatchObject({ code: 2, err: expect.stringContaining('--to must be the address of a server') });
    const database = await runImport(['--from', 'postgresql://127.0.0.1:1/postgres']);
    expect(database).toMatchObject({ code: 2, err: expect.stringContaining('--to excludes --from.') });
    for (const id of ['01900000-0000-7000-8000-000000000000', 'an-import'])
      expect((await runImport(['--resume', id])).code).toBe(1);
  }, 60_000);
});
