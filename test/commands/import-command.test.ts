import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runImportCommand } from '../helpers/run-command.js';
import { openImportSource } from '@memory-gateway/import-sources';
import { work } from '../deletion/helpers.js';
import { openBesideServer, openWithJobs } from '../import/run-import.js';
import { testServices, type TestServices } from '../helpers/context.js';
import { testConnectionString } from '../setup/database.js';
import {
  originalKey,
  originalMemory,
  originalUser,
  startOriginalServer,
  type OriginalServer,
} from '../import/original-server.js';

let original: OriginalServer;
let services: TestServices;
let printed: { out: string; err: string };

beforeAll(async () => {
  original = await startOriginalServer();
});
afterAll(() => original.stop());
beforeEach(async () => {
  services = await testServices();
  printed = { out: '', err: '' };
});

const open = () => openWithJobs(services)();
const io = (isTTY = false) => ({
  stdout: { write: (text: string) => (printed.out += text) },
  stderr: { isTTY, write: (text: string) => (printed.err += text) },
});
const run = (...argv: string[]) => runImportCommand(['--from', original.url, ...argv], io(), open, original.open);
const runFrom = (url: string, ...argv: string[]) => runImportCommand(['--from', url, ...argv], io(), open);

async function fill() {
  const ada = await originalUser('ada@example.org', 'a long password');
  const { key, row } = await originalKey(ada.id);
  const memories = [
    originalMemory('Likes hiking'),
    originalMemory('Likes tea'),
    originalMemory(' ', { created_at: '2026-03-03T10:00:01+00:00' }),
  ];
  await original.fill({ users: [ada], apiKeys: [row], memories });
  return { ada, key, row };
}

describe('memory-gateway import', () => {
  it('prints one JSON object alone on stdout and exits with 0', async () => {
    await fill();
    expect(await run('--json')).toBe(0);
    expect(JSON.parse(printed.out)).toEqual({
      import_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      dry_run: false,
      users: { found: 1, imported: 1, merged: 0, known: 0, skipped: 0 },
      api_keys: { found: 1, imported: 1, known: 0, skipped: 0 },
      memories: { found: 3, imported: 2, known: 0, skipped: 1 },
      skipped: [
        {
          kind: 'memory',
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          number: 3,
          reason: 'The record has no text.',
        },
      ],
    });
  });

  it('prints a table, says so when nothing was written, and shows how far it is on stderr', async () => {
    await fill();
    expect(await run('--dry-run')).toBe(0);
    expect(printed.out).toContain('Nothing was written.');
    expect(printed.out).toMatch(/memories +2 to import, 0 stored already, 1 left out, of 3/);
    expect(printed.err).toContain('memories 3/3');
    expect(await run()).toBe(0);
    expect(printed.out).toMatch(/memories +2 imported/);
  });

  it('draws a bar on a terminal', async () => {
    await fill();
    expect(await runImportCommand(['--from', original.url, '--json'], io(true), open, original.open)).toBe(0);
    expect(printed.err).toContain('memories   ████████████████████████████████ 3/3');
    expect(printed.err).toContain('imported   ████████████████████████████████ 2/2');
  });

  it('prints no secret: no password, hash, key or text', async () => {
    const { ada, key, row } = await fill();
    await run();
    await run('--json');
    for (const secret of [ada.passwordHash, row.keyHash, key, 'original-password', 'Likes hiking', 'ada@example.org']) {
      expect(printed.out + printed.err).not.toContain(secret);
    }
  });

  it('exits with 1 when the source cannot be reached, and repeats no password', async () => {
    expect(await runFrom('postgresql://someone:hunter2hunter2@127.0.0.1:1/postgres')).toBe(1);
    expect(printed.err).toBe('127.0.0.1:1/mem0_app cannot be read: connect ECONNREFUSED 127.0.0.1:1\n');
    expect(printed.out).toBe('');
  });

  it('exits with 1 when the project is unknown', async () => {
    await fill();
    expect(await run('--project', 'proj_unknown')).toBe(1);
    expect(printed.err).toContain('Project not found.');
  });

  it('exits with 2 for missing and wrong arguments', async () => {
    for (const argv of [
      [],
      ['--from', ''],
      ['--from', 'http://example.org'],
      ['--from', original.url, '--only', 'keys'],
      ['--what'],
    ]) {
      expect(await runImportCommand(argv, io(), open)).toBe(2);
    }
    expect(printed.out).toBe('');
    expect(printed.err).toContain('--from');
  });

  it.each([
    ['--from', 'postgresql://127.0.0.1/x', '--user-id', 'ada'],
    ['--from', 'postgresql://127.0.0.1/x', '--file', 'a.jsonl'],
    ['--url', 'http://127.0.0.1:9', '--self-hosted', '--file', 'a.jsonl'],
    ['--url', 'http://127.0.0.1:9', '--self-hosted', '--mapping', 'a.json'],
    ['--format', 'jsonl', '--file', 'a.jsonl', '--only', 'accounts'],
    ['--format', 'jsonl', '--file', 'a.jsonl', '--key-file', 'key'],
    ['--resume', '01900000-0000-7000-8000-000000000000', '--dry-run'],
  ])('refuses an option that has no effect beside another: %s %s', async (...argv) => {
    expect(await runImportCommand(argv, io(), open)).toBe(2);
    expect(printed.err).toMatch(/^error: option '--[^']+' cannot be used with option '--[^']+'\n/);
  });

  it('explains itself', async () => {
    expect(await runImportCommand(['--help'], io(), open)).toBe(0);
    expect(printed.out).toContain('--dry-run');
  });
});

describe('a source', () => {
  it('with other tables, or without the named one, is refused with an explanation', async () => {
    // Its own database has a table of memories without payload.
    const other = openImportSource({
      url: testConnectionString(),
      accountsDatabase: 'postgres',
      collection: 'memories',
    });
    await expect(other.countMemories()).rejects.toThrow(/no column payload/);
    const none = openImportSource({
      url: testConnectionString(),
      accountsDatabase: 'postgres',
      collection: 'no "such" table',
    });
    await expect(none.countMemories()).rejects.toThrow(/no table/);
    await Promise.all([other.close(), none.close()]);
  });
});

describe('memory-gateway import of a file', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-import-command-'));
    file = path.join(folder, 'memories.jsonl');
    // The texts grow, so that an estimate from the bytes read would be wrong.
    const lines = Array.from({ length: 250 }, (_, index) =>
      JSON.stringify({ text: `Ada knows fact ${index}. ${'x'.repeat(index)}`, user_id: 'ada' }),
    );
    await writeFile(file, `${lines.join('\n')}\n`);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const runFile = (...argv: string[]) => runImportCommand(['--format', 'jsonl', '--file', file, ...argv], io(), open);
  const besideServer = (...argv: string[]) => runImportCommand(argv, io(), openBesideServer(services));
  const imports = () =>
    services.database.query<{ id: string; status: string; completed: number }>(
      "SELECT id, status, completed FROM events WHERE type = 'IMPORT' ORDER BY created_at",
    );

  it('shows the true total from the first part on, first of what is stored, then of what is imported', async () => {
    expect(await runFile()).toBe(0);
    const lines = printed.err.trim().split('\n');
    expect(lines.slice(0, 3)).toEqual(['memories 100/250', 'memories 200/250', 'memories 250/250']);
    expect(lines.at(-1)).toBe('imported 250/250');
    expect(printed.out).toMatch(/memories +250 imported, 0 stored already, 0 left out, of 250/);
  });

  it('exits with 1 if the records have other fields, so that a script notices', async () => {
    await writeFile(file, '{"words":"Ada hikes."}\n{"words":"Ada swims."}\n');
    for (const argv of [['--dry-run'], []]) {
      expect(await runFile(...argv)).toBe(1);
      expect(printed.out).toMatch(/memories +0 .*, 2 left out, of 2/);
      expect(printed.err).toMatch(/\nNo record can be imported\.\n$/);
    }
  });

  const interrupt = (opening: typeof open) => {
    const stderr = { write: (text: string) => (process.emit('SIGINT'), (printed.err += text)) };
    return runImportCommand(['--format', 'jsonl', '--file', file], { ...io(), stderr }, opening);
  };

  it('says after Ctrl-C how far it came, keeps what it stored, and continues the same import when it is repeated', async () => {
    expect(await interrupt(openBesideServer(services))).toBe(1);
    expect(printed.err).toBe(
      'Stopping. Press Ctrl-C again to end at once.\nmemories 100/250\nStopped after 100 of 250 memories. The server continues with what it has received. Run the same command again to go on: nothing is imported twice.\n',
    );
    await work(services);
    expect(await imports()).toMatchObject([{ status: 'RUNNING', completed: 100 }]);
    expect(await runFile()).toBe(0);
    expect(await imports()).toMatchObject([{ status: 'SUCCEEDED', completed: 250 }]);
    expect(printed.out).toMatch(/memories +250 imported, 0 stored already, 0 left out, of 250/);
  });

  it('says so when no server runs, and continues by the ID of the import', async () => {
    expect(await interrupt(open)).toBe(1);
    expect(printed.err).toContain('What was received is stored, and a server continues with it when it runs.');
    const [{ id } = { id: '' }] = await imports();
    expect(await runFile('--resume', id, '--json')).toBe(0);
    expect(JSON.parse(printed.out)).toMatchObject({ import_id: id, memories: { found: 250, imported: 250 } });
  });

  it('refuses to continue an import with another file, or without one', async () => {
    expect(await interrupt(openBesideServer(services))).toBe(1);
    const [{ id } = { id: '' }] = await imports();
    printed.err = '';
    expect(await besideServer('--resume', id)).toBe(1);
    expect(printed.err).toContain('Records of this import are missing.');
    await writeFile(file, '{"text": "Another file", "user_id": "ada"}');
    expect(await runFile('--resume', id)).toBe(1);
    expect(printed.err).toContain('Send the same file as before.');
    expect(await besideServer('--resume', '01900000-0000-7000-8000-000000000000')).toBe(1);
    expect(printed.err).toContain('Import not found.');
    await work(services);
    expect(await imports()).toMatchObject([{ status: 'RUNNING', completed: 100 }]);
  });

  it('refuses to continue an import of a source that changes', async () => {
    for (const source of [
      ['--from', original.url],
      ['--url', 'http://127.0.0.1:9', '--self-hosted'],
    ]) {
      printed.err = '';
      expect(await besideServer(...source, '--resume', '01900000-0000-7000-8000-000000000000')).toBe(2);
      expect(printed.err).toContain('--resume excludes --from and --url. Run the command again without --resume');
    }
  });

  it('returns after the upload with --no-wait, and says how to watch the import', async () => {
    const file250 = ['--format', 'jsonl', '--file', file];
    expect(await besideServer(...file250, '--no-wait')).toBe(0);
    const [{ id } = { id: '' }] = await imports();
    expect(printed.out).toBe(
      `Import ${id} is accepted. Watch it with memory-gateway import --resume ${id}, or on the page Import of the dashboard.\n`,
    );
    await work(services);
    printed.out = '';
    expect(await besideServer('--resume', id, '--json')).toBe(0);
    expect(JSON.parse(printed.out)).toMatchObject({ import_id: id, memories: { found: 250, imported: 250 } });
  });

  it('leaves the running import of another file alone', async () => {
    expect(await besideServer('--format', 'jsonl', '--file', file, '--no-wait')).toBe(0);
    await original.fill({ memories: [originalMemory('Likes hiking')] });
    expect(await run('--only', 'memories', '--no-wait')).toBe(0);
    await work(services);
    expect(await imports()).toMatchObject([
      { status: 'SUCCEEDED', completed: 250 },
      { status: 'SUCCEEDED', completed: 1 },
    ]);
  });
});
