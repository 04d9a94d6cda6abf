import type { AuthMode } from '../../auth/caller.js';
import { ValidationError } from '../../errors.js';
import type { PageWindow } from '../../page.js';
import type { Queryable } from '../database/open-database.js';
import { parameters, type Parameters } from '../sql/keyset.js';
import { insertRequestLogs, requestLogColumns } from './insert-request-logs.js';
import { searchedRequestsMax, textSql } from './request-log-text.js';
import type { OperationType, RequestLogRow, RequestOutcome } from './request-log-entry.js';

export interface RequestLogReach {
  /** Requests that entered one of these projects. Null: all requests, including those that entered no project. */
  readonly projectIds: readonly string[] | null;
  /** Only requests of this user in these projects. */
  readonly onlyUserId?: string | null;
  /** Additionally all requests of this user. */
  readonly orUserId?: string | null;
}

/** Conditions on requests, combined with AND. */
export interface RequestLogCriteria {
  readonly method?: string | null;
  readonly pathPrefix?: string | null;
  readonly operation?: string | null;
  readonly operationType?: OperationType | null;
  readonly outcomes?: readonly RequestOutcome[] | null;
  readonly errorCode?: string | null;
  readonly minStatus?: number | null;
  readonly maxStatus?: number | null;
  readonly authTypes?: readonly AuthMode[] | null;
  readonly userId?: string | null;
  readonly keyPrefix?: string | null;
  readonly requestId?: string | null;
  readonly traceId?: string | null;
  /** Contained in the path, operation, IDs or errors; A to Z in lower case. Lists and counts then read at most {@link searchedRequestsMax} requests. */
  readonly text?: string | null;
  readonly client?: string | null;
  /** Excludes clients by name. Clients without a name stay. */
  readonly exceptClients?: readonly string[] | null;
  /** Earliest time of arrival, inclusive. */
  readonly since?: Date | null;
  /** Latest time of arrival, exclusive. */
  readonly until?: Date | null;
}

/** Creates the store of the request log. */
export function requestLogStore(db: Queryable) {
  const selectMany = (rest: string, values: readonly unknown[]) =>
    db.query<RequestLogRow>(`SELECT ${requestLogColumns} FROM request_logs ${rest}`, values);
  // Row-level security would exclude the index of requests that entered several projects. It applies when rows are read.
  const listIds = async (sql: string, values: readonly unknown[]): Promise<number[]> =>
    (await db.asOwner.query<{ id: number }>(sql, values)).map(({ id }) => id);
  return {
    insertBatch: insertRequestLogs,
    /** Lists rows of all projects after an id, oldest first. The live log checks what each subscriber may see. */
    listAfter: (id: number, limit: number) => selectMany('WHERE id > $1 ORDER BY id LIMIT $2', [id, limit]),
    async find(reach: RequestLogReach, id: number): Promise<RequestLogRow | null> {
      const { values, bind } = parameters();
      const where = [`id = ${bind(id)}`, ...toConditions(reach, {}, bind)];
      return (await selectMany(`WHERE ${where.join(' AND ')}`, values))[0] ?? null;
    },
    /** Returns one page plus one row, newest first. @throws ValidationError if the cursor is from another list */
    async page(reach: RequestLogReach, criteria: RequestLogCriteria, window: PageWindow): Promise<RequestLogRow[]> {
      const { values, bind } = parameters();
      const where = criteriaSql(criteria, bind);
      const key = requestLogKey(window.key, window.backward ? 'before' : 'after');
      if (key !== null) where.push(`id ${window.backward ? '>' : '<'} ${bind(key)}`);
      const order = `ORDER BY id ${window.backward ? 'ASC' : 'DESC'} LIMIT ${bind(window.limit + 1)}`;
      const ids = await listIds(idsSql({ reach, criteria, where, order }, bind), values);
      if (ids.length === 0) return [];
      return selectMany(`WHERE id = ANY($1::bigint[]) ORDER BY id ${window.backward ? 'ASC' : 'DESC'}`, [ids]);
    },
    async count(reach: RequestLogReach, criteria: RequestLogCriteria): Promise<number> {
      const { values, bind } = parameters();
      const [from, where] =
        criteria.text == null
          ? ['request_logs', toConditions(reach, criteria, bind)]
          : [newestSql(reach, criteria, bind), criteriaSql(criteria, bind)];
      const sql = `SELECT count(*) AS total FROM ${from} WHERE ${where.join(' AND ')}`;
      return (await db.asOwner.query<{ total: number }>(sql, values))[0]?.total ?? 0;
    },
    /** Returns the id of the newest visible row, or 0. */
    maxId: async () =>
      (await db.query<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM request_logs'))[0]?.id ?? 0,
    /** Returns the highest id ever assigned, even if its row was deleted. */
    lastIssuedId: async () =>
      (await db.query<{ id: number }>('SELECT last_value AS id FROM request_logs_id_seq'))[0]?.id ?? 0,
    /** Returns the lowest stored id, or the next id if the log is empty. */
    oldestId: async () => (await db.query<{ id: number }>(OLDEST_ID))[0]?.id ?? 1,
    /** Lists the ids of projects that a user owns, directly or through the organization. */
    async projectsOwnedBy(userId: string): Promise<string[]> {
      return (await db.query<{ id: string }>(OWNED, [userId])).map(({ id }) => id);
    },
  };
}

/** Reads the id in a cursor. @throws ValidationError if the cursor is from another kind of list */
export function requestLogKey(key: PageWindow['key'], argument: string): number | null {
  if (key === null) return null;
  const [id] = key;
  if (key.length === 1 && typeof id === 'number' && Number.isSafeInteger(id) && id >= 0) return id;
  throw new ValidationError({ [argument]: ['Not a cursor of this list.'] });
}

const OLDEST_ID = `
  SELECT coalesce((SELECT min(id) FROM request_logs), (SELECT last_value + is_called::int FROM request_logs_id_seq)) AS id`;

// Index on user_id of both member tables.
const OWNED = `
  SELECT p.id FROM projects p
  JOIN organizations o ON o.id = p.organization_id AND o.deleted_at IS NULL
  LEFT JOIN project_members pm ON pm.project_id = p.id AND pm.user_id = $1::uuid
  LEFT JOIN organization_members om ON om.organization_id = p.organization_id AND om.user_id = $1::uuid
  WHERE p.deleted_at IS NULL AND (pm.role = 'OWNER' OR om.role = 'OWNER')`;

/** Returns the SQL conditions for a statement over all rows within reach. */
export function toConditions(reach: RequestLogReach, criteria: RequestLogCriteria, bind: Parameters['bind']): string[] {
  return [`(${reachBranches(reach, bind).join(' OR ')})`, ...criteriaSql(criteria, bind)];
}

interface IdsQuery {
  readonly reach: RequestLogReach;
  readonly criteria: RequestLogCriteria;
  readonly where: readonly string[];
  readonly order: string;
}

function idsSql({ reach, criteria, where, order }: IdsQuery, bind: Parameters['bind']): string {
  if (criteria.text != null)
    return `SELECT id FROM ${newestSql(reach, criteria, bind)} WHERE ${where.join(' AND ')} ${order}`;
  // One subquery per branch: an OR would prevent reading each branch's index in order.
  const branches = reachBranches(reach, bind).map(
    (branch) => `(SELECT id FROM request_logs WHERE ${[branch, ...where].join(' AND ')} ${order})`,
  );
  return branches.length === 1
    ? branches.join()
    : `SELECT DISTINCT id FROM (${branches.join(' UNION ALL ')}) AS logs ${order}`;
}

// The newest requests within reach and time range, for a text filter. The other criteria stay outside, so that a rare
// value among them does not make the statement read on.
function newestSql(reach: RequestLogReach, { since, until }: RequestLogCriteria, bind: Parameters['bind']): string {
  const newest = `ORDER BY id DESC LIMIT ${searchedRequestsMax}`;
  const times = criteriaSql({ since, until }, bind);
  const branches = reachBranches(reach, bind).map(
    (branch) => `(SELECT ${requestLogColumns} FROM request_logs WHERE ${[branch, ...times].join(' AND ')} ${newest})`,
  );
  return `(SELECT DISTINCT ON (id) ${requestLogColumns} FROM (${branches.join(' UNION ALL ')}) AS branches ${newest}) AS newest`;
}

// Each branch has an index in order of id: (project_id, id DESC), (user_id, id DESC) or the primary key. A partial GIN
// index finds the few requests that entered several projects.
function reachBranches({ projectIds, onlyUserId, orUserId }: RequestLogReach, bind: Parameters['bind']): string[] {
  if (projectIds === null) return [onlyUserId == null ? 'true' : `user_id = ${bind(onlyUserId)}::uuid`];
  const [ids, only] = [bind(projectIds), onlyUserId == null ? '' : ` AND user_id = ${bind(onlyUserId)}::uuid`];
  const branches = [
    `project_id = ANY(${ids}::text[])${only}`,
    `other_project_ids <> '{}' AND other_project_ids && ${ids}::text[]${only}`,
  ];
  return orUserId == null ? branches : [...branches, `user_id = ${bind(orUserId)}::uuid`];
}

function criteriaSql(criteria: RequestLogCriteria, bind: Parameters['bind']): string[] {
  const where: string[] = [];
  const add = (value: unknown, condition: (placeholder: string) => string) => {
    if (value !== null && value !== undefined) where.push(condition(bind(value)));
  };
  add(criteria.method, (value) => `method = ${value}`);
  add(criteria.pathPrefix, (value) => `starts_with(path, ${value})`);
  add(criteria.operation, (value) => `operation = ${value}`);
  add(criteria.operationType, (value) => `operation_type = ${value}`);
  add(criteria.outcomes, (value) => `outcome = ANY(${value}::text[])`);
  add(criteria.errorCode, (value) => `errors @> jsonb_build_array(jsonb_build_object('code', ${value}::text))`);
  add(criteria.minStatus, (value) => `status_code >= ${value}`);
  add(criteria.maxStatus, (value) => `status_code <= ${value}`);
  add(criteria.authTypes, (value) => `auth_type = ANY(${value}::text[])`);
  add(criteria.userId, (value) => `user_id = ${value}::uuid`);
  add(criteria.keyPrefix, (value) => `key_prefix = ${value}`);
  add(criteria.requestId, (value) => `request_id = ${value}`);
  add(criteria.traceId, (value) => `trace_id = ${value}`);
  add(criteria.text, textSql);
  add(criteria.client, (value) => `client = ${value}`);
  add(criteria.exceptClients, (value) => `(client IS NULL OR client <> ALL(${value}::text[]))`);
  add(criteria.since, (value) => `created_at >= ${value}`);
  add(criteria.until, (value) => `created_at < ${value}`);
  return where;
}
