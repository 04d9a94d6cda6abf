import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtProgram } from '../helpers/built-program.js';
import { prepareKillableServer, type KillableServer } from '../helpers/killable-server.js';

const records = 600;
const content = Array.from({ length: records }, (_, index) =>
  JSON.stringify({ id: `r${index}`, text: `Fact ${index}`, user_id: 'rosa' }),
).join('\n');

let server: KillableServer;
let folder: string;
beforeEach(async () => {
  server = await prepareKillableServer({ AUTH_DISABLED: 'true', JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c' });
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-import-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Imported {
  readonly status: string;
  readonly completedCount: number;
  readonly results: unknown;
}

async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

it('a server that is killed in the middle of an import goes on after its start, and each record is stored once', async () => {
  await server.start();
  const mutation = `mutation ($input: ImportMemoriesInput!) {
    importMemories(input: $input) { ... on ImportMemoriesPayload { foundCount importedCount event { id } } } }`;
  const input = { format: 'JSONL', content, wait: false };
  const { importMemories } = await ask<{ importMemories: { event: { id: string } } }>(mutation, { input });
  expect(importMemories).toMatchObject({ foundCount: records, importedCount: null });
  const find = async () => (await ask<{ event: Imported }>(query, { id: importMemories.event.id })).event;
  const query = 'query ($id: ID!) { event(id: $id) { status completedCount results } }';
  await expect.poll(async () => (await find()).completedCount, { timeout: 60_000 }).toBeGreaterThan(0);
  await server.kill();
  await server.start();
  await expect.poll(async () => (await find()).status, { timeout: 90_000 }).toBe('SUCCEEDED');
  expect(await find()).toEqual({
    status: 'SUCCEEDED',
    completedCount: records,
    results: [{ event: 'IMPORT', imported: records, known: 0, skipped: 0 }],
  });
  const { memories } = await ask<{ memories: { totalCount: number } }>('{ memories { totalCount } }');
  expect(memories.totalCount).toBe(records);
}, 240_000);

const manyRecords = 1_500;

/** Starts the import command beside the server, with a file of its own. */
async function startCommand() {
  const file = path.join(folder, 'notes.jsonl');
  const lines = Array.from({ length: manyRecords }, (_, index) =>
    JSON.stringify({ id: `r${index}`, text: `Fact ${index}`, user_id: 'rosa' }),
  );
  await writeFile(file, lines.join('\n'));
  const argv = [await builtProgram(), 'import', '--format', 'jsonl', '--file', file, '--json'];
  // A folder without a .env, which could name another database.
  const child = spawn(process.execPath, argv, { cwd: folder, env: server.environment, stdio: 'pipe' });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed.err += chunk.toString()));
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  return { child, printed, ended };
}

const imports = async () =>
  (
    await ask<{ events: { nodes: { status: string; completedCount: number; import: { foundCount: number } }[] } }>(
      '{ events(type: IMPORT) { nodes { status completedCount import { foundCount } } } }',
    )
  ).events.nodes;
const stored = async () => (await ask<{ memories: { totalCount: number } }>('{ memories { totalCount } }')).memories;

/** Repeats the command and expects that it completes the import that was interrupted, with every record once. */
async function complete(): Promise<void> {
  const { printed, ended } = await startCommand();
  expect(await ended, printed.err).toEqual([0, null]);
  expect(JSON.parse(printed.out)).toMatchObject({ memories: { found: manyRecords, imported: manyRecords, known: 0 } });
  await expectComplete();
}

async function expectComplete(): Promise<void> {
  expect(await imports()).toMatchObject([{ status: 'SUCCEEDED', import: { foundCount: manyRecords } }]);
  expect(await stored()).toEqual({ totalCount: manyRecords });
}

it('the server imports what a killed command has sent, and the same command completes the import', async () => {
  await server.start();
  const { child, printed, ended } = await startCommand();
  await expect.poll(() => printed.err, { timeout: 60_000 }).toContain('memories ');
  child.kill('SIGKILL');
  await ended;
  const [{ import: sent } = { import: { foundCount: 0 } }] = await imports();
  expect(sent.foundCount).toBeGreaterThan(0);
  expect(sent.foundCount).toBeLessThan(manyRecords);
  const done = async () => (await imports())[0]?.completedCount;
  await expect.poll(done, { timeout: 60_000 }).toBe(sent.foundCount);
  expect(await stored()).toEqual({ totalCount: sent.foundCount });
  await complete();
}, 240_000);

it('a server that is killed while the command sends goes on after its start, and the same command completes the import', async () => {
  await server.start();
  const { printed, ended } = await startCommand();
  await expect.poll(() => printed.err, { timeout: 60_000 }).toContain('memories ');
  await server.kill();
  const [code] = await ended;
  await server.start();
  // On Postgres, the command does not need the server: after a while it runs the import itself.
  if (code === 0) return expectComplete();
  const expected = [/^What was received is stored\. Run the same command again/m, /database is not available/];
  for (const line of expected) expect(printed.err).toMatch(line);
  await complete();
}, 240_000);
