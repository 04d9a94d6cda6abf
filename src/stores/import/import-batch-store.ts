import type { Json } from '@memory-gateway/memory-engine';
import type { ProjectScope } from '../../auth/scope.js';
import { firstNumber, hashedAdvisoryLocks, type Queryable } from '@memory-gateway/database';
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
  /** Number of parts that arrived. */
  readonly parts: number;
  /** Highest number of a part that arrived. */
  readonly lastPart: number;
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
    /** Stores the records of one upload in batches of `size`. A part without records is stored too. */
    async insert(
      { projectId }: ProjectScope,
      eventId: string,
      { part, rows, size }: { part: number; rows: readonly ImportedMemory[]; size: number },
    ): Promise<void> {
      for (let at = 0; at === 0 || at < rows.length; at += size) {
        const records = rows.slice(at, at + size).map((row) => ({ ...row, dedupeKey: row.dedupeKey.toString('hex') }));
        await db.execute(INSERT, [projectId, eventId, part, JSON.stringify(records)]);
      }
    },

    /**
     * Finds the unfinished import with a key, which one caller began. Waits for another transaction that looks for the same key, so that
     * two cannot begin it.
     */
    async findOpen({ projectId }: ProjectScope, key: string, requestedBy: string | null): Promise<string | null> {
      await db.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
        hashedAdvisoryLocks.uploads,
        `${projectId} ${key}`,
      ]);
      const [found] = await db.query<{ id: string }>(FIND_OPEN, [projectId, key, requestedBy]);
      return found?.id ?? null;
    },

    /** Numbers of the stored parts of an unfinished import. */
    async parts({ projectId }: ProjectScope, eventId: string): Promise<number[]> {
      return (await db.query<{ part: number }>(PARTS, [projectId, eventId])).map(({ part }) => part);
    },

    async hasPart({ projectId }: ProjectScope, eventId: string, part: number): Promise<boolean> {
      return (await db.query(HAS_PART, [projectId, eventId, part])).length > 0;
    },

    /** Number of imports that are not finished. */
    countOpen({ projectId }: ProjectScope): Promise<number> {
      return firstNumber(db.query(COUNT_OPEN, [projectId]));
    },

    /** Imports of all tenants whose upload has not gone on since `before`. */
    async listAbandoned(before: Date): Promise<{ id: string; projectId: string }[]> {
      return db.asOwner.query(LIST_ABANDONED, [before]);
    },

    /**
     * Returns the first batch that waits, locked until the transaction ends. Null: all are done. Imports of a project take turns, because
     * two of the same file would store the same ids.
     */
    async lockNext(
      { projectId }: ProjectScope,
      eventId: string,
    ): Promise<{ id: string; rows: ImportedMemory[] } | null> {
      await db.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [hashedAdvisoryLocks.imports, projectId]);
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
      return row ?? { imported: 0, known: 0, waiting: 0, done: 0, parts: 0, lastPart: 0 };
    },

    /** Moves records to another event. */
    async move({ projectId }: ProjectScope, { from, to }: { from: string; to: string }): Promise<void> {
      await db.execute(MOVE, [projectId, from, to]);
    },

    /** Removes the batches of all tenants whose event is gone or ended. A deletion that failed keeps its own: it can be cancelled. */
    async removeEnded(): Promise<void> {
      await db.asOwner.execute(REMOVE_ENDED, []);
    },

    /** Removes the batches of an import. */
    async remove({ projectId }: ProjectScope, eventId: string): Promise<void> {
      await db.execute('DELETE FROM import_batches WHERE project_id = $1 AND event_id = $2::uuid', [
        projectId,
        eventId,
      ]);
    },

    /**
     * Removes the records of an entity from batches that wait. Waits for a batch that is being imported.
     * @param keepFor a deletion that can be undone: its event keeps the records, which no import finds there
     */
    async forget(
      { projectId }: ProjectScope,
      { type, name }: { type: EntityType; name: string },
      keepFor: string | null = null,
    ): Promise<void> {
      await db.execute(FORGET, [projectId, `${type}Id`, name, keepFor]);
    },

    /** Records of an entity that wait, as the import stores them. Reads a few batches at a time. */
    async *listOf(
      { projectId }: ProjectScope,
      { type, name }: { type: EntityType; name: string },
    ): AsyncGenerator<Json> {
      for (let after: string | undefined = '0'; after !== undefined;) {
        const values = [projectId, `${type}Id`, name, after];
        const rows: { id: string; record: Json }[] = await db.query(LIST_OF, values);
        for (const { record } of rows) yield record;
        after = rows.at(-1)?.id;
      }
    },
  };
}

const INSERT = 'INSERT INTO import_batches (project_id, event_id, part, records) VALUES ($1, $2::uuid, $3, $4::jsonb)';

// Index: import_batches_project_id_event_id_part_idx. Every unfinished import has a batch.
const FIND_OPEN = `
SELECT e.id FROM events e WHERE e.project_id = $1 AND e.id IN (SELECT b.event_id FROM import_batches b WHERE b.project_id = $1)
  AND e.payload ->> 'key' = $2 AND e.requested_by IS NOT DISTINCT FROM $3::text AND e.status IN ('PENDING', 'RUNNING')`;

const PARTS = `SELECT DISTINCT b.part FROM import_batches b WHERE b.project_id = $1 AND b.event_id = $2::uuid ORDER BY b.part`;

const HAS_PART = `SELECT FROM import_batches b WHERE b.project_id = $1 AND b.event_id = $2::uuid AND b.part = $3 LIMIT 1`;

// Every unfinished import has a batch. A deletion that can be undone has some, too.
const COUNT_OPEN = `
SELECT count(*) AS total FROM events e WHERE e.project_id = $1 AND e.type = 'IMPORT' AND e.id IN (SELECT b.event_id FROM import_batches b WHERE b.project_id = $1)`;

const LIST_ABANDONED = `
SELECT DISTINCT e.id, e.project_id FROM import_batches b JOIN events e ON e.project_id = b.project_id AND e.id = b.event_id
WHERE e.updated_at < $1 AND e.status IN ('PENDING', 'RUNNING') AND e.payload ->> 'isUploaded' = 'false'`;

const REMOVE_ENDED = `
DELETE FROM import_batches b WHERE NOT EXISTS (SELECT FROM events e WHERE e.project_id = b.project_id AND e.id = b.event_id
  AND (e.status IN ('PENDING', 'RUNNING') OR e.status = 'FAILED' AND e.type <> 'IMPORT'))`;

const MOVE = `UPDATE import_batches b SET event_id = $3::uuid WHERE b.project_id = $1 AND b.event_id = $2::uuid`;

// Index: import_batches_waiting_idx.
const LOCK_NEXT = `
SELECT b.id::text AS id, b.records FROM import_batches b
WHERE b.project_id = $1 AND b.event_id = $2::uuid AND NOT b.is_done ORDER BY b.id LIMIT 1 FOR UPDATE`;

const FINISH = `
UPDATE import_batches SET records = '[]', is_done = true, imported = $3, known = $4 WHERE project_id = $1 AND id = $2::bigint`;

const COUNTS = `
SELECT coalesce(sum(b.imported), 0)::int AS imported, coalesce(sum(b.known), 0)::int AS known,
  coalesce(sum(b.size), 0)::int AS waiting, (count(*) FILTER (WHERE b.is_done))::int AS done, count(DISTINCT b.part)::int AS parts, coalesce(max(b.part), 0) AS last_part
FROM import_batches b WHERE b.project_id = $1 AND b.event_id = $2::uuid`;

// In order, so that two erasures cannot deadlock.
const FORGET = `
WITH named AS MATERIALIZED (
  SELECT b.id, b.records FROM import_batches b WHERE b.project_id = $1 AND NOT b.is_done
    AND b.records @> jsonb_build_array(jsonb_build_object($2::text, $3::text)) ORDER BY b.id FOR UPDATE
), split AS (
  SELECT n.id, jsonb_agg(r.record ORDER BY r.n) FILTER (WHERE r.record ->> $2 IS DISTINCT FROM $3) AS others,
    jsonb_agg(r.record ORDER BY r.n) FILTER (WHERE r.record ->> $2 = $3) AS own
  FROM named n CROSS JOIN LATERAL jsonb_array_elements(n.records) WITH ORDINALITY AS r(record, n) GROUP BY n.id
), kept AS (
  INSERT INTO import_batches (project_id, event_id, records) SELECT $1, $4::uuid, s.own FROM split s WHERE $4::uuid IS NOT NULL
)
UPDATE import_batches b SET records = coalesce(s.others, '[]') FROM split s WHERE b.id = s.id`;

const LIST_OF = `
SELECT b.id::text AS id, r.record - '{hash,dedupeKey,searchLanguage}'::text[] AS record FROM (
  SELECT n.id, n.records FROM import_batches n WHERE n.project_id = $1 AND NOT n.is_done AND n.id > $4::bigint
    AND n.records @> jsonb_build_array(jsonb_build_object($2::text, $3::text)) ORDER BY n.id LIMIT 20
) b CROSS JOIN LATERAL jsonb_array_elements(b.records) AS r(record) WHERE r.record ->> $2 = $3 ORDER BY b.id`;

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
