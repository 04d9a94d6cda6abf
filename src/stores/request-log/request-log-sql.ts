import type { AuthMode } from '../../auth/caller.js';
import type { Parameters } from '../keyset.js';
import type { OperationType, RequestOutcome } from './request-log-entry.js';
import { searchedRequestsMax, textSql } from './request-log-text.js';

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
  readonly minStatusCode?: number | null;
  readonly maxStatusCode?: number | null;
  /** Lists and counts then read at most {@link searchedRequestsMax} requests. */
  readonly minLatencyMs?: number | null;
  /** As `minLatencyMs`. */
  readonly maxLatencyMs?: number | null;
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

/** Returns the SQL conditions for a statement over all rows within reach. */
export function toConditions(reach: RequestLogReach, criteria: RequestLogCriteria, bind: Parameters['bind']): string[] {
  return [`(${reachBranches(reach, bind).join(' OR ')})`, ...criteriaSql(criteria, bind)];
}

/** One page of ids. */
export interface IdsQuery {
  readonly reach: RequestLogReach;
  readonly criteria: RequestLogCriteria;
  readonly where: readonly string[];
  readonly direction: 'ASC' | 'DESC';
  /** Placeholder of the number of rows. */
  readonly limit: string;
}

/** Returns a statement that selects the ids of a page in order. */
export function idsSql({ reach, criteria, where, direction, limit }: IdsQuery, bind: Parameters['bind']): string {
  const order = `ORDER BY id ${direction} LIMIT ${limit}`;
  if (isSearch(criteria))
    return `SELECT id FROM ${newestSql(reach, criteria, bind)} WHERE ${where.join(' AND ')} ${order}`;
  const branches = orderedBranches(reach, { columns: 'id', where, direction, limit }, bind);
  return branches.length === 1
    ? branches.join()
    : `SELECT DISTINCT id FROM (${branches.join(' UNION ALL ')}) AS logs ${order}`;
}

/**
 * Returns a statement that selects the ids of a page among the rows since a time, newest first, each with the highest id
 * of earlier rows. Without a row in the page: one row without an id.
 */
export function recentIdsSql(query: IdsQuery, since: Date, bind: Parameters['bind']): string {
  const start = `${bind(since)}::timestamptz`;
  const recent = idsSql({ ...query, where: [...query.where, `created_at >= ${start}`] }, bind);
  return `SELECT recent.id, earlier.id AS earlier_id
    FROM (SELECT max(id) AS id FROM request_logs WHERE created_at < ${start}) AS earlier
    LEFT JOIN (${recent}) AS recent ON true ORDER BY recent.id DESC`;
}

/** Whether a filter has conditions without an index: they are searched among the newest requests only. */
export const isSearch = ({ text, minLatencyMs, maxLatencyMs }: RequestLogCriteria): boolean =>
  text != null || minLatencyMs != null || maxLatencyMs != null;

/**
 * Returns a subquery of the newest requests within reach and time range, for a filter by text or latency. The other criteria stay
 * outside, so that a rare value among them does not make the statement read on.
 */
export function newestSql(
  reach: RequestLogReach,
  { since, until }: RequestLogCriteria,
  bind: Parameters['bind'],
): string {
  const limit = String(searchedRequestsMax);
  const read: BranchRead = {
    columns: '*',
    where: criteriaSql({ since, until }, bind),
    direction: 'DESC',
    limit,
  };
  const branches = orderedBranches(reach, read, bind).join(' UNION ALL ');
  return `(SELECT DISTINCT ON (id) * FROM (${branches}) AS branches ORDER BY id DESC LIMIT ${limit}) AS newest`;
}

interface BranchRead {
  readonly columns: string;
  readonly where: readonly string[];
  readonly direction: 'ASC' | 'DESC';
  readonly limit: string;
}

/** Returns one subquery per branch: an OR would prevent reading each branch's index in order of id. */
function orderedBranches(
  reach: RequestLogReach,
  { columns, where, direction, limit }: BranchRead,
  bind: Parameters['bind'],
): string[] {
  const read = (selection: string, branch: string, count: string) =>
    `(SELECT ${selection} FROM request_logs WHERE ${[branch, ...where].join(' AND ')} ORDER BY id ${direction} LIMIT ${count})`;
  const { projects, only, others } = bindReach(reach, bind);
  const rest = others.map((branch) => read(columns, branch, limit));
  if (projects === null) return rest;
  // One project at a time, because an index scan over an array of projects has no order: it would read all of their
  // requests, or the whole log. The first requests are those of the projects with the first one.
  const own = read('id', `project_id = own.project${only}`, '1');
  const active = `(SELECT own.project, ${own} AS first_id FROM unnest(${projects}) AS own(project)
    ORDER BY first_id ${direction} NULLS LAST LIMIT ${limit}) AS active`;
  const each = read(columns, `project_id = active.project${only}`, limit);
  return [
    `(SELECT logs.* FROM ${active} CROSS JOIN LATERAL ${each} AS logs ORDER BY id ${direction} LIMIT ${limit})`,
    ...rest,
  ];
}

interface BoundReach {
  /** Expression of the array of projects. Null: all. */
  readonly projects: string | null;
  /** Condition on the requests of the projects, after AND. */
  readonly only: string;
  readonly others: readonly string[];
}

// Each branch has an index in order of id: (project_id, id DESC), (user_id, id DESC) or the primary key. A partial GIN
// index finds the few requests that entered several projects.
function bindReach({ projectIds, onlyUserId, orUserId }: RequestLogReach, bind: Parameters['bind']): BoundReach {
  if (projectIds === null)
    return { projects: null, only: '', others: [onlyUserId == null ? 'true' : `user_id = ${bind(onlyUserId)}::uuid`] };
  const projects = `${bind(projectIds)}::text[]`;
  const only = onlyUserId == null ? '' : ` AND user_id = ${bind(onlyUserId)}::uuid`;
  const others = [`other_project_ids <> '{}' AND other_project_ids && ${projects}${only}`];
  return { projects, only, others: orUserId == null ? others : [...others, `user_id = ${bind(orUserId)}::uuid`] };
}

function reachBranches(reach: RequestLogReach, bind: Parameters['bind']): string[] {
  const { projects, only, others } = bindReach(reach, bind);
  return projects === null ? [...others] : [`project_id = ANY(${projects})${only}`, ...others];
}

/** Returns the SQL conditions of a filter. */
export function criteriaSql(criteria: RequestLogCriteria, bind: Parameters['bind']): string[] {
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
  add(criteria.minStatusCode, (value) => `status_code >= ${value}`);
  add(criteria.maxStatusCode, (value) => `status_code <= ${value}`);
  add(criteria.minLatencyMs, (value) => `latency_ms >= ${value}::float8`);
  add(criteria.maxLatencyMs, (value) => `latency_ms <= ${value}::float8`);
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
