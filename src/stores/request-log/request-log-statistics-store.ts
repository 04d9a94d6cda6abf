import type { AuthMode } from '../../auth/caller.js';
import type { Queryable } from '@memory-gateway/database';
import { parameters, type Parameters } from '../keyset.js';
import { toConditions, type RequestLogCriteria, type RequestLogReach } from './request-log-sql.js';
import type { RequestOutcome } from './request-log-entry.js';

/** Statistics of a set of requests. Latencies are in milliseconds, and null without requests. */
export interface RequestFigures {
  readonly calls: number;
  /** Requests with the outcome OK. */
  readonly succeeded: number;
  readonly averageMs: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}

export interface PathFigures extends RequestFigures {
  readonly method: string;
  readonly path: string;
}

export interface SliceFigures extends RequestFigures {
  readonly start: Date;
  /** Requests with the outcomes PARTIAL, REFUSED and FAILED. */
  readonly partial: number;
  readonly refused: number;
  readonly failed: number;
}

export interface StatisticsQuery {
  readonly reach: RequestLogReach;
  readonly criteria: RequestLogCriteria;
}

/** Creates the store of request statistics. SQL, because statements compute several aggregates in one pass. */
export function requestLogStatisticsStore(queryable: Queryable) {
  // Row-level security would exclude the index of requests that entered several projects.
  const db = queryable.asOwner;
  const countBy = <Row>(query: StatisticsQuery, column: string, order: string): Promise<Row[]> => {
    const { values, bind } = parameters();
    const from = `FROM request_logs WHERE ${where(query, bind)}`;
    return db.query(`SELECT ${column}, count(*) AS calls ${from} GROUP BY ${column} ORDER BY ${order}`, values);
  };
  return {
    async overall(query: StatisticsQuery): Promise<RequestFigures> {
      const { values, bind } = parameters();
      const [row] = await db.query<RequestFigures>(
        `SELECT ${figures} FROM request_logs WHERE ${where(query, bind)}`,
        values,
      );
      return row ?? { calls: 0, succeeded: 0, averageMs: null, p50Ms: null, p95Ms: null, p99Ms: null };
    },

    byPath(query: StatisticsQuery, limit: number): Promise<PathFigures[]> {
      const { values, bind } = parameters();
      const from = `(SELECT *, ${pattern} AS pattern FROM request_logs WHERE ${where(query, bind)}) AS logs`;
      return db.query(
        `SELECT method, pattern AS path, ${figures} FROM ${from} GROUP BY method, pattern ORDER BY calls DESC, pattern, method LIMIT ${bind(limit)}`,
        values,
      );
    },

    byStatus: (query: StatisticsQuery) =>
      countBy<{ statusCode: number; calls: number }>(query, 'status_code', 'status_code'),

    byOutcome: (query: StatisticsQuery) =>
      countBy<{ outcome: RequestOutcome; calls: number }>(query, 'outcome', 'calls DESC, outcome'),

    byAuthMode: (query: StatisticsQuery) =>
      countBy<{ authType: AuthMode; calls: number }>(query, 'auth_type', 'calls DESC, auth_type'),

    /** Returns intervals of equal length since a time, oldest first, without intervals that have no requests. */
    bySlice(query: StatisticsQuery, slices: { since: Date; seconds: number }): Promise<SliceFigures[]> {
      const { values, bind } = parameters();
      const start = `date_bin(make_interval(secs => ${bind(slices.seconds)}), created_at, ${bind(slices.since)}::timestamptz)`;
      const from = `(SELECT *, ${start} AS start FROM request_logs WHERE ${where(query, bind)}) AS logs`;
      return db.query(`SELECT start, ${figures}, ${failures} FROM ${from} GROUP BY start ORDER BY start`, values);
    },
  };
}

const percentile = (share: number, name: string) =>
  `percentile_cont(${share}) WITHIN GROUP (ORDER BY latency_ms) AS ${name}`;

const figures = `count(*) AS calls, count(*) FILTER (WHERE outcome = 'OK') AS succeeded, avg(latency_ms) AS average_ms,
  ${percentile(0.5, 'p50_ms')}, ${percentile(0.95, 'p95_ms')}, ${percentile(0.99, 'p99_ms')}`;

const failures = ['PARTIAL', 'REFUSED', 'FAILED']
  .map((outcome) => `count(*) FILTER (WHERE outcome = '${outcome}') AS ${outcome.toLowerCase()}`)
  .join(', ');

// Without the replacement, each memory would count as a separate path.
const pattern = String.raw`regexp_replace(path, '/([0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|(org|proj|wh)_[\w-]+)(?=/|$)', '/{id}', 'g')`;

function where({ reach, criteria }: StatisticsQuery, bind: Parameters['bind']): string {
  return toConditions(reach, criteria, bind).join(' AND ');
}
