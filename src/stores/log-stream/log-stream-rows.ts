import { auditLogColumns, type AuditLogRow } from '../audit-log-store.js';
import { firstNumber, type Queryable } from '@memory-gateway/database';
import { requestLogColumns } from '../request-log/insert-request-logs.js';
import type { RequestLogRow } from '../request-log/request-log-entry.js';

export interface StreamedPlace {
  readonly organizationId: string;
  /** Null: all projects of the organization. */
  readonly projectId: string | null;
}

export interface StreamedRows<Row> {
  readonly rows: readonly Row[];
  /** Every row up to this position is in `rows`, was sent before, or is not part of the stream. */
  readonly upTo: number;
}

interface RequestPart {
  readonly after: number;
  readonly limit: number;
  /** Id up to which no further row can appear. */
  readonly end: number;
}

/** Number of positions that one statement reads, so that a project with few rows does not scan the whole log. */
const windowLength = 50_000;
const lagWindowLength = 1_000_000;

/** Creates the store that reads the rows of log streams in order. SQL, because it reads long tables by ranges of positions. */
export function logStreamRows(db: Queryable) {
  // Positions and counts only. Row-level security would make the database read each row to the next visible one.
  const first = (sql: string, values: readonly unknown[]): Promise<number> =>
    firstNumber(db.asOwner.query(sql, values));
  const findEnd = ({ organizationId }: StreamedPlace, source: 'REQUEST_LOG' | 'AUDIT_LOG') =>
    source === 'REQUEST_LOG' ? first(REQUEST_END, []) : first(CHANGE_END, [organizationId]);
  return {
    async listRequests(place: StreamedPlace, part: RequestPart): Promise<StreamedRows<RequestLogRow>> {
      const { after, limit } = part;
      const end = Math.min(part.end, after + windowLength);
      const rows = await db.query<RequestLogRow>(REQUESTS, [...toValues(place), after, limit, end]);
      return { rows, upTo: rows.length < limit ? Math.max(after, end) : (rows.at(-1)?.id ?? after) };
    },

    /** Lists sealed audit log rows in scope after a sequence number of the chain. */
    async listChanges(place: StreamedPlace, after: number, limit: number): Promise<StreamedRows<AuditLogRow>> {
      const end = Math.min(await first(CHANGE_END, [place.organizationId]), after + windowLength);
      const rows = await db.query<AuditLogRow>(CHANGES, [...toValues(place), after, limit, end]);
      return { rows, upTo: rows.length < limit ? Math.max(after, end) : (rows.at(-1)?.sequence ?? after) };
    },

    findEnd,

    /** Returns the sequence number of the last signed head of the organization. */
    findLastHead: ({ organizationId }: StreamedPlace) => first(LAST_HEAD, [organizationId]),

    /** Returns the position before the first row at or after a time, or the end of the log if there is none. */
    async findBefore(place: StreamedPlace, source: 'REQUEST_LOG' | 'AUDIT_LOG', since: Date): Promise<number> {
      const sql = source === 'REQUEST_LOG' ? REQUEST_SINCE : CHANGE_SINCE;
      const position = await first(sql, source === 'REQUEST_LOG' ? [since] : [since, place.organizationId]);
      return position > 0 ? position - 1 : findEnd(place, source);
    },

    /** Counts the rows after a cursor, up to `limit`, with the time of the oldest. */
    async findLag(place: StreamedPlace, source: 'REQUEST_LOG' | 'AUDIT_LOG', { after, limit }: LagInput): Promise<Lag> {
      const sql = source === 'REQUEST_LOG' ? REQUEST_LAG : CHANGE_LAG;
      const [lag] = await db.asOwner.query<Lag>(sql, [...toValues(place), after, limit]);
      return lag ?? { rows: 0, oldest: null };
    },
  };
}

interface LagInput {
  readonly after: number;
  readonly limit: number;
}

export interface Lag {
  readonly rows: number;
  readonly oldest: Date | null;
}

function toValues({ organizationId, projectId }: StreamedPlace): [string, string | null] {
  return [organizationId, projectId];
}

// An array lets the planner read the index of each project in order. Organizations have few projects.
const PROJECTS = `ARRAY(SELECT id FROM projects WHERE organization_id = $1 AND ($2::text IS NULL OR id = $2))`;
const IN_PLACE = `(project_id = ANY (${PROJECTS}) OR other_project_ids && ${PROJECTS})`;

const REQUEST_END = 'SELECT max(id) AS position FROM request_logs';
const REQUESTS = `
  SELECT ${requestLogColumns} FROM request_logs WHERE id > $3 AND id <= $5 AND ${IN_PLACE} ORDER BY id LIMIT $4`;
const REQUEST_SINCE = 'SELECT min(id) AS position FROM request_logs WHERE created_at >= $1';
const REQUEST_LAG = `
  SELECT count(*) AS rows, min(created_at) AS oldest FROM (
    SELECT created_at FROM request_logs WHERE id > $3 AND id <= $3 + ${lagWindowLength} AND ${IN_PLACE} ORDER BY id LIMIT $4) AS waiting`;

const LAST_HEAD = 'SELECT max(sequence) AS position FROM audit_heads WHERE chain = $1';
const CHANGE_END = 'SELECT max(sequence) AS position FROM audit_logs WHERE chain = $1';
const CHANGES = `
  SELECT ${auditLogColumns} FROM audit_logs
  WHERE chain = $1 AND sequence > $3 AND sequence <= $5 AND ($2::text IS NULL OR project_id = $2) ORDER BY sequence LIMIT $4`;
const CHANGE_SINCE =
  'SELECT min(sequence) AS position FROM audit_logs WHERE chain = $2 AND sequence IS NOT NULL AND created_at >= $1';
const CHANGE_LAG = `
  SELECT count(*) AS rows, min(created_at) AS oldest FROM (
    SELECT created_at FROM audit_logs WHERE chain = $1 AND sequence > $3 AND sequence <= $3 + ${lagWindowLength} AND ($2::text IS NULL OR project_id = $2)
    ORDER BY sequence LIMIT $4) AS waiting`;
