import { transact, type Services } from '../../context.js';
import { ValidationError } from '../../errors.js';

export const dayMs = 86_400_000;

export interface PrunedRequestLogs {
  readonly deleted: number;
  /** Calls that arrived before it were removed. */
  readonly cutOff: Date;
}

/**
 * Removes calls that arrived more than `days` days ago, in batches, so that no request waits long for the table. For the operator and
 * the server's own housekeeping: checks no caller.
 * @throws ValidationError unless `days` is a whole number from 1
 */
export async function pruneRequestLogs(
  services: Services,
  { days, batch = 5_000, signal }: { days: number; batch?: number; signal?: AbortSignal },
): Promise<PrunedRequestLogs> {
  if (!Number.isInteger(days) || days < 1 || days > 36_500)
    throw new ValidationError({ days: ['It must be a whole number from 1 to 36500.'] });
  const cutOff = new Date(services.now().getTime() - days * dayMs);
  // Statistics of projects count calls since their beginning.
  await services.stores.statistics.keepCalls(cutOff);
  let deleted = 0;
  for (let last = batch; last === batch && !signal?.aborted;) {
    const isFirst = deleted === 0;
    last = await transact(services, async ({ stores, audit }) => {
      const removed = await stores.requestLogs.deleteOlderThan(cutOff, batch);
      // One row for all batches of a run.
      if (isFirst && removed > 0)
        await audit({ action: 'request_log.prune', targetId: 'request_logs', after: { cutOff } });
      return removed;
    });
    deleted += last;
  }
  return { deleted, cutOff };
}
