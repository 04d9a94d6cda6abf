import type { AuthMode } from '../../auth/caller.js';
import { ValidationError } from '../../errors.js';
import type { PageWindow } from '../../page.js';
import type { Queryable, Transaction } from '../database/open-database.js';
import { parameters, type Parameters } from '../sql/keyset.js';
import { prepared } from '../sql/prepared.js';
import { searchedRequestsMax, textSql } from './request-log-text.js';
import {
  toStorable,
  type OperationType,
  type RequestLogEntry,
  type RequestLogRow,
  type RequestOutcome,
} from './request-log-entry.js';

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
    insertBatch,
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

// Stores entries. Writers of all processes hold one lock until they commit, and take ids after it, so ids become
// visible in order and a reader never misses a lower id. Keep `tx` short: other writers wait for its end.
// `mayRepeat`: a crash may have happened, so ids that were lost with their rows must not be assigned again.
async function insertBatch(
  tx: Transaction,
  entries: readonly RequestLogEntry[],
  { mayRepeat }: { readonly mayRepeat: boolean } = { mayRepeat: false },
): Promise<RequestLogRow[]> {
  const rows = entries.map(toStorable);
  await tx.query(LOCK, [requestLogWriterLock, mayRepeat ? 'on' : 'off']);
  if (mayRepeat) await tx.query(SKIP_LOST_IDS, [skippedIds]);
  const inserted = await tx.query<{ id: number }>(INSERT, [JSON.stringify(rows.map(toColumns))]);
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b);
  if (!mayRepeat && passesMark(ids)) await tx.query(WAIT_FOR_DISK);
  return rows.map((row, index) => ({ ...row, id: ids[index] ?? 0 }));
}

// A crash may lose the latest entries anyway, because they are batched in memory. Waiting for the disk would block
// other writers.
const LOCK = prepared("SELECT pg_advisory_xact_lock($1), set_config('synchronous_commit', $2, true)");
const WAIT_FOR_DISK = prepared("SELECT set_config('synchronous_commit', 'on', true)");
// A subscriber may have seen the lost ids. With the same ids again, it would miss the new rows when it resumes.
const SKIP_LOST_IDS = prepared(
  "SELECT setval('request_logs_id_seq', last_value + $1::bigint) FROM request_logs_id_seq",
);

/** Number of ids after which a batch waits for the disk. A crash loses at most these and the batches of that moment. */
const idsBetweenWaits = 1_000;
const skippedIds = 10 * idsBetweenWaits;

function passesMark(ids: readonly number[]): boolean {
  const [first = 0, last = first] = [ids[0], ids.at(-1)];
  return Math.floor((first - 1) / idsBetweenWaits) !== Math.floor(last / idsBetweenWaits);
}

// Advisory lock number. Must be unique within the product.
export const requestLogWriterLock = 72_707_370;

const columnTypes = {
  method: 'text',
  path: 'text',
  operation: 'text',
  operation_type: 'text',
  status_code: 'int',
  outcome: 'text',
  errors: 'jsonb',
  latency_ms: 'float8',
  auth_type: 'text',
  user_id: 'uuid',
  key_prefix: 'text',
  project_id: 'text',
  other_project_ids: 'text[]',
  memory_ids: 'uuid[]',
  event_ids: 'uuid[]',
  request_id: 'text',
  trace_id: 'text',
  client: 'text',
  client_version: 'text',
  client_address: 'text',
  bytes_in: 'bigint',
  bytes_out: 'bigint',
  database_ms: 'float8',
  model_ms: 'float8',
  model_tokens: 'int',
  cost: 'int',
  created_at: 'timestamptz',
};

const names = Object.keys(columnTypes).join(', ');
export const requestLogColumns = `id, ${names}`;

function toColumns(row: RequestLogEntry): Record<string, unknown> {
  const values = Object.entries(row).map(([name, value]): [string, unknown] => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(values);
}

const INSERT = prepared(`
  INSERT INTO request_logs (${names})
  SELECT ${names}
  FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (${Object.entries(columnTypes)
    .map((column) => column.join(' '))
    .join(', ')})) WITH ORDINALITY AS entry (${names}, place)
  ORDER BY place
  RETURNING id`);

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
