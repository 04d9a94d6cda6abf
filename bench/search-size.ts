// Measures the cost of search in a large project, and the results that its indexes miss:
//
//   DATABASE_URL=... npx tsx bench/search-size.ts [--memories 100000] [--queries 40]
//
// Stores memories with synthetic texts and vectors, then searches the project, and users with a fifth, a twentieth and
// 100 of the memories. Prints latencies without the embedding model, the most rows read by one statement, and the share
// of the exact top ten that the indexes find, then the cost of a search with `asOf`. DATABASE_URL must be a Postgres
// database that may be lost: empty, or filled by an earlier run.
import { parseArgs } from 'node:util';
import { createLogger, openServices } from '../src/app/open-services.js';
import type { Caller } from '../src/auth/caller.js';
import { loadConfig } from '../src/config.js';
import { createContext, type Services } from '../src/context.js';
import type { Embedder } from '@memory-gateway/models';
import { readFilter } from '../src/resolvers/memory/read-filter.js';
import { searchMemories } from '../src/resolvers/memory/search-memories.js';
import { currentProject } from '../src/resolvers/project/current-project.js';
import { createStores } from '../src/stores/create-stores.js';
import { fillProject, LARGE_USER, makeQueries, MIDDLE_USER, type SizeQuery } from './search-size/fill.js';
import { explainReads } from './search-size/rows-read.js';
import { percentile } from './retrieval/measure.js';

const { values: options } = parseArgs({ options: { memories: { type: 'string' }, queries: { type: 'string' } } });
const memories = Number(options.memories ?? 100_000);
const config = loadConfig({
  DATABASE_URL: process.env.DATABASE_URL,
  JWT_SECRET: 'a-secret-of-the-benchmark-71c3',
  EMBEDDER: 'none',
  LOG_LEVEL: 'fatal',
});
if (config.database.kind !== 'postgres') throw new Error('DATABASE_URL is not set.');
const admin: Caller = { mode: 'admin_api_key', user: null, key: null, isAdmin: true };

let vector: Float32Array = new Float32Array(384);
const embedder: Embedder = {
  id: 'local/all-minilm-l6-v2',
  dimension: 384,
  ready: async () => undefined,
  embed: async (texts) => texts.map(() => vector),
  close: async () => undefined,
};

const { services: opened, close } = await openServices(config, { log: createLogger(config) });
const services: Services = { ...opened, embedder };
const contextOf = (given: Services) => createContext(given, { caller: admin, requestId: 'bench' });
const { projectId } = await currentProject(contextOf(services));
const [stored] = await services.database.query<{ count: number }>('SELECT count(*) FROM memories');
if (stored?.count === 0) {
  console.log(`storing ${memories} memories`);
  await fillProject(services.database, { projectId, memories });
}

async function search(
  given: Services,
  { query, userId, isExact, asOf }: { query: SizeQuery; userId: string | null; isExact: boolean; asOf?: Date },
) {
  vector = query.vector;
  const filter = userId === null ? undefined : readFilter({ user_id: userId });
  const input = { projectId, query: query.text, filter, threshold: 0, asOf };
  const { results } = await searchMemories(contextOf(given), input, isExact ? { exactScopeMax: Infinity } : {});
  return results.map(({ memory }) => memory.id);
}

async function measure(name: string, userId: string | null): Promise<void> {
  const queries = await makeQueries(services.database, projectId, Number(options.queries ?? 40));
  const explained = explainReads(services.database);
  const counted = {
    ...services,
    database: explained.database,
    stores: createStores(explained.database, explained.database),
  };
  const latencies: number[] = [];
  let [found, expected, rows] = [0, 0, 0];
  for (const query of queries) {
    const startedAt = performance.now();
    const ids = await search(services, { query, userId, isExact: false });
    latencies.push(performance.now() - startedAt);
    await search(counted, { query, userId, isExact: false });
    for (const read of explained.takeReads()) rows = Math.max(rows, read.rows);
    const exact = await search(services, { query, userId, isExact: true });
    found += exact.filter((id) => ids.includes(id)).length;
    expected += exact.length;
  }
  const ms = (share: number) => percentile(latencies, share).toFixed(1);
  console.log(
    `${name.padEnd(28)} p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms; at most ${rows} rows a statement; ${((100 * found) / expected).toFixed(1)} % of the exact first ten`,
  );
}

/** Compares searches with `asOf` and without, alternating. */
async function comparePast(name: string, userId: string | null): Promise<void> {
  const queries = await makeQueries(services.database, projectId, Number(options.queries ?? 40));
  const asOf = new Date(Date.now() - 1_000);
  const [plain, past]: [number[], number[]] = [[], []];
  for (const query of queries)
    for (const [latencies, time] of [
      [plain, undefined],
      [past, asOf],
    ] as const) {
      const startedAt = performance.now();
      await search(services, { query, userId, isExact: false, ...(time && { asOf: time }) });
      latencies.push(performance.now() - startedAt);
    }
  const ratio = percentile(past, 0.5) / percentile(plain, 0.5);
  console.log(`${name.padEnd(28)} a search as of a time takes ${ratio.toFixed(2)} times a plain one (p50)`);
}

await measure('warm-up', null);
await measure('project', null);
await measure('user with a fifth', LARGE_USER);
await measure('user with a twentieth', MIDDLE_USER);
await measure('user with 100 memories', 'user-7');
await comparePast('user with 100 memories', 'user-7');
await comparePast('user with a twentieth', MIDDLE_USER);
await comparePast('project', null);
await close();
