import { firstRow, type Queryable } from '@memory-gateway/database';
import { formatVector } from './vector-search.js';

/** A memory without a vector of an embedder. `hash` shows whether its text has changed since. */
export interface UnembeddedMemory {
  readonly id: string;
  readonly text: string;
  readonly role: string | null;
  readonly hash: string;
}

export interface FreshEmbedding {
  readonly chunks?: readonly Float32Array[];
  readonly id: string;
  readonly hash: string;
  readonly vector: Float32Array;
}

/** Creates the store of the re-embedding job of the whole installation. SQL, because of vectors and batches. */
export function reEmbeddingStore(db: Queryable) {
  const one = <Row>(sql: string, values: readonly unknown[]): Promise<Row | null> =>
    firstRow(db.query<Row>(sql, values));
  const change = <Row>(sql: string, values: readonly unknown[]): Promise<Row | null> =>
    firstRow(db.execute<Row>(sql, values));
  return {
    /** Finds the project for events of the installation: its default project, else the oldest one. */
    home: () => one<{ projectId: string; organizationId: string }>(HOME, []),
    hasMemories: async () =>
      (await one<{ found: boolean }>('SELECT EXISTS (SELECT FROM memories m WHERE m.deleted_at IS NULL) AS found', []))
        ?.found ?? false,
    counts: async (embedder: number) =>
      (await one<{ total: number; done: number }>(COUNTS, [embedder])) ?? { total: 0, done: 0 },
    /** Lists memories without this embedder's vector, by id. Indexes: memories_pkey, memory_embeddings_pkey. */
    missing: (embedder: number, page: { after: string | null; limit: number }) =>
      db.query<UnembeddedMemory>(MISSING, [embedder, page.after, page.limit]),
    /** Whether a memory other than these lacks a vector of this embedder. */
    isMissingAny: async (embedder: number, except: readonly string[]) =>
      (await one<{ found: boolean }>(IS_MISSING, [embedder, except]))?.found ?? false,
    /** Stores vectors of texts that have not changed, and that no other transaction changes. @returns the number of stored vectors */
    save: (embedder: number, rows: readonly FreshEmbedding[]) => save(db, { embedder, rows, conflict: 'DO NOTHING' }),
    /** Lists memories with this embedder's vector, by id. Index: memories_pkey. */
    embedded: (embedder: number, page: { after: string | null; limit: number }) =>
      db.query<UnembeddedMemory>(EMBEDDED, [embedder, page.after, page.limit]),
    /** The same as `save`, in place of stored vectors. */
    renew: (embedder: number, rows: readonly FreshEmbedding[]) =>
      save(db, { embedder, rows, conflict: 'DO UPDATE SET embedding = excluded.embedding' }),
    /** Sets the searched embedder and the one being built, by name. Retires all others, unless none is searched. */
    note: ({ serving, next }: { serving: string | null; next: string | null }, at: Date) =>
      db.execute(NOTE, [serving, next, at]),
    retired: (before: Date) =>
      db.query<RetiredEmbedder>(
        `SELECT id, name FROM embedders WHERE state = 'retired' AND retired_at <= $1 ORDER BY id`,
        [before],
      ),
    /** Deletes vectors of a retired embedder, for memories after an id in order. @returns the ids of these memories */
    prune: async (embedder: number, page: { before: Date; after: string | null; limit: number }) =>
      (await db.execute<{ memoryId: string }>(PRUNE, [embedder, page.before, page.after, page.limit]))
        .map(({ memoryId }) => memoryId)
        .sort(),
    /** Locks an embedder until the transaction ends. @returns whether it is still retired */
    holdRetired: async (embedder: number, before: Date) => (await change(HOLD_RETIRED, [embedder, before])) !== null,
    markPruned: (embedder: number, before: Date) =>
      db.execute(`UPDATE embedders SET state = 'pruned' WHERE id = $1 AND state = 'retired' AND retired_at <= $2`, [
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
LEFT JOIN memory_embeddings e ON e.project_id = m.project_id AND e.memory_id = m.id AND e.embedder_id = $1 WHERE m.deleted_at IS NULL`;

const toMissing = (where = '') =>
  `m.deleted_at IS NULL AND NOT EXISTS (SELECT FROM memory_embeddings e WHERE e.project_id = m.project_id AND e.memory_id = m.id AND e.embedder_id = $1${where})`;

// The start is also that of the vectors: a merge join would read all of those before it.
const MISSING = `
SELECT m.id, m.text, m.role, m.hash FROM memories m WHERE ${toMissing(' AND ($2::uuid IS NULL OR e.memory_id > $2)')} AND ($2::uuid IS NULL OR m.id > $2) ORDER BY m.id LIMIT $3`;

const EMBEDDED = `
SELECT m.id, m.text, m.role, m.hash FROM memories m
WHERE m.deleted_at IS NULL AND ($2::uuid IS NULL OR m.id > $2)
  AND EXISTS (SELECT FROM memory_embeddings e WHERE e.project_id = m.project_id AND e.memory_id = m.id AND e.embedder_id = $1)
ORDER BY m.id LIMIT $3`;

const IS_MISSING = `SELECT EXISTS (SELECT FROM memories m WHERE ${toMissing()} AND m.id <> ALL($2::uuid[])) AS found`;

// Locks the memories, so that no text changes between the check and the write. A deletion locks thousands of them in the order of the
// table: to wait for it could end in a deadlock, and they need no vector. What another change has locked gets its vector in the next pass.
const toSave = (conflict: string) => `
INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding)
SELECT m.id, $1, m.project_id, given.embedding::halfvec
FROM unnest($2::uuid[], $3::text[], $4::text[]) AS given(id, hash, embedding) JOIN memories m ON m.id = given.id AND m.hash = given.hash
WHERE m.deleted_at IS NULL ORDER BY m.id FOR SHARE OF m SKIP LOCKED
ON CONFLICT ON CONSTRAINT memory_embeddings_pkey ${conflict} RETURNING memory_id`;

// SAVE has locked the memories in the same transaction.
const toSaveChunks = (conflict: string) => `
INSERT INTO memory_chunks (memory_id, embedder_id, chunk, project_id, embedding)
SELECT m.id, $1, given.chunk, m.project_id, given.embedding::halfvec
FROM unnest($2::uuid[], $3::int[], $4::text[]) AS given(id, chunk, embedding) JOIN memories m ON m.id = given.id
ON CONFLICT ON CONSTRAINT memory_chunks_pkey ${conflict}`;

interface Saving {
  readonly embedder: number;
  readonly rows: readonly FreshEmbedding[];
  readonly conflict: 'DO NOTHING' | 'DO UPDATE SET embedding = excluded.embedding';
}

async function save(db: Queryable, { embedder, rows, conflict }: Saving): Promise<number> {
  const saved = await db.execute<{ memoryId: string }>(toSave(conflict), [
    embedder,
    rows.map(({ id }) => id),
    rows.map(({ hash }) => hash),
    rows.map(({ vector }) => formatVector(vector)),
  ]);
  const ids = new Set(saved.map(({ memoryId }) => memoryId));
  const chunks = rows
    .filter(({ id }) => ids.has(id))
    .flatMap(({ id, chunks: own = [] }) => own.map((vector, index) => ({ id, chunk: index + 1, vector })));
  if (chunks.length > 0)
    await db.execute(toSaveChunks(conflict), [
      embedder,
      chunks.map(({ id }) => id),
      chunks.map(({ chunk }) => chunk),
      chunks.map(({ vector }) => formatVector(vector)),
    ]);
  return saved.length;
}

// A pruned embedder stays pruned until it is used again.
const NOTE = `
UPDATE embedders e SET state = wanted.state, retired_at = CASE WHEN wanted.state = 'retired' THEN $3::timestamptz END
FROM (
  SELECT id, CASE WHEN name = $1::text THEN 'active' WHEN name = $2::text THEN 'building' WHEN $1::text IS NULL THEN state ELSE 'retired' END AS state FROM embedders
) AS wanted
WHERE wanted.id = e.id AND e.state <> wanted.state AND NOT (e.state = 'pruned' AND wanted.state = 'retired')`;

const HOLD_RETIRED = `SELECT id FROM embedders WHERE id = $1 AND state = 'retired' AND retired_at <= $2 FOR SHARE`;

// Index: memory_embeddings_pkey. A transaction that reactivates the embedder waits for the current batch, and no
// further batch follows.
const PRUNE = `
WITH held AS MATERIALIZED (${HOLD_RETIRED}), doomed AS MATERIALIZED (
  SELECT v.project_id, v.memory_id FROM memory_embeddings v
  WHERE v.embedder_id = (SELECT id FROM held) AND ($3::uuid IS NULL OR v.memory_id > $3) ORDER BY v.memory_id LIMIT $4
), chunks AS (
  DELETE FROM memory_chunks c USING doomed WHERE c.project_id = doomed.project_id AND c.memory_id = doomed.memory_id AND c.embedder_id = $1
)
DELETE FROM memory_embeddings v USING doomed WHERE v.project_id = doomed.project_id AND v.memory_id = doomed.memory_id AND v.embedder_id = $1 RETURNING v.memory_id`;
