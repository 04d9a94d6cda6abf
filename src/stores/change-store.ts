import {
  advisoryLocks,
  deleteAndCount,
  firstNumber,
  numberedLog,
  prepared,
  type Queryable,
  toRecords,
  type Transaction,
} from '@memory-gateway/database';

export type ChangeTopic = 'memory' | 'event' | 'delivery' | 'audit';

export interface NewChange {
  readonly topic: ChangeTopic;
  /** Null for audit log rows, which outlive their project. */
  readonly projectId: string | null;
  /** For a delivery: id of the webhook. */
  readonly parentId?: string | null;
  readonly subjectId: string;
  readonly kind: 'ADD' | 'UPDATE' | 'DELETE';
}

/** A recorded change. `id` is its position in the feed, from which streams resume. */
export interface ChangeRow extends Required<NewChange> {
  readonly id: number;
}

export interface ChangeSource {
  readonly topic: ChangeTopic;
  readonly projectId: string | null;
}

/**
 * Creates the store of the change feed, from which live streams resume. SQL, because every write of memories adds a row.
 * A transaction may commit after one that took a higher id; see {@link numberedLog}.
 */
export function changeStore(db: Queryable) {
  return {
    listSourceAfter: ({ topic, projectId }: ChangeSource, id: number, limit: number) =>
      projectId === null
        ? db.query<ChangeRow>(LIST_GLOBAL, [topic, id, limit])
        : db.query<ChangeRow>(LIST_PROJECT, [topic, id, limit, projectId]),

    ...numberedLog(db, { table: 'changes', lock: advisoryLocks.changeWriters }),

    /** Deletes up to `batch` changes older than a time. @returns the number of deleted changes */
    prune(before: Date, batch: number): Promise<number> {
      return firstNumber(db.execute(PRUNE, [before, batch]));
    },
  };
}

/** Records changes at the end of a transaction, because readers of the feed wait for its end. */
export function recordChanges(tx: Pick<Transaction, 'queryLast'>, changes: readonly NewChange[], at: Date): void {
  const rows = changes.map((change) => ({ parentId: null, ...change }));
  tx.queryLast(() => ({ text: INSERT, values: [toRecords(rows), at] }));
}

const COLUMNS = 'id, topic, project_id, parent_id, subject_id, kind';

// The lock precedes the id: the default of `id` is computed for rows that come out of the join.
const INSERT = prepared(`
  WITH writer AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${advisoryLocks.changeWriters}) AS locked)
  INSERT INTO changes (topic, project_id, parent_id, subject_id, kind, created_at)
  SELECT topic, project_id, parent_id, subject_id, kind, $2::timestamptz
  FROM writer, jsonb_to_recordset($1::jsonb) AS change (topic text, project_id text, parent_id text, subject_id text, kind text)`);

// Index of both: changes_project_id_topic_id_idx.
const LIST_PROJECT = `
  SELECT ${COLUMNS} FROM changes WHERE project_id = $4 AND topic = $1 AND id > $2 ORDER BY id LIMIT $3`;
const LIST_GLOBAL = `
  SELECT ${COLUMNS} FROM changes WHERE project_id IS NULL AND topic = $1 AND id > $2 ORDER BY id LIMIT $3`;

// Index: changes_created_at_idx.
const PRUNE = deleteAndCount(
  'changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM changes WHERE created_at < $1::timestamptz LIMIT $2))',
);
