import { onDirectSession } from '../database/direct-session.js';
import { toIndexStatements } from '../database/partitioned-index.js';
import type { Database, Queryable } from '../database/open-database.js';

interface IndexState {
  readonly isValid: boolean;
  /** Whether it consists of an index for each partition. */
  readonly isPartitioned: boolean;
  readonly definition: string;
}

const INDEX = `
SELECT i.indisvalid AS is_valid, c.relkind = 'I' AS is_partitioned, pg_get_indexdef(i.indexrelid) AS definition
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indexrelid = to_regclass($1)`;

const nameOf = (embedder: number) => `memory_embeddings_hnsw_${embedder}`;

/** Creates a missing vector index. Takes minutes for a million vectors, and on Postgres blocks no request. */
export async function ensureVectorIndex(
  database: Database,
  { embedder, dimension }: { embedder: number; dimension: number },
): Promise<void> {
  const name = nameOf(embedder);
  const [found] = await database.query<IndexState>(INDEX, [name]);
  const fits = found?.definition.includes(`halfvec(${dimension})`) === true;
  if (found?.isValid && fits) return;
  const concurrently = database.kind === 'postgres' ? 'CONCURRENTLY' : '';
  // Of a partitioned index, the build goes on with the partitions that it lacks.
  const drop = found && !(found.isPartitioned && fits) ? `DROP INDEX ${concurrently} IF EXISTS ${name}` : null;
  const create = `CREATE INDEX ${concurrently} IF NOT EXISTS ${name} ON memory_embeddings USING hnsw ((embedding::halfvec(${dimension})) halfvec_cosine_ops) WHERE embedder_id = ${embedder}`;
  // Both must run outside of a transaction, and the second may take long.
  await onDirectSession(database, [
    ...(drop === null ? [] : await toIndexStatements(database, drop)),
    ...(await toIndexStatements(database, create)),
  ]);
}

/** Drops a retired embedder's index. @throws the database error if a search holds the index for half a second */
export async function dropVectorIndex(tx: Queryable, embedder: number): Promise<void> {
  await tx.query(`SET LOCAL lock_timeout = '500ms'`);
  await tx.query(`DROP INDEX IF EXISTS ${nameOf(embedder)}`);
}
