import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { percentile } from '../../bench/retrieval/measure.js';
import { makeQueries, storeInBulk, storeLoneVectors, storeProject } from '../../bench/search-size/fill.js';
import { makeDirections, storeNearVectors } from '../../bench/search-size/foreign-vectors.js';
import type { CallerUser } from '../../src/auth/caller.js';
import { defaultSearchSettings, type SearchSettings } from '../../src/resolvers/memory/search-pool.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { fakeEmbedder } from './fake-embedder.js';

// Long form: FOREIGN_VECTORS=1000000 TOPIC_VECTORS=800000, on Postgres, with the settings of the product.
/** Vectors of another project that are nearer to the query than every relevant one. */
const foreign = Number(process.env.FOREIGN_VECTORS ?? 3_000);
/** Vectors of a third project, of the same topics as the searched ones. */
const sameTopics = Number(process.env.TOPIC_VECTORS ?? 1_500);
const isLong = foreign >= 100_000;
const sizes = isLong ? [1_000, 12_000, foreign / 5] : [300, 1_200];
const largest = Math.max(...sizes);
const total = sizes.reduce((sum, size) => sum + size, foreign + sameTopics);
const settings: SearchSettings = isLong
  ? defaultSearchSettings
  : { wholeScopeMax: 30, exactScopeMax: 90, matchingMax: 60, candidatesMin: 5, visitedMax: 200 };
/** The short form needs more candidates than five for a share of the exact results. */
const wide: SearchSettings = isLong
  ? settings
  : { ...settings, matchingMax: 1_000, candidatesMin: 20, visitedMax: 4_000 };
/** Cosines to the query of the memories that answer it. All foreign vectors are nearer. */
const relevant = [0.8, 0.78, 0.76, 0.74, 0.72, 0.7, 0.68, 0.66, 0.64, 0.62];

let services: TestServices;
let ada: CallerUser;
const projects = new Map<number, string>();
const { center, near } = makeDirections();
let vector = center;

async function storeRelevant(projectId: string): Promise<void> {
  for (const [index, cosine] of relevant.entries()) {
    const [row] = await services.database.query<{ id: string }>(
      `INSERT INTO memories (id, project_id, user_id, text, hash, dedupe_key)
      VALUES (gen_random_uuid(), $1, 'ada', $2, 'h', sha256(convert_to($2, 'UTF8'))) RETURNING id`,
      [projectId, `relevant ${index}`],
    );
    await services.database.query(
      `INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding) VALUES ($1, 1, $2, $3::halfvec)`,
      [row?.id, projectId, JSON.stringify(Array.from(near(cosine)))],
    );
  }
}

beforeAll(async () => {
  services = await testServices({ embedder: { ...fakeEmbedder(), embed: async () => [vector] } });
  ({ ada } = await people(services));
  const settle = async () => (await tenant(services, [[ada, 'OWNER']])).projectId;
  for (const size of sizes) projects.set(size, await settle());
  const [nearer, others] = [await settle(), await settle()];
  const { rowsMs, vectorIndexMs } = await storeInBulk(services.database, { memories: total }, async (client) => {
    for (const [memories, projectId] of projects) await storeProject(client, { projectId, memories });
    await storeNearVectors(client, { projectId: nearer, vectors: foreign, center, cosine: 0.95 });
    await storeLoneVectors(client, { projectId: others, memories: sameTopics });
  });
  if (isLong)
    console.log(`${total} memories: rows ${rowsMs.toFixed(0)} ms, vector index ${vectorIndexMs.toFixed(0)} ms`);
  for (const projectId of projects.values()) await storeRelevant(projectId);
}, 14_400_000);

afterAll(() => emptyDatabase(services.database));

/** Searches a project. @returns the results and the time that they took */
async function search(size: number, query: string, given = settings) {
  const request = { projectId: projects.get(size) ?? '', query, topK: 10, threshold: 0 };
  const startedAt = performance.now();
  const { results } = await searchMemories(as(services, ada), request, given);
  return { memories: results.map(({ memory }) => memory), ms: performance.now() - startedAt };
}

function print(name: string, latencies: readonly number[]): void {
  const [p50, p95] = [percentile(latencies, 0.5), percentile(latencies, 0.95)].map((ms) => ms.toFixed(0));
  if (isLong) console.log(`${name} in a database of ${total}: p50 ${p50} ms, p95 ${p95} ms`);
}

describe('a search beside projects whose vectors are nearer to the query', () => {
  it.each(sizes)(
    'finds the ten relevant memories of a project of %i, in their order',
    async (size) => {
      vector = center;
      const latencies: number[] = [];
      for (let round = 0; round < (isLong ? 20 : 1); round += 1) {
        const { memories, ms } = await search(size, 'zzz');
        latencies.push(ms);
        expect(memories.map(({ text }) => text)).toEqual(relevant.map((_, index) => `relevant ${index}`));
      }
      print(`${size}, beside nearer vectors`, latencies);
    },
    600_000,
  );
});

describe('a search beside projects of the same topics', () => {
  it(
    'finds 95 of 100 of the exact first ten in a project with a share of the database',
    { timeout: 600_000 },
    async () => {
      const latencies: number[] = [];
      let [found, expected] = [0, 0];
      for (const query of await makeQueries(services.database, projects.get(largest) ?? '', isLong ? 100 : 20)) {
        vector = query.vector;
        const { memories, ms } = await search(largest, query.text, wide);
        latencies.push(ms);
        const exact = await search(largest, query.text, { ...wide, exactScopeMax: Infinity });
        expected += exact.memories.length;
        found += exact.memories.filter(({ id }) => memories.some((memory) => memory.id === id)).length;
      }
      print(`${largest}, ${((100 * found) / expected).toFixed(1)} % of the exact first ten`, latencies);
      expect(expected).toBeGreaterThan(0);
      expect(found / expected).toBeGreaterThanOrEqual(0.95);
    },
  );
});
