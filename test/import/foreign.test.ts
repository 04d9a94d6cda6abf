import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runImportCommand } from '../helpers/run-command.js';
import { openWithJobs } from './run-import.js';
import { testServices, type TestServices } from '../helpers/context.js';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

interface Row {
  readonly id: string;
  readonly text: string;
  readonly owners: string;
  readonly createdAt: Date;
}

let services: TestServices;
let folder: string;
const printed = { out: '', err: '' };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-import-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  services = await testServices();
});

async function run(...argv: string[]): Promise<number | null> {
  printed.out = '';
  printed.err = '';
  const io = {
    stdout: { write: (text: string) => (printed.out += text) },
    stderr: { write: (text: string) => (printed.err += text) },
  };
  return runImportCommand(argv, io, openWithJobs(services));
}

const report = async (...argv: string[]) => {
  expect(await run(...argv, '--json'), printed.err).toBe(0);
  return JSON.parse(printed.out) as {
    memories: { found: number; imported: number; known: number; skipped: number };
    skipped: { id: string; reason: string }[];
  };
};

const stored = () =>
  services.database.query<Row>(
    `SELECT id, text, concat_ws('/', 'u=' || user_id, 'a=' || agent_id, 'p=' || app_id, 'r=' || run_id) AS owners, created_at
     FROM memories ORDER BY sequence`,
  );
const summary = async () =>
  (await stored()).map(({ text, owners, createdAt }) => [text, owners, createdAt.toISOString()]);

/** A product: its file, options, memories (text, owners, time), and reasons of omitted records. */
type Product = readonly [format: string, file: string, options: string[], memories: string[][], leftOut: string[]];

const products: readonly Product[] = [
  [
    'mem0',
    'mem0.json',
    [],
    [
      ['Rosa collects stamps', 'u=rosa/p=album', '2026-03-01T08:00:00.000Z'],
      ['Rosa speaks "Basque", {slowly} [sic]', 'u=rosa/r=trip-1', '2026-03-03T16:00:00.000Z'],
    ],
    ['The record has no text.'],
  ],
  [
    'openmemory',
    'openmemory.json',
    [],
    [['Rosa walked the Camino', 'u=rosa/p=cursor', '2026-02-01T10:00:00.000Z']],
    ['The record was deleted.'],
  ],
  [
    'zep',
    'zep.json',
    ['--user-id', 'rosa'],
    [
      ['Rosa works at the post office', 'u=rosa', '2026-01-05T00:00:00.000Z'],
      ['Rosa lives in Bilbao', 'u=rosa', '2026-01-06T00:00:00.000Z'],
    ],
    [],
  ],
  [
    'zep',
    'graphiti.json',
    [],
    [
      ['Rosa sings in a choir', 'u=rosa', '2026-02-01T09:30:00.250Z'],
      ['Rosa drives a van', 'u=rosa', '2026-02-02T09:30:00.000Z'],
    ],
    ['The record has no fact.'],
  ],
  [
    'letta',
    'letta.json',
    ['--user-id', 'rosa'],
    [['Rosa prefers tea', 'u=rosa/a=agent-1', '2026-01-10T12:00:00.000Z']],
    ['The record was deleted.'],
  ],
  [
    'langchain',
    'langchain.json',
    ['--user-id', 'rosa', '--run-id', 's1'],
    [
      ['I moved to Vigo', 'u=rosa/r=s1', '2026-01-12T09:00:00.000Z'],
      ['Noted.', 'u=rosa/r=s1', '2026-01-12T09:00:01.000Z'],
      ['I like rye bread', 'u=rosa/r=s1', '2026-01-13T09:00:00.000Z'],
      ['Rosa plays the accordion', 'u=rosa/r=s1', '2026-01-14T09:00:00.000Z'],
    ],
    ['The record is a record of the type system.'],
  ],
  [
    'chatgpt',
    'chatgpt.json',
    ['--user-id', 'rosa'],
    [
      ['I am moving to Vigo in May', 'u=rosa/r=conv-1', '2026-01-01T00:00:02.250Z'],
      ['How exciting!', 'u=rosa/r=conv-1', '2026-01-01T00:00:03.000Z'],
    ],
    ['The record is a message of the role system.'],
  ],
  [
    'claude',
    'claude.json',
    ['--user-id', 'rosa'],
    [
      ['My garden faces north', 'u=rosa/r=9a000000-0000-4000-8000-000000000001', '2026-02-14T10:04:22.000Z'],
      ['Ferns like that.', 'u=rosa/r=9a000000-0000-4000-8000-000000000001', '2026-02-14T10:04:30.000Z'],
    ],
    ['The record has no text.'],
  ],
  [
    'csv',
    'notes.csv',
    ['--mapping', fixture('notes.mapping.json')],
    [
      ['Rosa said "hola", then left', 'u=rosa', '2026-01-20T10:00:00.000Z'],
      ['Two\nlines', 'u=rosa', '2026-01-21T00:00:00.000Z'],
    ],
    ['The record has no text.'],
  ],
  [
    'jsonl',
    'notes.jsonl',
    [],
    [
      ['Rosa rows', 'u=rosa', '2026-01-23T00:00:00.000Z'],
      ['Rosa reads', 'a=coach', '2026-01-24T00:00:00.000Z'],
    ],
    [],
  ],
];

describe('an import of another product', () => {
  it.each(products)('%s, %s: keeps counts, owners and times, and happens once', async (...product) => {
    const [format, file, options, memories, leftOut] = product;
    const argv = ['--format', format, '--file', fixture(file), ...options];
    const found = memories.length + leftOut.length;
    const dry = await report(...argv, '--dry-run');
    expect(dry.memories).toEqual({ found, imported: memories.length, known: 0, skipped: leftOut.length });
    expect(await stored()).toEqual([]);
    const first = await report(...argv);
    expect(first.memories).toEqual({ found, imported: memories.length, known: 0, skipped: leftOut.length });
    expect(first.skipped.map(({ reason }) => reason)).toEqual(leftOut);
    expect(await summary()).toEqual(memories);
    const again = await report(...argv);
    expect(again.memories).toEqual({ found, imported: 0, known: memories.length, skipped: leftOut.length });
    expect(await summary()).toEqual(memories);
  });

  it('keeps UUIDs, metadata, roles, dates of events and the end of facts', async () => {
    await report('--format', 'mem0', '--file', fixture('mem0.json'));
    await report('--format', 'zep', '--file', fixture('zep.json'), '--user-id', 'rosa');
    await report('--format', 'zep', '--file', fixture('graphiti.json'));
    await report('--format', 'claude', '--file', fixture('claude.json'), '--user-id', 'rosa');
    const rows = await services.database.query(
      'SELECT id, metadata, role, event_date, expiration_date FROM memories ORDER BY sequence',
    );
    expect(rows).toMatchObject([
      {
        id: 'c2a1f0e9-d8c7-4b6a-95f4-e3d2c1b0a9f8',
        metadata: { source: 'chat', imported_categories: ['hobbies'] },
        expirationDate: '2031-01-31',
      },
      { metadata: null },
      { metadata: { desk: 4, name: 'WORKS_AT' }, eventDate: new Date('2025-06-01T00:00:00Z'), expirationDate: null },
      { id: '7f000000-0000-4000-8000-000000000002', expirationDate: '2026-01-01' },
      {
        metadata: { voice: 'alto', name: 'SINGS_IN' },
        eventDate: new Date('2025-08-31T22:00:00Z'),
        expirationDate: null,
      },
      { id: '6f1d2c3b-4a59-4e87-9c10-000000000002', eventDate: null, expirationDate: '2026-02-14' },
      { role: 'user', metadata: { title: 'Garden' } },
      { role: 'assistant' },
    ]);
    const apps = await services.database.query("SELECT name FROM entities WHERE type = 'app'");
    expect(apps).toEqual([{ name: 'album' }]);
  });

  it('takes owners from options where a record names none, and leaves out records without any', async () => {
    const file = path.join(folder, 'owners.jsonl');
    await writeFile(file, '{"text": "An orphan"}\n{"text": "Rosa says this", "user_id": "rosa"}');
    const { memories, skipped } = await report('--format', 'jsonl', '--file', file);
    expect(memories).toEqual({ found: 2, imported: 1, known: 0, skipped: 1 });
    expect(skipped.map(({ reason }) => reason)).toEqual(['The memory belongs to no user, agent, app or run.']);
    await report('--format', 'jsonl', '--file', file, '--user-id', 'eva', '--app-id', 'web');
    expect((await stored()).map(({ owners }) => owners)).toEqual(['u=rosa', 'u=eva/p=web']);
  });

  it('stores nothing of a file with a broken line', async () => {
    const file = path.join(folder, 'broken.jsonl');
    await writeFile(file, '{"id":"b1","text":"Fact of a broken file","user_id":"rosa"}\n{"id":"b2","te');
    expect(await run('--format', 'jsonl', '--file', file)).toBe(1);
    expect(printed.err).toMatch(/--file: Line 2 is no JSON\./);
    expect((await stored()).map(({ text }) => text)).not.toContain('Fact of a broken file');
  });

  it('of a part and then of the whole stores nothing twice and misses nothing', async () => {
    const records = Array.from({ length: 450 }, (_, index) => ({
      id: `r${index}`,
      text: `Fact ${index}`,
      user_id: 'rosa',
    }));
    const file = path.join(folder, 'many.jsonl');
    const write = (count: number) =>
      writeFile(
        file,
        records
          .slice(0, count)
          .map((record) => JSON.stringify(record))
          .join('\n'),
      );
    for (const count of [90, 250, 400]) {
      await write(count);
      expect((await report('--format', 'jsonl', '--file', file)).memories).toMatchObject({ found: count });
    }
    await write(450);
    const last = await report('--format', 'jsonl', '--file', file);
    expect(last.memories).toMatchObject({ found: 450, skipped: 0 });
    expect(last.memories.known).toBe(400);
    const texts = (await stored()).map(({ text }) => text);
    expect([...new Set(texts)]).toHaveLength(450);
    expect(texts).toHaveLength(450);
  });

  it('refuses files and options that do not fit, and says what is wrong', async () => {
    const bad = path.join(folder, 'bad.json');
    await writeFile(bad, '[{"text": "a"}, {"text": ');
    expect(await run('--format', 'json', '--file', bad)).toBe(1);
    expect(printed.err).toContain('ends too early, after element 1');
    await writeFile(bad, 'hello');
    expect(await run('--format', 'claude', '--file', bad)).toBe(1);
    expect(printed.err).toContain('The file is no JSON document.');
    await writeFile(bad, Buffer.from([0x5b, 0xff, 0xfe]));
    expect(await run('--format', 'claude', '--file', bad)).toBe(1);
    expect(printed.err).toContain('no text in UTF-8');
    expect(await run('--format', 'claude', '--file', path.join(folder, 'missing.json'))).toBe(1);
    expect(await run('--format', 'diary', '--file', bad)).toBe(2);
    expect(await run('--format', 'claude')).toBe(2);
    expect(await run('--url', 'https://api.example.org')).toBe(2);
    const mapping = path.join(folder, 'mapping.json');
    await writeFile(mapping, '{"txt": "note"}');
    expect(await run('--format', 'csv', '--file', fixture('notes.csv'), '--mapping', mapping)).toBe(1);
    expect(printed.err).toContain('--mapping: The mapping has the field txt.');
  });

  const badFiles = [
    ['mem0', '{"data": [{"memory": "a"}]}', 'The file has no list of records of the format mem0. Its fields are data.'],
    ['json', '{"text": "a", "user_id": "rosa"}', 'The file has no list of records.'],
    ['json', '{"rosa": {"text": "a", "user_id": "rosa"}}', 'The file has no list of records.'],
    ['mem0', '{"detail": "Invalid API key."}', 'The file has no list of records.'],
    ['zep', '{}', 'The file has no list of records.'],
    ['openmemory', '{"Memories": [{"content": "a"}]}', 'no list of records of the format openmemory'],
    ['csv', 'text,user_id\ra,rosa\rb,rosa\r', 'The lines of the file end with CR alone.'],
    ['csv', 'text,user_id,text\na,rosa,\n', 'The header has the column text twice.'],
    ['csv', 'note,user,when\na,rosa,2026\n', 'The mapping names the column time. The columns are note, user, when.'],
    [
      'jsonl',
      '{"text": "a", "user_id": 1234567890123456789}',
      'The owner 1234567890123456800 is too large for a number',
    ],
  ] as const;

  it.each(badFiles)('of %s refuses %j, of which it would drop or mix up records', async (format, content, reason) => {
    const [file, mapping] = [path.join(folder, 'unread'), path.join(folder, 'unread-mapping.json')];
    await writeFile(file, content);
    await writeFile(mapping, '{"text": "note", "createdAt": "time"}');
    const options = reason.includes('mapping') ? ['--mapping', mapping] : [];
    expect(await run('--format', format, '--file', file, ...options)).toBe(1);
    expect(printed.err).toContain(reason);
  });

  it('reads the list of a document, and no field beside it', async () => {
    const file = path.join(folder, 'page.json');
    await writeFile(
      file,
      '{"count": 1, "page": {"text": "b"}, "memories": [{"text": "Rosa paddles.", "user_id": "rosa"}]}',
    );
    expect((await report('--format', 'json', '--file', file)).memories).toEqual({
      found: 1,
      imported: 1,
      known: 0,
      skipped: 0,
    });
    await writeFile(file, '{"count": 0, "results": []}');
    expect((await report('--format', 'mem0', '--file', file)).memories).toEqual({
      found: 0,
      imported: 0,
      known: 0,
      skipped: 0,
    });
  });

  it('reads compressed files', async () => {
    const { gzipSync } = await import('node:zlib');
    const file = path.join(folder, 'notes.jsonl.gz');
    await writeFile(file, gzipSync(await readFile(fixture('notes.jsonl'))));
    expect((await report('--format', 'jsonl', '--file', file)).memories.imported).toBe(2);
    await cp(file, path.join(folder, 'broken.jsonl.gz'));
    await writeFile(path.join(folder, 'broken.jsonl.gz'), (await readFile(file)).subarray(0, 40));
    expect(await run('--format', 'jsonl', '--file', path.join(folder, 'broken.jsonl.gz'))).toBe(1);
  });
});
