import { onReplica, type AppContext } from '../../context.js';
import { ValidationError } from '../../errors.js';
import type {
  PathFigures,
  RequestFigures,
  SliceFigures,
} from '../../stores/request-log/request-log-statistics-store.js';
import { getRequestLogReach, toCriteria, type RequestLogInput } from './request-log-filter.js';
import { dayMs } from './prune-request-logs.js';
import type { RequestOutcome } from '../../stores/request-log/request-log-entry.js';

export interface RequestLogStatistics {
  readonly since: Date;
  readonly until: Date;
  readonly overall: RequestFigures;
  /** Average number of requests per minute over the whole period. */
  readonly callsPerMinute: number;
  /** The 50 paths with the most requests. */
  readonly byPath: readonly PathFigures[];
  readonly byStatus: readonly { readonly statusCode: number; readonly calls: number }[];
  readonly byOutcome: readonly { readonly outcome: RequestOutcome; readonly calls: number }[];
  readonly byAuthMode: readonly { readonly authType: string; readonly calls: number }[];
  /** Up to 60 intervals of equal length. Intervals without requests are omitted. */
  readonly slices: readonly SliceFigures[];
  readonly sliceSeconds: number;
}
const longestWindowMs = 366 * dayMs;
const mostSlices = 60;
const mostPaths = 50;
/** Parts that take a statement of their own. */
const parts: ReadonlySet<string> = new Set(['byPath', 'byStatus', 'byOutcome', 'byAuthMode', 'slices']);

/**
 * Returns rates, latency percentiles and counts of visible requests. Default period: the last 24 hours.
 * @param wanted the parts to read; the others are empty
 * @throws ValidationError, also for empty periods and periods over 366 days
 */
export async function requestLogStatistics(
  ctx: AppContext,
  input: RequestLogInput,
  wanted: ReadonlySet<string> = parts,
): Promise<RequestLogStatistics> {
  const reach = await getRequestLogReach(ctx, input.projectId);
  const criteria = toCriteria(input.filter ?? {});
  const until = criteria.until ?? ctx.now();
  const since = criteria.since ?? new Date(until.getTime() - dayMs);
  const lengthMs = until.getTime() - since.getTime();
  if (lengthMs <= 0 || lengthMs > longestWindowMs)
    throw new ValidationError({ since: ['must be before until, by 366 days at most.'] });
  const query = { reach, criteria: { ...criteria, since, until } };
  const sliceSeconds = Math.max(1, Math.ceil(lengthMs / 1000 / mostSlices));
  const store = onReplica(ctx).stores.requestLogStatistics;
  const [overall, byPath, byStatus, byOutcome, byAuthMode, slices] = await Promise.all([
    store.overall(query),
    wanted.has('byPath') ? store.byPath(query, mostPaths) : [],
    wanted.has('byStatus') ? store.byStatus(query) : [],
    wanted.has('byOutcome') ? store.byOutcome(query) : [],
    wanted.has('byAuthMode') ? store.byAuthMode(query) : [],
    wanted.has('slices') ? store.bySlice(query, { since, seconds: sliceSeconds }) : [],
  ]);
  return {
    since,
    until,
    overall,
    callsPerMinute: overall.calls / (lengthMs / 60_000),
    byPath,
    byStatus,
    byOutcome,
    byAuthMode,
    slices,
    sliceSeconds,
  };
}
