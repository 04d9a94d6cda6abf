import type { ProjectScope } from '../../auth/scope.js';
import { firstRow, type Queryable } from '@memory-gateway/database';
import type { EventStatus } from '../event-store.js';

/** Users of a profile job: one user, a sample of users, or users with outdated profiles. */
export type ProfileOperation = 'trigger' | 'sample' | 'refresh';

/** A job that generates profiles. Its event has the same id. */
export interface ProfileJobRow {
  readonly id: string;
  readonly projectId: string;
  readonly operation: ProfileOperation;
  readonly entityNames: readonly string[];
  readonly succeeded: number;
  readonly failed: number;
  /** Number of users that have no memories or were deleted. */
  readonly skipped: number;
  readonly requestedBy: string;
  readonly status: EventStatus;
  readonly createdAt: Date;
}

export interface NewProfileJob extends Pick<
  ProfileJobRow,
  'id' | 'operation' | 'entityNames' | 'requestedBy' | 'createdAt'
> {
  readonly idempotencyKey: string | null;
}

/** Creates the store of profile jobs. SQL, because every read joins the event and every count checks the one before it. */
export function profileJobStore(db: Queryable) {
  const one = (sql: string, values: readonly unknown[]) => firstRow(db.query<ProfileJobRow>(sql, values));
  const change = (sql: string, values: readonly unknown[]) => firstRow(db.execute<ProfileJobRow>(sql, values));
  return {
    /** Stores a job. Its event must exist. @returns false if the caller already used the idempotency key */
    async insert(scope: ProjectScope, job: NewProfileJob): Promise<boolean> {
      const { id, operation, entityNames, requestedBy, createdAt, idempotencyKey } = job;
      return (
        (
          await db.execute(INSERT, [
            scope.projectId,
            id,
            operation,
            entityNames,
            requestedBy,
            createdAt,
            idempotencyKey,
          ])
        ).length > 0
      );
    },
    get: (scope: ProjectScope, id: string) =>
      one(`${SELECT} WHERE j.project_id = $1 AND j.id = $2::uuid`, [scope.projectId, id]),
    /** Finds the project of a job without checking access. Call `authorize` next. */
    projectOf: (id: string) =>
      firstRow(db.query<{ projectId: string }>('SELECT project_id FROM profile_jobs WHERE id = $1::uuid', [id])),
    /** Finds a caller's job by idempotency key. Index: profile_jobs_project_id_requested_by_idempotency_key_key. */
    byKey: (scope: ProjectScope, key: { requestedBy: string; idempotencyKey: string }) =>
      one(`${SELECT} WHERE j.project_id = $1 AND j.requested_by = $2 AND j.idempotency_key = $3`, [
        scope.projectId,
        key.requestedBy,
        key.idempotencyKey,
      ]),
    /** Counts one more user if exactly `done` were counted. @returns null if another attempt was first */
    advance: (scope: ProjectScope, id: string, step: { done: number; came: 'succeeded' | 'failed' | 'skipped' }) =>
      change(ADVANCE, [scope.projectId, id, step.done, step.came]),
  };
}

const COLUMNS =
  'j.id, j.project_id, j.operation, j.entity_names, j.succeeded, j.failed, j.skipped, j.requested_by, j.created_at';
const SELECT = `SELECT ${COLUMNS}, e.status FROM profile_jobs j JOIN events e ON e.project_id = j.project_id AND e.id = j.id`;

const INSERT = `
INSERT INTO profile_jobs (id, project_id, operation, entity_type, entity_names, requested_by, created_at, idempotency_key)
VALUES ($2::uuid, $1, $3, 'user', $4::text[], $5, $6::timestamptz, $7) ON CONFLICT (project_id, requested_by, idempotency_key) DO NOTHING RETURNING id`;

const ADVANCE = `
UPDATE profile_jobs j SET succeeded = j.succeeded + ($4 = 'succeeded')::int, failed = j.failed + ($4 = 'failed')::int, skipped = j.skipped + ($4 = 'skipped')::int
FROM events e WHERE e.project_id = $1 AND e.id = j.id AND j.project_id = $1 AND j.id = $2::uuid AND j.succeeded + j.failed + j.skipped = $3::int RETURNING ${COLUMNS}, e.status`;
