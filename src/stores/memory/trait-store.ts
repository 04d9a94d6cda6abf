import { readTraits } from '@memory-gateway/memory-engine';
import { type Queryable, toRecords } from '@memory-gateway/database';

export interface TraitBatch {
  /** Null: memories of all projects. */
  readonly projectId: string | null;
  /** ID of the last memory of the batch before. Null before the first one. */
  readonly after: string | null;
  readonly limit: number;
}

export interface RenewedTraits {
  /** Memories whose traits changed. */
  readonly renewed: number;
  /** ID of the last memory of the batch. Null if there was none. */
  readonly last: string | null;
  readonly isLast: boolean;
}

interface TextRow {
  readonly id: string;
  readonly projectId: string;
  readonly text: string;
  readonly hash: string;
  readonly traits: number | null;
}

/** Creates the store that reads the traits of stored texts again. SQL, because a batch can have memories of all projects. */
export function traitStore(db: Queryable) {
  return {
    /** Gives the next memories, by ID, the traits that this version reads in their texts. Changes nothing else of a memory. */
    async renew({ projectId, after, limit }: TraitBatch): Promise<RenewedTraits> {
      const rows = await db.query<TextRow>(TEXTS, [projectId, after, limit]);
      const changes = rows.flatMap(({ id, projectId, hash, text, traits }) => {
        const read = readTraits(text);
        return traits !== null && (traits & ~OF_DATABASE) === read ? [] : [{ id, projectId, hash, traits: read }];
      });
      const changed = changes.length === 0 ? [] : await db.execute(RENEW, [toRecords(changes)]);
      return { renewed: changed.length, last: rows.at(-1)?.id ?? null, isLast: rows.length < limit };
    },
  };
}

/** The bit by which a trigger knows that a changed text came with its traits. */
const OF_DATABASE = 128;

// Index: memories_pkey.
const TEXTS = `
SELECT m.id, m.project_id, m.text, m.hash, m.traits FROM memories m
WHERE ($1::text IS NULL OR m.project_id = $1) AND ($2::uuid IS NULL OR m.id > $2) ORDER BY m.id LIMIT $3`;

// Index: memories_pkey. A text that changes meanwhile gets its traits from that change. A deletion locks thousands of memories in the order
// of the table, so to wait for it could end in a deadlock.
const RENEW = `
WITH given AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, project_id text, hash text, traits smallint)
), held AS MATERIALIZED (
  SELECT m.project_id, m.id, g.traits FROM given g JOIN memories m ON m.project_id = g.project_id AND m.id = g.id AND m.hash = g.hash
  ORDER BY m.id FOR NO KEY UPDATE OF m SKIP LOCKED
)
UPDATE memories m SET traits = h.traits | (coalesce(m.traits, 0::smallint) & ${OF_DATABASE}::smallint)
FROM held h WHERE m.project_id = h.project_id AND m.id = h.id RETURNING m.id`;
