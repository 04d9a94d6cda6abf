import { setTimeout as delay } from 'node:timers/promises';
import {
  buildIndex,
  createIndex,
  type Database,
  dropIndex,
  firstRow,
  type IndexSpec,
  onDirectSession,
  type Queryable,
} from '@memory-gateway/database';

interface IndexState {
  readonly isValid: boolean;
  /** Whether it consists of an index for each partition. */
  readonly isPartitioned: boolean;
  readonly definition: string;
  /** Whether a process, or the session of one that was killed, builds an index of vectors. */
  readonly isBuilding: boolean;
}

const INDEX = `
SELECT i.indisvalid AS is_valid, c.relkind = 'I' AS is_partitioned, pg_get_indexdef(i.indexrelid) AS definition,
  EXISTS (SELECT FROM pg_stat_progress_create_index b WHERE b.relid = i.indrelid
    OR b.relid IN (SELECT h.inhrelid FROM pg_inherits h WHERE h.inhparent = i.indrelid)) AS is_building
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indexrelid = to_regclass($1)`;

/** pgvector indexes at most this many numbers of single precision, and twice as many of half precision. */
const singlePrecisionMax = 2_000;
/** Numbers in all vectors up to which the index of an earlier version is replaced at a start, in about a second of processor time. */
const replacedMax = 600_000;

/**
 * Parameters of the embedded database's index: links of each vector, and candidates that an insert compares. With fewer than the 16 and
 * 64 of pgvector, an insert takes a third less time, and the index still finds 99.8 % of the nearest ten among 25,000 clustered vectors.
 */
const EMBEDDED_LINKS = `WITH (m='12', ef_construction='40')`;

/**
 * Returns the type that the index stores. Postgres computes with half precision as fast and needs half the space. WebAssembly has no
 * instruction for it: an add to the embedded database's index takes six times as long.
 */
const indexedType = (kind: Database['kind'], dimension: number) =>
  `${kind === 'embedded' && dimension <= singlePrecisionMax ? 'vector' : 'halfvec'}(${dimension})`;

function indexOf(database: Database, { embedder, dimension }: Space): IndexSpec {
  const type = indexedType(database.kind, dimension);
  const operators = `${type.startsWith('half') ? 'halfvec' : 'vector'}_cosine_ops`;
  const links = database.kind === 'embedded' ? `${EMBEDDED_LINKS} ` : '';
  const definition = `USING hnsw ((embedding::${type}) ${operators}) ${links}WHERE embedder_id = ${embedder}`;
  return { name: nameOf(embedder), table: 'memory_embeddings', definition };
}

interface Space {
  readonly embedder: number;
  readonly dimension: number;
}

const nameOf = (embedder: number) => `memory_embeddings_hnsw_${embedder}`;

/** Creates a missing vector index. Takes minutes for a million vectors, and on Postgres blocks no request. */
export async function ensureVectorIndex(database: Database, space: Space): Promise<void> {
  const name = nameOf(space.embedder);
  const found = await findFinished(database, name);
  const fits = found !== null && new RegExp(`(halfvec|vector)\\(${space.dimension}\\)`).test(found.definition);
  if (found?.isValid && fits) return;
  // Of a partitioned index, the build goes on with the partitions that it lacks.
  const isDropped = found !== null && !(found.isPartitioned && fits);
  const index = indexOf(database, space);
  const isEmbedded = database.kind === 'embedded';
  // Both must run outside of a transaction, and the second may take long.
  await onDirectSession(database, [
    ...(isDropped ? [isEmbedded ? `DROP INDEX ${name}` : await dropIndex(database, name)] : []),
    ...(isEmbedded ? [createIndex(index)] : await buildIndex(database, index)),
  ]);
}

/** Finds an index. One that is being built looks like the remains of a build, and would be dropped after its end. */
async function findFinished(database: Database, name: string): Promise<IndexState | null> {
  for (;;) {
    const found = await firstRow(database.query<IndexState>(INDEX, [name]));
    if (found === null || found.isValid || !found.isBuilding) return found;
    await delay(PAUSE_MS);
  }
}

const PAUSE_MS = 1_000;

/** Gives the embedded database fast indexes in place of those of earlier versions that hold few vectors. */
export async function replaceSlowIndexes(database: Database): Promise<void> {
  if (database.kind !== 'embedded') return;
  for (const space of await database.query<Space>(SLOW, [EMBEDDED_LINKS, replacedMax, singlePrecisionMax]))
    await onDirectSession(database, [`DROP INDEX ${nameOf(space.embedder)}`, createIndex(indexOf(database, space))]);
}

const SLOW = `
SELECT e.id AS embedder, e.dimension FROM embedders e JOIN pg_index i ON i.indexrelid = to_regclass('memory_embeddings_hnsw_' || e.id)
WHERE strpos(pg_get_indexdef(i.indexrelid), $1) = 0 AND e.dimension <= $3
  AND (SELECT count(*) FROM (SELECT FROM memory_embeddings v WHERE v.embedder_id = e.id LIMIT $2::int / e.dimension + 1) AS found) <= $2 / e.dimension`;

/** Drops a retired embedder's index. @throws the database error if a search holds the index for half a second */
export async function dropVectorIndex(tx: Queryable, embedder: number): Promise<void> {
  await tx.query(`SET LOCAL lock_timeout = '500ms'`);
  await tx.query(`DROP INDEX IF EXISTS ${nameOf(embedder)}`);
}
