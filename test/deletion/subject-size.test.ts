import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger, openServices } from '../../src/app/open-services.js';
import { loadConfig } from '../../src/config.js';
import { ensureVectorIndex } from '../../src/stores/search/vector-index.js';
import { builtProgram } from '../helpers/built-program.js';
import { createChildEnvironment } from '../helpers/child-environment.js';

// The long form: SUBJECT_MEMORIES=50000.
const memories = Number(process.env.SUBJECT_MEMORIES ?? 600);
/** Largest resident memory of a command in megabytes, and of its heap. The embedded database has some 350 of it. */
const [residentMax, heapMax] = [700, 128];

let folder: string;
let environment: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-subject-'));
  environment = {
    ...(await createChildEnvironment(folder)),
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    EMBEDDER: 'none',
    LOG_LEVEL: 'silent',
  };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const FILL = [
  `INSERT INTO memories (id, project_id, user_id, run_id, text, hash, dedupe_key)
   SELECT gen_random_uuid(), p.id, CASE WHEN n % 10 = 0 THEN 'otto' ELSE 'rosa' END, 'run-' || n / 20, 'Lamp ' || n || ' stands in room ' || n % 97, md5(n::text),
     sha256(convert_to(n::text, 'UTF8')) FROM projects p, generate_series(1, $1::int * 10 / 9) AS n WHERE p.is_default`,
  `INSERT INTO memory_history (id, memory_id, project_id, event, new_memory, user_id, run_id)
   SELECT gen_random_uuid(), id, project_id, 'ADD', text, user_id, run_id FROM memories`,
  `INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding)
   SELECT m.id, 1, m.project_id, ARRAY(SELECT random() + 0 * m.sequence FROM generate_series(1, 384))::vector::halfvec FROM memories m`,
  `INSERT INTO events (id, project_id, type, status, payload, results)
   SELECT gen_random_uuid(), project_id, 'ADD', 'SUCCEEDED', jsonb_build_object('userId', user_id), jsonb_build_array(jsonb_build_object('id', id, 'memory', text))
   FROM memories`,
  `INSERT INTO entities (project_id, type, name) SELECT DISTINCT project_id, 'user', user_id FROM memories`,
];

async function withServices<T>(work: (opened: Awaited<ReturnType<typeof openServices>>) => Promise<T>): Promise<T> {
  const config = loadConfig(environment);
  const opened = await openServices(config, { log: createLogger(config) });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

const fill = () =>
  withServices(async ({ services: { database } }) => {
    const client = await database.pool.connect();
    try {
      await client.query('SET statement_timeout = 0');
      await client.query('DROP INDEX memory_embeddings_hnsw_1');
      for (const sql of FILL) await client.query(sql, sql.includes('$1') ? [memories] : []);
      // A plain ANALYZE leaves entries of the word indexes unsorted.
      await client.query('VACUUM ANALYZE');
    } finally {
      client.release(database.kind === 'postgres');
    }
    await ensureVectorIndex(database, { embedder: 1, dimension: 384 });
  });

const resident = (pid: number) => {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_000;
};

async function run(...words: string[]): Promise<{ rows: Record<string, number> }> {
  const argv = [`--max-old-space-size=${heapMax}`, await builtProgram(), 'subject', ...words, '--json'];
  const startedAt = performance.now();
  const child = spawn(process.execPath, argv, {
    // A folder without a .env, which could name another database.
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [peak, printed, failure] = [0, '', ''];
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (failure += chunk.toString()));
  const timer = setInterval(() => (peak = Math.max(peak, resident(child.pid ?? 0))), 25);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  expect(code, failure).toBe(0);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`subject ${words[0] ?? ''}: ${seconds} s, ${Math.round(peak)} MB at the peak\n`);
  expect(peak).toBeLessThan(residentMax);
  return JSON.parse(printed) as { rows: Record<string, number> };
}

async function countLines(file: string): Promise<number> {
  let lines = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) if (line !== '') lines += 1;
  return lines;
}

it.runIf(existsSync('/proc/self/status'))(
  `exports and erases an entity with ${memories} memories, with bounded memory, and counts every row`,
  { timeout: 60_000 + memories * 20 },
  async () => {
    await fill();
    const file = path.join(folder, 'rosa.jsonl');
    const stored = { entities: 1, memories, memory_history: memories, events: memories };
    expect((await run('export', file, '--user-id', 'rosa')).rows).toMatchObject(stored);
    expect(await countLines(file)).toBe(1 + 3 * memories);
    expect((await run('erase', '--user-id', 'rosa')).rows).toMatchObject({ ...stored, memory_embeddings: memories });
    const left = await withServices(({ services: { database } }) =>
      database.query<{ users: string[] }>('SELECT array_agg(DISTINCT user_id) AS users FROM memories'),
    );
    expect(left).toEqual([{ users: ['otto'] }]);
  },
);
