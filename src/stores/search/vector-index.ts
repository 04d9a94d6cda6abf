import type { Database, Queryable } from '../database/open-database.js';

interface IndexState {
  readonly isValid: boolean;
  readonly definition: string;
}

const INDEX = `
SELECT i.indisvalid AS is_valid, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
WHERE i.indexrelid = to_regclass($1)`;

const nameOf = (embedder: number) => `memory_embeddings_hnsw_${embedder}`;

/**
 * Creates the index over the vectors of an embedder, unless it exists. On Postgres, no request waits for it; it takes minutes for a
 * million vectors. Removes the remains of an interrupted attempt.
 */
export async function ensureVectorIndex(
  database: Database,
  { embedder, dimension }: { embedder: number; dimension: number },
): Promise<void> {
  const name = nameOf(embedder);
  const [found] = await database.query<IndexState>(INDEX, [name]);
  if (found?.isValid && found.definition.includes(`halfvec(${dimension})`)) return;
  const concurrently = database.kind === 'postgres' ? 'CONCURRENTLY' : '';
  const client = await database.pool.connect();
  try {
    // A session of its own: neither statement may run in a transaction, and the second may take long.
    if (database.kind === 'postgres') await client.query('SET statement_timeout = 0');
    if (found) await client.query(`DROP INDEX ${concurrently} IF EXISTS ${name}`);
    await client.query(
      `CREATE INDEX ${concurrently} IF NOT EXISTS ${name} ON memory_embeddings USING hnsw ((embedding::halfvec(${dimension})) halfvec_cosine_ops) WHERE embedder_id = ${embedder}`,
    );
  } finally {
    client.release(database.kind === 'postgres');
  }
}

/**
 * Removes the index over the vectors of an embedder. Searches wait meanwhile, so dropping gives up when a search holds the index for half a
 * second. Inside the transaction that holds the embedder, so that the embedder cannot become active again before the index is dropped.
 * @throws an error of the database when it gave up
 */
export async function dropVectorIndex(tx: Queryable, embedder: number): Promise<void> {
  await tx.query(`SET LOCAL lock_timeout = '500ms'`);
  await tx.query(`DROP INDEX IF EXISTS ${nameOf(embedder)}`);
}
