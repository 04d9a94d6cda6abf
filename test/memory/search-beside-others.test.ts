import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillProject } from '../../bench/search-size/fill.js';
import { fillWithNearVectors, makeDirections } from '../../bench/search-size/foreign-vectors.js';
import type { CallerUser } from '../../src/auth/caller.js';
import { defaultSearchSettings, type SearchSettings } from '../../src/resolvers/memory/search-pool.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { fakeEmbedder } from './fake-embedder.js';

// Long form: FOREIGN_VECTORS=1000000, on Postgres, with the settings of the product.
const foreign = Number(process.env.FOREIGN_VECTORS ?? 3_000);
const isLong = foreign >= 100_000;
const sizes = isLong ? [1_000, 12_000, 100_000] : [300, 1_200];
const settings: SearchSettings = isLong
  ? defaultSearchSettings
  : { wholeScopeMax: 30, exactScopeMax: 90, matchingMax: 60, candidatesMin: 5, visitedMax: 200 };
/** Cosines to the query of the memories that answer it. All foreign vectors are nearer. */
const relevant = [0.8, 0.78, 0.76, 0.74, 0.72, 0.7, 0.68, 0.66, 0.64, 0.62];

let services: TestServices;
let ada: CallerUser;
const projects = new Map<number, string>();
const { center, near } = makeDirections();

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
  services = await testServices({ embedder: { ...fakeEmbedder(), embed: async () => [center] } });
  ({ ada } = await people(services));
  for (const size of sizes) {
    const { projectId } = await tenant(services, [[ada, 'OWNER']]);
    projects.set(size, projectId);
    await fillProject(services.database, { projectId, memories: size });
    await storeRelevant(projectId);
  }
  const { projectId } = await tenant(services, [[ada, 'OWNER']]);
  await fillWithNearVectors(services.database, { projectId, memories: foreign, center, cosine: 0.95 });
}, 7_200_000);

afterAll(() => emptyDatabase(services.database));

describe('a search beside projects whose vectors are nearer to the query', () => {
  it.each(sizes)(
    'finds the ten relevant memories of a project of %i, in their order',
    async (size) => {
      const request = { projectId: projects.get(size) ?? '', query: 'zzz', topK: 10, threshold: 0 };
      const startedAt = performance.now();
      const { results } = await searchMemories(as(services, ada), request, settings);
      if (isLong) console.log(`${size} beside ${foreign}: ${(performance.now() - startedAt).toFixed(0)} ms`);
      expect(results.map(({ memory }) => memory.text)).toEqual(relevant.map((_, index) => `relevant ${index}`));
    },
    120_000,
  );
});
