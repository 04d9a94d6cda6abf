import type { ProjectScope } from '../../auth/scope.js';
import { deleteAndCount, firstNumber, type Queryable } from '@memory-gateway/database';

/** A project that keeps requests for fewer days than the server. */
export interface ShortRetention {
  readonly projectId: string;
  readonly organizationId: string;
  readonly days: number;
}

/** Creates the store that deletes old requests. Whole months are dropped instead: see request-log-partitions.ts. */
export function requestLogRetentionStore(db: Queryable) {
  const count = (sql: string, values: readonly unknown[]) => firstNumber(db.execute(sql, values));
  return {
    /** Deletes up to `batch` rows that arrived before the date. @returns their number; less than `batch` when done */
    deleteOlderThan: (date: Date, batch: number) => count(DELETE_OLD, [date, batch]),

    /** Whether more than `limit` rows arrived before the date. Stops counting there. */
    hasMoreOlderThan: async (date: Date, limit: number) => (await db.query(MORE_OLD, [date, limit])).length > 0,

    /** Deletes up to `batch` old rows of a project, but no requests of several projects. @returns the number */
    deleteOfProject: ({ projectId }: ProjectScope, date: Date, batch: number) =>
      count(DELETE_OF_PROJECT, [projectId, date, batch]),

    /** Lists the projects that keep requests for fewer than `days` days. Scans the table. */
    listShortRetentions: (days: number) => db.query<ShortRetention>(SHORT_RETENTIONS, [days]),
  };
}

// Index: request_logs_created_at_idx.
const DELETE_OLD = deleteAndCount(
  'request_logs WHERE id IN (SELECT id FROM request_logs WHERE created_at < $1 LIMIT $2)',
);

const MORE_OLD = 'SELECT 1 FROM request_logs WHERE created_at < $1 OFFSET $2 LIMIT 1';

// request_logs_project_id_id_idx. IDs follow the order of arrival closely: the oldest rows by ID are the candidates, so a project with
// nothing to delete costs one batch.
const DELETE_OF_PROJECT = `
  WITH oldest AS (
    SELECT id, created_at FROM request_logs WHERE project_id = $1 AND other_project_ids = '{}' ORDER BY id LIMIT $3
  ), gone AS (
    DELETE FROM request_logs r USING oldest o WHERE r.id = o.id AND r.created_at = o.created_at AND o.created_at < $2 RETURNING 1
  )
  SELECT count(*) AS deleted FROM gone`;

const SHORT_RETENTIONS = `
  SELECT id AS project_id, organization_id, request_log_retention_days AS days FROM projects
  WHERE request_log_retention_days < $1 AND deleted_at IS NULL ORDER BY id`;
