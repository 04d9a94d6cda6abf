import type { AuthMode } from '../../auth/caller.js';
import { ValidationError } from '../../errors.js';
import type { PageWindow } from '../../page.js';
import type { Queryable, Transaction } from '../database/open-database.js';
import { parameters, type Parameters } from '../sql/keyset.js';
import { prepared } from '../sql/prepared.js';
import { toStorable, type RequestLogEntry, type RequestLogRow } from './request-log-entry.js';

/** Whose calls may be seen: those of these projects, or with null all calls, also those that belong to no project. */
export interface RequestLogReach {
  readonly projectIds: readonly string[] | null;
}

/** Which calls are asked for; every condition that is given must hold. */
export interface RequestLogCriteria {
  readonly method?: string | null;
  readonly pathPrefix?: string | null;
  readonly operation?: string | null;
  readonly minStatus?: number | null;
  readonly maxStatus?: number | null;
  readonly authTypes?: readonly AuthMode[] | null;
  readonly userId?: string | null;
  readonly keyPrefix?: string | null;
  /** Not those of clients that call themselves so; those without a name stay. */
  readonly exceptClients?: readonly string[] | null;
  /** Arrived at this time or later. */
  readonly since?: Date | null;
  /** Arrived before this time. */
  readonly until?: Date | null;
}

/** Reads and writes the request log. */
export function requestLogStore(db: Queryable) {
  const selectMany = (rest: string, values: readonly unknown[]) =>
    db.query<RequestLogRow>(`SELECT ${columns} FROM request_logs ${rest}`, values);
  return {
    insertBatch,
    /** Everybody's rows beyond an id, oldest first. For the live log, which decides for each subscriber what it may see. */
    listAfter: (id: number, limit: number) => selectMany('WHERE id > $1 ORDER BY id LIMIT $2', [id, limit]),
    /**
     * One page, newest first; one row more than the window asks for.
     * @throws ValidationError when the cursor belongs to another kind of list
     */
    async page(reach: RequestLogReach, criteria: RequestLogCriteria, window: PageWindow): Promise<RequestLogRow[]> {
      const { values, bind } = parameters();
      const where = conditions(reach, criteria, bind);
      const key = requestLogKey(window.key, window.backward ? 'before' : 'after');
      if (key !== null) where.push(`id ${window.backward ? '>' : '<'} ${bind(key)}`);
      const rest = `WHERE ${where.join(' AND ')} ORDER BY id ${window.backward ? 'ASC' : 'DESC'} LIMIT ${bind(window.limit + 1)}`;
      return selectMany(rest, values);
    },
    async count(reach: RequestLogReach, criteria: RequestLogCriteria): Promise<number> {
      const { values, bind } = parameters();
      const sql = `SELECT count(*) AS total FROM request_logs WHERE ${conditions(reach, criteria, bind).join(' AND ')}`;
      return (await db.query<{ total: number }>(sql, values))[0]?.total ?? 0;
    },
    /** The newest visible row's id; 0 in an empty log. */
    maxId: async () =>
      (await db.query<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM request_logs'))[0]?.id ?? 0,
    /** The highest id ever given, whether its row is still kept or not. */
    lastIssuedId: async () =>
      (await db.query<{ id: number }>('SELECT last_value AS id FROM request_logs_id_seq'))[0]?.id ?? 0,
    /** Ids of the projects that a user owns, directly or through the organization. */
    async projectsOwnedBy(userId: string): Promise<string[]> {
      return (await db.query<{ id: string }>(OWNED, [userId])).map(({ id }) => id);
    },
    /** Removes up to `batch` rows that arrived before the date. @returns how many; fewer than `batch` means done */
    async deleteOlderThan(date: Date, batch: number): Promise<number> {
      return (await db.query<{ deleted: number }>(DELETE_OLD, [date, batch]))[0]?.deleted ?? 0;
    },
  };
}

/** The id in a cursor. @throws ValidationError when the cursor belongs to another kind of list */
export function requestLogKey(key: PageWindow['key'], argument: string): number | null {
  if (key === null) return null;
  const [id] = key;
  if (key.length === 1 && typeof id === 'number' && Number.isSafeInteger(id) && id >= 0) return id;
  throw new ValidationError({ [argument]: ['Not a cursor of this list.'] });
}

/**
 * Stores calls. Writers of all processes take one lock until they commit, and take ids after it: so ids become visible in
 * their own order, and whoever has read up to an id will never find a lower one that was not there before.
 *
 * @param tx kept short: every other writer of the log waits for its end
 * @returns the stored rows, in the order of the entries
 */
async function insertBatch(tx: Transaction, entries: readonly RequestLogEntry[]): Promise<RequestLogRow[]> {
  const rows = entries.map(toStorable);
  await tx.query(LOCK, [writerLock]);
  const inserted = await tx.query<{ id: number }>(INSERT, [
    rows.map((row) => row.method),
    rows.map((row) => row.path),
    rows.map((row) => row.operation),
    rows.map((row) => row.statusCode),
    rows.map((row) => row.latencyMs),
    rows.map((row) => row.authType),
    rows.map((row) => row.userId),
    rows.map((row) => row.keyPrefix),
    rows.map((row) => row.projectId),
    rows.map((row) => row.requestId),
    rows.map((row) => row.client),
    rows.map((row) => row.createdAt.toISOString()),
  ]);
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b);
  return rows.map((row, index) => ({ ...row, id: ids[index] ?? 0 }));
}

// Calls wait in memory for company before they come here, so that a crash may lose the latest in any case: none of them is worth
// the wait for the disk, during which the others would wait too.
const LOCK = prepared("SELECT pg_advisory_xact_lock($1), set_config('synchronous_commit', 'off', true)");

// Any number that nothing else locks.
const writerLock = 72_707_370;

const columns = `id, method, path, operation, status_code, latency_ms, auth_type, user_id, key_prefix, project_id, request_id, client, created_at`;

const INSERT = prepared(`
  INSERT INTO request_logs (method, path, operation, status_code, latency_ms, auth_type, user_id, key_prefix, project_id, request_id, client, created_at)
  SELECT method, path, operation, status_code, latency_ms, auth_type, user_id, key_prefix, project_id, request_id, client, created_at
  FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::float8[], $6::text[], $7::uuid[], $8::text[], $9::text[], $10::text[], $11::text[], $12::timestamptz[])
    WITH ORDINALITY AS entry (method, path, operation, status_code, latency_ms, auth_type, user_id, key_prefix, project_id, request_id, client, created_at, place)
  ORDER BY place
  RETURNING id`);

// The BRIN index on created_at finds the few blocks.
const DELETE_OLD = `
  WITH gone AS (
    DELETE FROM request_logs WHERE id IN (SELECT id FROM request_logs WHERE created_at < $1 LIMIT $2) RETURNING 1
  )
  SELECT count(*) AS deleted FROM gone`;

// Both member tables have an index on user_id.
const OWNED = `
  SELECT p.id FROM projects p
  JOIN organizations o ON o.id = p.organization_id AND o.deleted_at IS NULL
  LEFT JOIN project_members pm ON pm.project_id = p.id AND pm.user_id = $1::uuid
  LEFT JOIN organization_members om ON om.organization_id = p.organization_id AND om.user_id = $1::uuid
  WHERE p.deleted_at IS NULL AND (pm.role = 'OWNER' OR om.role = 'OWNER')`;

/** Relies on (project_id, id DESC) within projects and on the primary key without. */
export function conditions(reach: RequestLogReach, criteria: RequestLogCriteria, bind: Parameters['bind']): string[] {
  const where = [reach.projectIds === null ? 'true' : `project_id = ANY(${bind(reach.projectIds)}::text[])`];
  const add = (value: unknown, condition: (placeholder: string) => string) => {
    if (value !== null && value !== undefined) where.push(condition(bind(value)));
  };
  add(criteria.method, (value) => `method = ${value}`);
  add(criteria.pathPrefix, (value) => `starts_with(path, ${value})`);
  add(criteria.operation, (value) => `operation = ${value}`);
  add(criteria.minStatus, (value) => `status_code >= ${value}`);
  add(criteria.maxStatus, (value) => `status_code <= ${value}`);
  add(criteria.authTypes, (value) => `auth_type = ANY(${value}::text[])`);
  add(criteria.userId, (value) => `user_id = ${value}::uuid`);
  add(criteria.keyPrefix, (value) => `key_prefix = ${value}`);
  add(criteria.exceptClients, (value) => `(client IS NULL OR client <> ALL(${value}::text[]))`);
  add(criteria.since, (value) => `created_at >= ${value}`);
  add(criteria.until, (value) => `created_at < ${value}`);
  return where;
}
