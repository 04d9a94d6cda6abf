import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '@memory-gateway/database';
import { builtProgram } from '../helpers/built-program.js';
import { createChildEnvironment } from '../helpers/child-environment.js';
import { testDatabase } from '../setup/database.js';

// IMPORT_KILLS=20 is the long form of this test, over several formats. IMPORT_KILL_FORMAT names one of them.
const kills = Number(process.env.IMPORT_KILLS ?? 2);
const records = 500 + 250 * kills;
const indexes = Array.from({ length: records }, (_, index) => index);
const time = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, index));
const textOf = (index: number) => `Fact ${index}`;

const toMessage = (index: number) => ({
  uuid: `m${index}`,
  sender: 'human',
  text: textOf(index),
  created_at: time(index).toISOString(),
});

const toNode = (index: number, first: number) => [
  `n${index}`,
  {
    id: `n${index}`,
    parent: index === first ? null : `n${index - 1}`,
    message: {
      id: `n${index}`,
      author: { role: 'user' },
      create_time: time(index).getTime() / 1_000,
      content: { content_type: 'text', parts: [textOf(index)] },
    },
  },
];

/** The same facts as the file of each product or format. */
const files: Readonly<Record<string, () => string>> = {
  jsonl: () =>
    indexes
      .map((index) =>
        JSON.stringify({ id: `r${index}`, text: textOf(index), user_id: 'rosa', created_at: time(index) }),
      )
      .join('\n'),
  csv: () =>
    ['text,user_id,created_at', ...indexes.map((index) => `${textOf(index)},rosa,${time(index).toISOString()}`)].join(
      '\r\n',
    ),
  mem0: () =>
    JSON.stringify({
      results: indexes.map((index) => ({
        id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        memory: textOf(index),
        user_id: 'rosa',
        created_at: time(index),
      })),
    }),
  openmemory: () =>
    JSON.stringify({
      user: { user_id: 'rosa' },
      memories: indexes.map((index) => ({ id: `o${index}`, content: textOf(index), created_at: time(index) })),
    }),
  letta: () =>
    JSON.stringify(indexes.map((index) => ({ id: `passage-${index}`, text: textOf(index), created_at: time(index) }))),
  langchain: () =>
    JSON.stringify(
      indexes.map((index) => ({
        type: 'human',
        data: { id: `h${index}`, content: textOf(index), additional_kwargs: { timestamp: time(index) } },
      })),
    ),
  zep: () =>
    JSON.stringify({
      edges: indexes.map((index) => ({ uuid: `e${index}`, fact: textOf(index), created_at: time(index) })),
    }),
  // Edges of Graphiti are imported with the format zep.
  graphiti: () =>
    JSON.stringify(
      indexes.map((index) => ({
        uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        group_id: 'rosa',
        fact: textOf(index),
        created_at: time(index),
        expired_at: null,
        attributes: {},
      })),
    ),
  chatgpt: () =>
    JSON.stringify(
      indexes
        .filter((index) => index % 10 === 0)
        .map((first) => ({
          conversation_id: `c${first}`,
          current_node: `n${first + 9}`,
          mapping: Object.fromEntries(indexes.slice(first, first + 10).map((index) => toNode(index, first))),
        })),
    ),
  claude: () =>
    JSON.stringify(
      indexes
        .filter((index) => index % 10 === 0)
        .map((first) => ({
          uuid: `c${first}`,
          name: 'Chat',
          chat_messages: indexes.slice(first, first + 10).map(toMessage),
        })),
    ),
};
const formats =
  process.env.IMPORT_KILL_FORMAT?.split(',') ?? (process.env.IMPORT_KILLS ? Object.keys(files) : ['jsonl']);

let folder: string;
let environment: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-import-kill-'));
  environment = await createChildEnvironment(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts the import command on a file, whose name ends with its format. */
async function startImport(file: string) {
  const name = path.extname(file).slice(1);
  const argv = [await builtProgram(), 'import', '--format', name === 'graphiti' ? 'zep' : name, '--file', file];
  argv.push('--user-id', 'rosa', '--json');
  return spawn(process.execPath, argv, {
    // A folder without a .env, which could name another database.
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
      EMBEDDER: 'none',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function readStored(): Promise<{ text: string; createdAt: Date }[]> {
  const read = (database: Database) =>
    database.query<{ text: string; createdAt: Date }>('SELECT text, created_at FROM memories ORDER BY created_at');
  if (environment.DATABASE_URL) return read(await testDatabase());
  const database = await openDatabase({ kind: 'embedded', dataDir: environment.DATA_DIR ?? '' });
  try {
    return await read(database);
  } finally {
    await database.close();
  }
}

it.each(formats)(
  `an import of %s that is killed ${kills} times and repeated has nothing twice and nothing missing`,
  { timeout: 60_000 + kills * 30_000 },
  async (format) => {
    const file = path.join(folder, `notes.${format}`);
    await writeFile(file, files[format]?.() ?? '');
    for (let kill = 0; kill < kills; kill += 1) {
      const child = await startImport(file);
      const ended = once(child, 'exit');
      // The first line of progress: at least one part is stored.
      await new Promise<void>((resolve) => {
        child.stderr.on('data', (chunk: Buffer) => chunk.includes('memories ') && resolve());
        child.once('exit', () => resolve());
      });
      await delay(Math.random() * 150);
      child.kill('SIGKILL');
      await ended;
    }
    const last = await startImport(file);
    let printed = '';
    let failure = '';
    last.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    last.stderr.on('data', (chunk: Buffer) => (failure += chunk.toString()));
    expect(await once(last, 'exit'), failure).toEqual([0, null]);
    const { memories } = JSON.parse(printed) as {
      memories: { found: number; imported: number; known: number; skipped: number };
    };
    expect(memories).toMatchObject({ found: records, skipped: 0 });
    expect(memories.imported + memories.known).toBe(records);
    const stored = await readStored();
    expect(stored.map(({ text }) => text)).toEqual(indexes.map(textOf));
    expect(stored.map(({ createdAt }) => createdAt)).toEqual(indexes.map(time));
  },
);
