import { ValidationError } from '../../errors.js';
import type { PageWindow } from '../../page.js';
import { advisoryLocks, firstNumber, numberedLog, type Queryable } from '@memory-gateway/database';
import { parameters, type Parameters } from '../keyset.js';
import { insertRequestLogs, requestLogColumns } from './insert-request-logs.js';
import type { RequestLogRow } from './request-log-entry.js';
import { getLogPartition } from './request-log-partitions.js';
import {
  criteriaSql,
  idsSql,
  isSearch,
  newestSql,
  recentIdsSql,
  toConditions,
  type IdsQuery,
  type RequestLogCriteria,
  type RequestLogReach,
} from './request-log-sql.js';

export type { RequestLogCriteria, RequestLogReach } from './request-log-sql.js';

/** Number of projects whose pages are first sought in the newest partitions. */
const manyProjects = 50;

export function requestLogStore(db: Queryable) {
  const selectMany = (rest: string, values: readonly unknown[]) =>
    db.query<RequestLogRow>(`SELECT ${requestLogColumns} FROM request_logs ${rest}`, values);
  // Row-level security would exclude the index of requests that entered several projects. It applies when rows are read.
  const listIds = async (
    reach: RequestLogReach,
    criteria: RequestLogCriteria,
    window: PageWindow,
  ): Promise<number[]> => {
    const { values, bind } = parameters();
    const sql = idsSql(toIdsQuery({ reach, criteria, window }, bind), bind);
    return (await readInTime(db.asOwner.query<{ id: number }>(sql, values))).map(({ id }) => id);
  };
  /**
   * Lists the ids of a page of many projects from the partitions of this month and the last one. Most pages need no
   * other, and each further partition costs a look into its index per project. Null if earlier rows may belong to the page.
   */
  async function listRecentIds(
    reach: RequestLogReach,
    criteria: RequestLogCriteria,
    window: PageWindow,
  ): Promise<number[] | null> {
    if (window.backward || criteria.since != null || isSearch(criteria)) return null;
    if ((reach.projectIds?.length ?? 0) < manyProjects) return null;
    const { values, bind } = parameters();
    const since = getLogPartition(new Date(), -1).start;
    const sql = recentIdsSql(toIdsQuery({ reach, criteria, window }, bind), since, bind);
    const rows = await readInTime(db.asOwner.query<{ id: number | null; earlierId: number | null }>(sql, values));
    const ids = rows.flatMap(({ id }) => id ?? []);
    const earlier = rows[0]?.earlierId ?? 0;
    // A row that was written late has a higher id than some rows of the next month.
    const isWhole = earlier === 0 || (ids.length > window.limit && (ids.at(-1) ?? 0) > earlier);
    return isWhole ? ids : null;
  }
  return {
    insertBatch: insertRequestLogs,
    /** Lists rows of all projects after an id, oldest first. The live log checks what each subscriber may see. */
    listAfter: (id: number, limit: number) => selectMany('WHERE id > $1 ORDER BY id LIMIT $2', [id, limit]),
    async find(reach: RequestLogReach, id: number): Promise<RequestLogRow | null> {
      const { values, bind } = parameters();
      const where = [`id = ${bind(id)}`, ...toConditions(reach, {}, bind)];
      return (await selectMany(`WHERE ${where.join(' AND ')}`, values))[0] ?? null;
    },
    /**
     * Returns one page plus one row, newest first.
     * @throws ValidationError if the cursor is from another list, or if the search took longer than a statement may
     */
    async page(reach: RequestLogReach, criteria: RequestLogCriteria, window: PageWindow): Promise<RequestLogRow[]> {
      const ids = (await listRecentIds(reach, criteria, window)) ?? (await listIds(reach, criteria, window));
      if (ids.length === 0) return [];
      return selectMany(`WHERE id = ANY($1::bigint[]) ORDER BY id ${window.backward ? 'ASC' : 'DESC'}`, [ids]);
    },
    async count(reach: RequestLogReach, criteria: RequestLogCriteria): Promise<number> {
      const { values, bind } = parameters();
      const [from, where] = isSearch(criteria)
        ? [newestSql(reach, criteria, bind), criteriaSql(criteria, bind)]
        : ['request_logs', toConditions(reach, criteria, bind)];
      const sql = `SELECT count(*) AS total FROM ${from} WHERE ${where.join(' AND ')}`;
      return firstNumber(readInTime(db.asOwner.query<{ total: number }>(sql, values)));
    },
    ...numberedLog(db, { table: 'request_logs', lock: advisoryLocks.requestLogWriters }),
    /** Lists the ids of projects that a user owns, directly or through the organization. */
    async projectsOwnedBy(userId: string): Promise<string[]> {
      return (await db.query<{ id: string }>(OWNED, [userId])).map(({ id }) => id);
    },
  };
}

/** @throws ValidationError if the statement was ended because it took too long: the same one would be ended again */
async function readInTime<Row>(statement: Promise<Row[]>): Promise<Row[]> {
  try {
    return await statement;
  } catch (error) {
    if ((error as { code?: unknown }).code !== '57014') throw error;
    throw new ValidationError({
      since: ['The log has too many requests to search. Set a later `since`, or fewer filters.'],
    });
  }
}

interface PageRead {
  readonly reach: RequestLogReach;
  readonly criteria: RequestLogCriteria;
  readonly window: PageWindow;
}

function toIdsQuery({ reach, criteria, window }: PageRead, bind: Parameters['bind']): IdsQuery {
  const where = criteriaSql(criteria, bind);
  const key = requestLogKey(window.key, window.backward ? 'before' : 'after');
  if (key !== null) where.push(`id ${window.backward ? '>' : '<'} ${bind(key)}`);
  const direction = window.backward ? 'ASC' : 'DESC';
  return { reach, criteria, where, direction, limit: bind(window.limit + 1) };
}

/** Reads the id in a cursor. @throws ValidationError with `problem` if the cursor is from another kind of list */
export function requestLogKey(
  key: PageWindow['key'],
  argument: string,
  problem = 'must be a cursor of this list.',
): number | null {
  if (key === null) return null;
  const [id] = key;
  if (key.length === 1 && typeof id === 'number' && Number.isSafeInteger(id) && id >= 0) return id;
  throw new ValidationError({ [argument]: [problem] });
}

// Indexes: user_id of both member tables, projects_organization_id_created_at_id_idx, projects_pkey.
const OWNED = `
  SELECT p.id FROM (
    SELECT project_id AS id FROM project_members WHERE user_id = $1::uuid AND role = 'OWNER'
    UNION SELECT x.id FROM organization_members m JOIN projects x ON x.organization_id = m.organization_id
    WHERE m.user_id = $1::uuid AND m.role = 'OWNER'
  ) AS owned
  JOIN projects p ON p.id = owned.id AND p.deleted_at IS NULL
  JOIN organizations o ON o.id = p.organization_id AND o.deleted_at IS NULL`;
