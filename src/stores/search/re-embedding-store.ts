import type { Queryable } from '../database/open-database.js';
import { formatVector } from './vector-search.js';

/** A memory without a vector of some embedder. `hash` tells whether its text is still the same. */
export interface UnembeddedMemory {
  readonly id: string;
  readonly text: string;
  readonly hash: string;
}

export interface FreshEmbedding {
  /** Vectors of the chunks of a long text. */
  readonly chunks?: readonly Float32Array[];
  readonly id: string;
  readonly hash: string;
  readonly vector: Float32Array;
}

/** For the work that gives all memories vectors of another embedder. It serves the installation, not a caller: no scope. */
export function reEmbeddingStore(db: Queryable) {
  const one = async <Row>(sql: string, values: readonly unknown[]): Promise<Row | null> =>
    (await db.query<Row>(sql, values))[0] ?? null;
  return {
    /** Where events of the installation are kept: its default project, else the oldest one. */
    home: () => one<{ projectId: string; organizationId: string }>(HOME, []),
    hasMemories: async () =>
      (await one<{ found: boolean }>('SELECT EXISTS (SELECT FROM memories m WHERE m.deleted_at IS NULL) AS found', []))
        ?.found ?? false,
    /** How many memories there are, and how many have a vector of this embedder. Both are counted whole. */
    counts: async (embedder: number) =>
      (await one<{ total: number; done: number }>(COUNTS, [embedder])) ?? { total: 0, done: 0 },
    /** Those without a vector of this embedder beyond an id, in the order of their ids. memories_pkey, memory_embeddings_pkey */
    missing: (embedder: number, page: { after: string | null; limit: number }) =>
      db.query<UnembeddedMemory>(MISSING, [embedder, page.after, page.limit]),
    /** Whether any memory but these has no vector of this embedder. */
    isMissingAny: async (embedder: number, except: readonly string[]) =>
      (await one<{ found: boolean }>(IS_MISSING, [embedder, except]))?.found ?? false,
    /** Stores vectors of texts that are still the same. @returns how many */
    save: async (embedder: number, rows: readonly FreshEmbedding[]) => {
      const values = [
        embedder,
        rows.map(({ id }) => id),
        rows.map(({ hash }) => hash),
        rows.map(({ vector }) => formatVector(vector)),
      ];
      const saved = await db.query<{ memoryId: string }>(SAVE, values);
      await saveChunks(db, embedder, { rows, saved: new Set(saved.map(({ memoryId }) => memoryId)) });
      return saved.length;
    },
    /** Notes whose vectors are searched and whose are being made, by name. From then on others are retired; where no vectors are searched, they wait. */
    note: ({ serving, next }: { serving: string | null; next: string | null }, at: Date) =>
      db.query(NOTE, [serving, next, at]),
    /** Embedders that were retired before a time and whose vectors may still be there. */
    retired: (before: Date) =>
      db.query<RetiredEmbedder>(
        `SELECT id, name FROM embedders WHERE state = 'retired' AND retired_at <= $1 ORDER BY id`,
        [before],
      ),
    /** Removes vectors of an embedder, in the order of their memories beyond an id, if it is still retired. @returns the ids of their memories */
    prune: async (embedder: number, page: { before: Date; after: string | null; limit: number }) =>
      (await db.query<{ memoryId: string }>(PRUNE, [embedder, page.before, page.after, page.limit]))
        .map(({ memoryId }) => memoryId)
        .sort(),
    /** Holds an embedder as it is until the transaction ends. @returns whether it is still retired */
    holdRetired: async (embedder: number, before: Date) => (await one(HOLD_RETIRED, [embedder, before])) !== null,
    /** Notes that an embedder that is still retired has no vectors left. */
    markPruned: (embedder: number, before: Date) =>
      db.query(`UPDATE embedders SET state = 'pruned' WHERE id = $1 AND state = 'retired' AND retired_at <= $2`, [
        embedder,
        before,
      ]),
  };
}

export interface RetiredEmbedder {
  readonly id: number;
  readonly name: string;
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

// The memories were held by SAVE in the same transaction.
const SAVE_CHUNKS = `
INSERT INTO memory_chunks (memory_id, embedder_id, chunk, project_id, embedding)
SELECT m.id, $1, given.chunk, m.project_id, given.embedding::halfvec
FROM unnest($2::uuid[], $3::int[], $4::text[]) AS given(id, chunk, embedding) JOIN memories m ON m.id = given.id
ON CONFLICT (memory_id, embedder_id, chunk) DO NOTHING`;

async function saveChunks(
  db: Queryable,
  embedder: number,
  { rows, saved }: { rows: readonly FreshEmbedding[]; saved: ReadonlySet<string> },
): Promise<void> {
  const chunks = rows
    .filter(({ id }) => saved.has(id))
    .flatMap(({ id, chunks: own = [] }) => own.map((vector, index) => ({ id, chunk: index + 1, vector })));
  if (chunks.length === 0) return;
  await db.query(SAVE_CHUNKS, [
    embedder,
    chunks.map(({ id }) => id),
    chunks.map(({ chunk }) => chunk),
    chunks.map(({ vector }) => formatVector(vector)),
  ]);
}

// One that has no vectors left stays so until it is wanted again.
const NOTE = `
UPDATE embedders e SET state = wanted.state, retired_at = CASE WHEN wanted.state = 'retired' THEN $3::timestamptz END
FROM (
  SELECT id, CASE WHEN name = $1::text THEN 'active' WHEN name = $2::text THEN 'building' WHEN $1::text IS NULL THEN state ELSE 'retired' END AS state FROM embedders
) AS wanted
WHERE wanted.id = e.id AND e.state <> wanted.state AND NOT (e.state = 'pruned' AND wanted.state = 'retired')`;

const HOLD_RETIRED = `SELECT id FROM embedders WHERE id = $1 AND state = 'retired' AND retired_at <= $2 FOR SHARE`;

// memory_embeddings_pkey. A transaction that reactivates the embedder waits for the end of the batch; no further batch follows.
const PRUNE = `
WITH held AS MATERIALIZED (${HOLD_RETIRED}), doomed AS MATERIALIZED (
  SELECT v.memory_id FROM memory_embeddings v
  WHERE v.embedder_id = (SELECT id FROM held) AND ($3::uuid IS NULL OR v.memory_id > $3) ORDER BY v.memory_id LIMIT $4
), chunks AS (
  DELETE FROM memory_chunks c USING doomed WHERE c.memory_id = doomed.memory_id AND c.embedder_id = $1
)
DELETE FROM memory_embeddings v USING doomed WHERE v.memory_id = doomed.memory_id AND v.embedder_id = $1 RETURNING v.memory_id`;
