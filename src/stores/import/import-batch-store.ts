import type { ProjectScope } from '../../auth/scope.js';
import type { Queryable } from '../database/open-database.js';
import type { EntityType } from '../entity/entity-store.js';
import type { ImportedMemory } from './import-store.js';

/** What the batches of an import have come to. */
export interface ImportedCounts {
  readonly imported: number;
  readonly known: number;
  /** Records that wait. */
  readonly waiting: number;
  /** Number of batches that are done. */
  readonly done: number;
}

interface StoredBatch {
  readonly id: string;
  readonly records: readonly StoredRecord[];
}

/** A memory as JSON. */
interface StoredRecord extends Omit<
  ImportedMemory,
  'createdAt' | 'updatedAt' | 'categorizedAt' | 'eventDate' | 'dedupeKey'
> {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly categorizedAt: string | null;
  readonly eventDate: string | null;
  readonly dedupeKey: string;
}

/** Creates the store of records that wait for the job of their import. SQL, because erasure filters JSON. */
export function importBatchStore(db: Queryable) {
  return {
    /** Stores records of an import in batches of `size`. */
    async insert(
      { projectId }: ProjectScope,
      eventId: string,
      { rows, size }: { rows: readonly ImportedMemory[]; size: number },
    ): Promise<void> {
      for (let at = 0; at < rows.length; at += size) {
        const records = rows.slice(at, at + size).map((row) => ({ ...row, dedupeKey: row.dedupeKey.toString('hex') }));
        await db.execute(INSERT, [projectId, eventId, JSON.stringify(records)]);
      }
    },

    /**
     * Returns the first batch that waits, locked until the transaction ends. Null: all are done. Imports of a project take turns, because
     * two of the same file would store the same ids.
     */
    async lockNext(
      { projectId }: ProjectScope,
      eventId: string,
    ): Promise<{ id: string; rows: ImportedMemory[] } | null> {
      await db.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [importLock, projectId]);
      const [batch] = await db.execute<StoredBatch>(LOCK_NEXT, [projectId, eventId]);
      return batch ? { id: batch.id, rows: batch.records.map(toMemory) } : null;
    },

    /** Removes the records of a batch, and keeps its counts. */
    async finish(
      { projectId }: ProjectScope,
      id: string,
      { imported, known }: { imported: number; known: number },
    ): Promise<void> {
      await db.execute(FINISH, [projectId, id, imported, known]);
    },

    async counts({ projectId }: ProjectScope, eventId: string): Promise<ImportedCounts> {
      const [row] = await db.query<ImportedCounts>(COUNTS, [projectId, eventId]);
      return row ?? { imported: 0, known: 0, waiting: 0, done: 0 };
    },

    /** Removes the batches of an import. */
    async remove({ projectId }: ProjectScope, eventId: string): Promise<void> {
      await db.execute('DELETE FROM import_batches WHERE project_id = $1 AND event_id = $2::uuid', [
        projectId,
        eventId,
      ]);
    },

    /** Removes the records of an entity from batches that wait. Waits for a batch that is being imported. */
    async forget({ projectId }: ProjectScope, { type, name }: { type: EntityType; name: string }): Promise<void> {
      await db.execute(FORGET, [projectId, `${type}Id`, name]);
    },
  };
}

// Advisory lock number. Must be unique within the product.
const importLock = 72_707_378;

const INSERT = 'INSERT INTO import_batches (project_id, event_id, records) VALUES ($1, $2::uuid, $3::jsonb)';

// Index: import_batches_project_id_event_id_id_idx.
const LOCK_NEXT = `
SELECT b.id::text AS id, b.records FROM import_batches b
WHERE b.project_id = $1 AND b.event_id = $2::uuid AND NOT b.is_done ORDER BY b.id LIMIT 1 FOR UPDATE`;

const FINISH = `
UPDATE import_batches SET records = '[]', is_done = true, imported = $3, known = $4 WHERE project_id = $1 AND id = $2::bigint`;

const COUNTS = `
SELECT coalesce(sum(b.imported), 0)::int AS imported, coalesce(sum(b.known), 0)::int AS known,
  coalesce(sum(jsonb_array_length(b.records)), 0)::int AS waiting, (count(*) FILTER (WHERE b.is_done))::int AS done
FROM import_batches b WHERE b.project_id = $1 AND b.event_id = $2::uuid`;

// In order, so that two erasures cannot deadlock.
const FORGET = `
WITH named AS MATERIALIZED (
  SELECT b.id FROM import_batches b WHERE b.project_id = $1 AND b.records @> jsonb_build_array(jsonb_build_object($2::text, $3::text))
  ORDER BY b.id FOR UPDATE
)
UPDATE import_batches b SET records = coalesce((
  SELECT jsonb_agg(r.record ORDER BY r.n) FROM jsonb_array_elements(b.records) WITH ORDINALITY AS r(record, n)
  WHERE r.record ->> $2 IS DISTINCT FROM $3), '[]')
FROM named WHERE b.id = named.id`;

function toMemory(record: StoredRecord): ImportedMemory {
  return {
    ...record,
    dedupeKey: Buffer.from(record.dedupeKey, 'hex'),
    createdAt: new Date(record.createdAt),
    updatedAt: new Date(record.updatedAt),
    categorizedAt: record.categorizedAt === null ? null : new Date(record.categorizedAt),
    eventDate: record.eventDate === null ? null : new Date(record.eventDate),
  };
}
