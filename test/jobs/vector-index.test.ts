import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { ensureVectorIndex, replaceSlowIndexes } from '../../src/stores/search/vector-index.js';
import { people, tenant, testServices, type TestServices } from '../helpers/context.js';

const HALF = `CREATE INDEX memory_embeddings_hnsw_1 ON memory_embeddings USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WHERE embedder_id = 1`;
const FAST = `(embedding)::vector(384)) vector_cosine_ops) WITH (m='12', ef_construction='40') WHERE (embedder_id = 1)`;

let services: TestServices;
let projectId: string;

const definition = async () => {
  const sql = `SELECT indexdef FROM pg_indexes WHERE indexname = 'memory_embeddings_hnsw_1'`;
  return (await services.database.query<{ indexdef: string }>(sql))[0]?.indexdef ?? '';
};
const restore = () => services.database.pool.query(`DROP INDEX memory_embeddings_hnsw_1; ${HALF}`);

beforeEach(async () => {
  services = await testServices();
  ({ projectId } = await tenant(services, [[(await people(services)).ada, 'OWNER']]));
  await restore();
});
afterEach(restore);

/** Adds memories with a vector each. The index leaves out vectors of zeros, so that these are added fast. */
const fill = (count: number) =>
  services.database.query(
    `WITH added AS (
       INSERT INTO memories (id, project_id, user_id, text, hash)
       SELECT gen_random_uuid(), $1, 'ada', 'Lamp ' || n, md5(n::text) FROM generate_series(1, $2::int) AS n RETURNING id
     ) INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding)
     SELECT id, 1, $1, array_fill(0.0, ARRAY[384])::vector::halfvec FROM added`,
    [projectId, count],
  );

describe.runIf(inject('databases').kind === 'embedded')('the vector index of the embedded database', () => {
  it('is replaced at a start by the fast one while it holds few vectors', async () => {
    await fill(20);
    await replaceSlowIndexes(services.database);
    expect(await definition()).toContain(FAST);
    await replaceSlowIndexes(services.database);
    expect(await definition()).toContain(FAST);
  });

  it('is replaced when it has the links of an earlier version', async () => {
    await services.database.pool.query(
      `DROP INDEX memory_embeddings_hnsw_1; ${HALF.replace('halfvec(384)', 'vector(384)').replace('halfvec_', 'vector_')}`,
    );
    await replaceSlowIndexes(services.database);
    expect(await definition()).toContain(FAST);
  });

  it('stays as it is when it holds so many vectors that a start would take long', async () => {
    await fill(1_563);
    await replaceSlowIndexes(services.database);
    expect(await definition()).toContain('::halfvec(384)');
  });
});

describe.runIf(inject('databases').kind === 'postgres')('the vector index of Postgres', () => {
  it('is built once when another process needs it meanwhile', async () => {
    const { database } = services;
    const index = () =>
      database.query<{ oid: number; isValid: boolean }>(
        `SELECT indexrelid::int AS oid, indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass('memory_embeddings_hnsw_1')`,
      );
    await database.pool.query('DROP INDEX memory_embeddings_hnsw_1');
    const writer = await database.pool.connect();
    await writer.query('BEGIN; LOCK TABLE memory_embeddings IN ROW EXCLUSIVE MODE');
    const build = () => ensureVectorIndex(database, { embedder: 1, dimension: 384 });
    const first = build();
    await expect.poll(index).toMatchObject([{ isValid: false }]);
    const [begun] = await index();
    let looks = 0;
    const stop = database.onQuery((text) => (looks += Number(text.includes('pg_get_indexdef'))));
    const second = build();
    await expect.poll(() => looks).toBeGreaterThan(0);
    await index();
    await writer.query('COMMIT');
    writer.release();
    await Promise.all([first, second]);
    stop();
    expect(await index()).toEqual([{ oid: begun?.oid, isValid: true }]);
  });
});
