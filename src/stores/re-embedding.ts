import type { Database, Queryable } from './database.js';
import { vectorText } from './vector-search.js';

/** A memory without a vector of some embedder. `hash` tells whether its text is still the same. */
export interface UnembeddedMemory {
  readonly id: string;
  readonly text: string;
  readonly hash: string;
}

/** A vector of a text. */
export interface FreshEmbedding {
  readonly id: string;
  readonly hash: string;
  readonly vector: Float32Array;
}

/** For the work that gives all memories vectors of another embedder. It serves the installation, not a caller: no scope. */
export function reEmbeddingStore(db: Queryable) {
  const one = async <Row>(sql: string, values: readonly unknown[]): Promise<Row | null> => (await db.query<Row>(sql, values))[0] ?? null;
  return {
    /** Where events of the installation are kept: its default project, else the oldest one. */
    home: () => one<{ projectId: string; organizationId: string }>(HOME, []),
    hasMemories: async () => (await one<{ found: boolean }>('SELECT EXISTS (SELECT FROM memories m WHERE m.deleted_at IS NULL) AS found', []))?.found ?? false,
    /** How many memories there are, and how many have a vector of this embedder. Both are counted whole. */
    counts: async (embedder: number) => (await one<{ total: number; done: number }>(COUNTS, [embedder])) ?? { total: 0, done: 0 },
    /** Those without a vector of this embedder beyond an id, in the order of their ids. memories_pkey, memory_embeddings_pkey */
    missing: (embedder: number, page: { after: string | null; limit: number }) => db.query<UnembeddedMemory>(MISSING, [embedder, page.after, page.limit]),
    /** Whether any memory but these has no vector of this embedder. */
    isMissingAny: async (embedder: number, except: readonly string[]) => (await one<{ found: boolean }>(IS_MISSING, [embedder, except]))?.found ?? false,
    /** Stores vectors of texts that are still the same. @returns how many */
    save: async (embedder: number, rows: readonly FreshEmbedding[]) => {
      const values = [embedder, rows.map(({ id }) => id), rows.map(({ hash }) => hash), rows.map(({ vector }) => vectorText(vector))];
      return (await db.query(SAVE, values)).length;
    },
    /** Notes which embedder's vectors are searched. */
    activate: (name: string) => db.query(`UPDATE embedders SET state = CASE WHEN name = $1 THEN 'active' ELSE 'retired' END`, [name]),
    markBuilding: (name: string) => db.query(`UPDATE embedders SET state = 'building' WHERE name = $1`, [name]),
  };
}

const HOME = `
SELECT p.id AS project_id, p.organization_id FROM projects p WHERE p.deleted_at IS NULL
ORDER BY p.is_default DESC, p.created_at, p.id LIMIT 1`;

const COUNTS = `
SELECT count(*) AS total, count(e.memory_id) AS done FROM memories m
LEFT JOIN memory_embeddings e ON e.memory_id = m.id AND e.embedder_id = $1 WHERE m.deleted_at IS NULL`;

const WITHOUT = `m.deleted_at IS NULL AND NOT EXISTS (SELECT FROM memory_embeddings e WHERE e.memory_id = m.id AND e.embedder_id = $1)`;

const MISSING = `
SELECT m.id, m.text, m.hash FROM memories m WHERE ${WITHOUT} AND ($2::uuid IS NULL OR m.id > $2) ORDER BY m.id LIMIT $3`;

const IS_MISSING = `SELECT EXISTS (SELECT FROM memories m WHERE ${WITHOUT} AND m.id <> ALL($2::uuid[])) AS found`;

// Holds the memories while it writes, so that no text changes between the look and the vector.
const SAVE = `
INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding)
SELECT m.id, $1, m.project_id, given.embedding::halfvec
FROM unnest($2::uuid[], $3::text[], $4::text[]) AS given(id, hash, embedding) JOIN memories m ON m.id = given.id AND m.hash = given.hash
WHERE m.deleted_at IS NULL ORDER BY m.id FOR SHARE OF m
ON CONFLICT (memory_id, embedder_id) DO NOTHING RETURNING memory_id`;

interface IndexState {
  readonly isValid: boolean;
  readonly definition: string;
}

const INDEX = `
SELECT i.indisvalid AS is_valid, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
WHERE i.indexrelid = to_regclass($1)`;

/**
 * Makes the index over the vectors of an embedder, unless it stands. On Postgres nobody has to wait for it; it takes minutes for a
 * million vectors. What an attempt that broke off has left is removed.
 */
export async function ensureVectorIndex(database: Database, { embedder, dimension }: { embedder: number; dimension: number }): Promise<void> {
  const name = `memory_embeddings_hnsw_${embedder}`;
  const [found] = await database.query<IndexState>(INDEX, [name]);
  if (found?.isValid && found.definition.includes(`halfvec(${dimension})`)) return;
  const concurrently = database.kind === 'postgres' ? 'CONCURRENTLY' : '';
  const client = await database.pool.connect();
  try {
    // A session of its own: neither statement may run in a transaction, and the second may take long.
    if (database.kind === 'postgres') await client.query('SET statement_timeout = 0');
    if (found) await client.query(`DROP INDEX ${concurrently} IF EXISTS ${name}`);
    await client.query(`CREATE INDEX ${concurrently} IF NOT EXISTS ${name} ON memory_embeddings USING hnsw ((embedding::halfvec(${dimension})) halfvec_cosine_ops) WHERE embedder_id = ${embedder}`);
  } finally {
    client.release(database.kind === 'postgres');
  }
}
