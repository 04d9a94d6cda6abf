import type { ProjectScope } from '../../auth/scope.js';
import { deleteAndCount, firstNumber, type Queryable, toRecords } from '@memory-gateway/database';

/** Bodies of a request, without credentials. */
export interface RequestBody {
  /** Path with the query string. */
  readonly url: string;
  /** Null: the request had none, or one that is not stored. */
  readonly request: string | null;
  /** Null: the response had none, or one that is not stored. */
  readonly response: string | null;
  /** Whether a part of the bodies is not stored. */
  readonly isCut: boolean;
}

export interface StoredRequestBody extends RequestBody {
  readonly projectId: string;
  readonly requestId: string;
  /** IDs of memories and events that the bodies contain or are about. */
  readonly objectIds: readonly string[];
  /** When the request arrived. */
  readonly createdAt: Date;
}

/** Creates the store of request bodies. SQL, because the log writes them in batches and deletions find them by the IDs in them. */
export function requestBodyStore(db: Queryable) {
  const count = (sql: string, values: readonly unknown[]) => firstNumber(db.execute(sql, values));
  return {
    /**
     * Stores bodies of projects whose setting is on. Leaves out those of requests that began before an erasure, or before the deletion of
     * what they contain. Call it in a transaction: a deletion that runs meanwhile waits for it.
     */
    async insert(bodies: readonly StoredRequestBody[]): Promise<void> {
      const locked = await db.execute<{ id: string }>(LOCK, [[...new Set(bodies.map(({ projectId }) => projectId))]]);
      // The lock may have waited, so a further statement reads what is true now.
      if (locked.length > 0) await db.execute(INSERT, [toRecords(bodies)]);
    },
    /** Reads the bodies of requests that arrived since a time. */
    find: ({ projectId }: ProjectScope, requestIds: readonly string[], since: Date) =>
      db.query<RequestBody & { readonly requestId: string }>(FIND, [projectId, requestIds, since]),
    /** Removes up to `batch` bodies that are older, or of projects that store none. @returns the number */
    removeOld: (date: Date, batch: number) => count(REMOVE_OLD, [date, batch]),
    /** Removes up to `batch` bodies of a project that are older. @returns the number */
    removeOldOfProject: ({ projectId }: ProjectScope, date: Date, batch: number) =>
      count(REMOVE_OLD_OF_PROJECT, [projectId, date, batch]),
  };
}

const LOCK = 'SELECT id FROM projects WHERE id = ANY($1) AND store_request_bodies ORDER BY id FOR NO KEY UPDATE';

// Index: memory_history_memory_id_created_at_id_idx.
const INSERT = `
INSERT INTO request_bodies (project_id, request_id, url, request, response, is_cut, object_ids, created_at)
SELECT b.project_id, b.request_id, b.url, b.request, b.response, b.is_cut, b.object_ids, b.created_at
FROM jsonb_to_recordset($1::jsonb) AS b (project_id text, request_id text, url text, request text, response text, is_cut boolean, object_ids uuid[],
  created_at timestamptz)
JOIN projects p ON p.id = b.project_id AND p.store_request_bodies AND p.deleted_at IS NULL
  AND (p.request_bodies_from IS NULL OR b.created_at > p.request_bodies_from)
WHERE NOT EXISTS (
  SELECT FROM memory_history h WHERE h.memory_id = ANY(b.object_ids) AND h.event = 'DELETE' AND h.created_at >= b.created_at
)
ON CONFLICT DO NOTHING`;

const FIND = `
SELECT b.request_id, b.url, b.request, b.response, b.is_cut FROM request_bodies b
WHERE b.project_id = $1 AND b.request_id = ANY($2) AND b.created_at >= $3`;

// Index: request_bodies_created_at_idx.
const REMOVE_OLD = deleteAndCount(`request_bodies WHERE (project_id, request_id) IN (
  SELECT b.project_id, b.request_id FROM request_bodies b
  WHERE b.created_at < $1 OR b.project_id IN (SELECT p.id FROM projects p WHERE NOT p.store_request_bodies) LIMIT $2)`);

const REMOVE_OLD_OF_PROJECT = deleteAndCount(`request_bodies WHERE project_id = $1 AND request_id IN (
  SELECT b.request_id FROM request_bodies b WHERE b.project_id = $1 AND b.created_at < $2 LIMIT $3)`);
