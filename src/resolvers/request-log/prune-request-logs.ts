import type { Services } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ValidationError } from '../../errors.js';
import { dropLogPartition, listLogPartitions } from '../../stores/request-log/request-log-partitions.js';

export const dayMs = 86_400_000;

export interface PrunedRequestLogs {
  /** Number of removed requests, estimated for months with over 100,000. */
  readonly deleted: number;
  /** Rows of earlier requests were deleted. */
  readonly cutOff: Date;
}

export interface PruneInput {
  readonly days: number;
  /** Rows per transaction. Default 5,000. */
  readonly batch?: number;
  /** If more rows are expired, those of unfinished months stay until their month is dropped. Default: no limit. */
  readonly rowsMax?: number;
  readonly signal?: AbortSignal;
}

/**
 * Deletes requests older than `days` days: drops partitions of whole months, and deletes other rows in small batches.
 * For operators and jobs: checks no caller. @throws ValidationError unless `days` is a positive integer
 */
export async function pruneRequestLogs(services: Services, input: PruneInput): Promise<PrunedRequestLogs> {
  const { days, batch = 5_000, rowsMax, signal } = input;
  if (!Number.isInteger(days) || days < 1 || days > 36_500)
    throw new ValidationError({ days: ['must be a whole number from 1 to 36500.'] });
  const cutOff = new Date(services.now().getTime() - days * dayMs);
  // Project statistics count all requests since the project was created. Each run continues where the last one ended.
  const end = await services.stores.requestLogs.settledEnd();
  for (let isDone = false; !isDone;) {
    if (signal?.aborted) return { deleted: 0, cutOff };
    isDone = await services.stores.statistics.keepCalls(end);
  }
  let deleted = await dropMonths(services, cutOff);
  const { requestLogRetention } = services.stores;
  if (rowsMax !== undefined && (await requestLogRetention.hasMoreOlderThan(cutOff, rowsMax)))
    return { deleted, cutOff };
  for (let last = batch; last === batch && !signal?.aborted;) {
    const isFirst = deleted === 0;
    last = await transact(services, async ({ stores, audit }) => {
      const removed = await stores.requestLogRetention.deleteOlderThan(cutOff, batch);
      // One audit log row for all batches of a run.
      if (isFirst && removed > 0)
        await audit({ action: 'request_log.prune', targetId: 'request_logs', after: { cutOff } });
      return removed;
    });
    deleted += last;
  }
  return { deleted, cutOff };
}

/** Drops the partitions of months that ended before a time. @returns the number of their rows */
async function dropMonths(services: Services, cutOff: Date): Promise<number> {
  const months = (await listLogPartitions(services.database)).filter(({ end }) => end <= cutOff);
  if (months.length === 0) return 0;
  return transact(services, async ({ tx, audit }) => {
    let dropped = 0;
    for (const month of months) dropped += await dropLogPartition(tx, month);
    if (dropped > 0) await audit({ action: 'request_log.prune', targetId: 'request_logs', after: { cutOff } });
    return dropped;
  });
}
