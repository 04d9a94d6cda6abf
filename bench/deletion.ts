// Measures the cost of a bulk deletion and its effect on searches:
//
//   DATABASE_URL=... npx tsx bench/deletion.ts [memories] [rounds]
//
// Stores memories of ten users with a vector and an access each. Each round deletes the memories of one user while two
// concurrent searches run for another. Prints the time to accept, the time until all rows are removed, and search
// latencies without and during the deletion. Query vectors are random, so that the figures describe the database.
// DATABASE_URL must be a Postgres database that may be lost: empty, or filled by an earlier run.
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger, openServices } from '../src/app/open-services.js';
import type { Caller } from '../src/auth/caller.js';
import { loadConfig } from '../src/config.js';
import { createContext, type Services } from '../src/context.js';
import { failureHandlers, handlers } from '../src/jobs/registry.js';
import { startWorker } from '../src/jobs/worker.js';
import type { Embedder } from '@memory-gateway/models';
import { deleteMemoriesByFilter } from '../src/resolvers/deletion/delete-memories.js';
import { getEvent } from '../src/resolvers/event/get-event.js';
import { readFilter } from '../src/resolvers/memory/read-filter.js';
import { searchMemories } from '../src/resolvers/memory/search-memories.js';
import { currentProject } from '../src/resolvers/project/current-project.js';

const [memories = 100_000, rounds = 5] = process.argv.slice(2).map(Number);
const config = loadConfig({
  DATABASE_URL: process.env.DATABASE_URL,
  JWT_SECRET: 'a-secret-of-the-benchmark-71c3',
  EMBEDDER: 'none',
  LOG_LEVEL: 'fatal',
});
if (config.database.kind !== 'postgres') throw new Error('DATABASE_URL is not set.');
const admin: Caller = { mode: 'admin_api_key', user: null, key: null, isAdmin: true };
const words =
  'amber basil cedar delta ember fjord grove heron islet jetty kelp lotus maple north olive pearl quartz river slate thyme umber violet willow yarrow zinc'.split(
    ' ',
  );
const lot = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;
const embedder: Embedder = {
  id: 'local/all-minilm-l6-v2',
  dimension: 384,
  ready: async () => undefined,
  embed: async (texts) => texts.map(() => Float32Array.from({ length: 384 }, () => Math.random() - 0.5)),
  close: async () => undefined,
};

const FILL = `
INSERT INTO memories (id, project_id, user_id, run_id, text, hash, dedupe_key, categories, created_at)
SELECT gen_random_uuid(), $1, 'user-' || n % 10, 'run-' || n % 700, 'Note ' || n || ' on ' || w[1 + n % 25] || ', ' || w[1 + n * 7 / 3 % 25] || ' and ' || w[1 + n * 13 / 5 % 25],
  'h', sha256(convert_to(n::text, 'UTF8')), '{}', now() - n * interval '1 second'
FROM generate_series($2::int, $3::int) n, (SELECT $4::text[] AS w) AS words`;

const VECTORS = `
INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding)
SELECT m.id, 1, m.project_id, ARRAY(SELECT random() - 0.5 + 0 * length(m.text) FROM generate_series(1, 384))::vector::halfvec FROM memories m WHERE m.project_id = $1`;

async function fill({ database }: Services, projectId: string): Promise<void> {
  for (let from = 1; from <= memories; from += 5_000)
    await database.query(FILL, [projectId, from, Math.min(from + 4_999, memories), words]);
  await database.query('INSERT INTO memory_access (memory_id, project_id) SELECT id, project_id FROM memories');
  await database.query(`INSERT INTO memory_history (id, memory_id, project_id, event, new_memory, user_id, created_at, updated_at)
    SELECT gen_random_uuid(), id, project_id, 'ADD', text, user_id, created_at, created_at FROM memories`);
  // Building the index at the end takes a tenth of the time.
  const [index] = await database.query<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE indexname = 'memory_embeddings_hnsw_1'`,
  );
  const client = await database.pool.connect();
  for (const statement of [
    `SET statement_timeout = 0`,
    `SET maintenance_work_mem = '1GB'`,
    'DROP INDEX memory_embeddings_hnsw_1',
  ])
    await client.query(statement);
  await client.query(VECTORS, [projectId]);
  await client.query(index?.indexdef ?? '');
  await client.query('VACUUM ANALYZE');
  client.release(true);
}

const percentile = (values: readonly number[], share: number) => {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
};
const show = (ms: number) => `${ms.toFixed(1)} ms`;
const summary = (values: readonly number[]) =>
  `${values.length} searches, p50 ${show(percentile(values, 0.5))}, p95 ${show(percentile(values, 0.95))}, p99 ${show(percentile(values, 0.99))}`;

/** Runs two concurrent searches until the returned function is called. It returns the latencies. */
function search(services: Services, projectId: string): () => Promise<number[]> {
  const latencies: number[] = [];
  let isOver = false;
  const one = async () => {
    while (!isOver) {
      const started = performance.now();
      const query = `${lot(words)} and ${lot(words)}`;
      await searchMemories(createContext(services, { caller: admin, requestId: 'bench' }), {
        projectId,
        query,
        filter: readFilter({ user_id: 'user-0' }),
        threshold: 0,
      });
      latencies.push(performance.now() - started);
    }
  };
  const both = Promise.all([one(), one()]);
  return async () => {
    isOver = true;
    await both;
    return latencies;
  };
}

const { services: opened, jobs, close } = await openServices(config, { log: createLogger(config) });
const services: Services = { ...opened, embedder };
const ctx = () => createContext(services, { caller: admin, requestId: 'bench' });
const { projectId } = await currentProject(ctx());
const usersLeft = () =>
  services.database.query<{ userId: string; count: number }>(
    'SELECT user_id, count(*) FROM memories GROUP BY 1 ORDER BY 1',
  );
if ((await usersLeft()).length === 0) {
  console.log(`storing ${memories} memories`);
  await fill(services, projectId);
}
const worker = startWorker(services, { queue: jobs, handlers, failureHandlers });
const [accepted, gone, idle, during]: [number[], number[], number[], number[]] = [[], [], [], []];
for (const warmUp = search(services, projectId); ;) {
  await wait(3_000);
  await warmUp();
  break;
}
for (const { userId, count } of (await usersLeft()).filter((user) => user.userId !== 'user-0').slice(0, rounds)) {
  const stopIdle = search(services, projectId);
  await wait(5_000);
  idle.push(...(await stopIdle()));
  const stop = search(services, projectId);
  const started = performance.now();
  const { event } = await deleteMemoriesByFilter(ctx(), { projectId, userId });
  accepted.push(performance.now() - started);
  for (let status = event.status; status !== 'SUCCEEDED'; await wait(10))
    ({ status } = await getEvent(ctx(), { id: event.id }));
  gone.push(performance.now() - started);
  during.push(...(await stop()));
  console.log(
    `${userId}: accepted in ${show(accepted.at(-1) ?? NaN)}, ${count} memories gone after ${show(gone.at(-1) ?? NaN)}`,
  );
}
console.log(`accepting: at most ${show(Math.max(...accepted))}\nrows gone: after ${show(Math.max(...gone))} at most`);
console.log(
  `nothing deleted: ${summary(idle)}\nmeanwhile:       ${summary(during)}\np99 is ${(percentile(during, 0.99) / percentile(idle, 0.99)).toFixed(2)} times that of idle`,
);
await worker.stop(1_000);
await close();
