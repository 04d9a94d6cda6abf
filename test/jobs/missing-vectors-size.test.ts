import { afterAll, beforeAll, expect, it } from 'vitest';
import { explainReads } from '../../bench/search-size/rows-read.js';
import { createStores } from '../../src/stores/create-stores.js';
import { people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';

const memories = 6_000;
const batch = 64;

let services: TestServices;
let former: number;
let next: number;
beforeAll(async () => {
  services = await testServices();
  const { ada } = await people(services);
  const { projectId } = await tenant(services, [[ada, 'OWNER']]);
  const { database, stores } = services;
  former = await stores.vectors.embedderId({ id: 'former', dimension: 2 });
  next = await stores.vectors.embedderId({ id: 'next', dimension: 2 });
  await database.query(
    `INSERT INTO memories (id, project_id, user_id, text, hash) SELECT md5(n::text)::uuid, $1, 'ann', 'Lamp ' || n, 'h' FROM generate_series(1, $2::int) AS n`,
    [projectId, memories],
  );
  await embed(former, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  await database.query('VACUUM ANALYZE');
});
afterAll(() => emptyDatabase(services.database));

/** Stores vectors of memories up to an ID, as the job has done that gives them to memories in the order of IDs. */
const embed = (embedder: number, upTo: string) =>
  services.database.query(
    `INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding) SELECT m.id, $1, m.project_id, '[1,2]' FROM memories m WHERE m.id <= $2`,
    [embedder, upTo],
  );

it('with another model, the next memories to embed are found without a look at those that were embedded before', async () => {
  const middle = '80000000-0000-0000-0000-000000000000';
  await embed(next, middle);
  await services.database.query('VACUUM ANALYZE');
  const { database, takeReads } = explainReads(services.database);
  const found = await createStores(database, database).reEmbedding.missing(next, { after: middle, limit: batch });
  expect(found).toHaveLength(batch);
  const [read] = takeReads();
  expect(read?.rows).toBeGreaterThanOrEqual(batch);
  expect(read?.rows).toBeLessThan(10 * batch);
});
