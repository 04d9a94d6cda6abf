import { transact, type Services } from '../../context.js';
import { ValidationError } from '../../errors.js';

export const dayMs = 86_400_000;

export interface PrunedRequestLogs {
  readonly deleted: number;
  /** Rows of earlier requests were deleted. */
  readonly cutOff: Date;
}

/**
 * Deletes request log rows older than `days` days, in batches, so that no request waits long. For operators and
 * housekeeping: checks no caller. @throws ValidationError unless `days` is a positive integer
 */
export async function pruneRequestLogs(
  services: Services,
  { days, batch = 5_000, signal }: { days: number; batch?: number; signal?: AbortSignal },
): Promise<PrunedRequestLogs> {
  if (!Number.isInteger(days) || days < 1 || days > 36_500)
    throw new ValidationError({ days: ['It must be a whole number from 1 to 36500.'] });
  const cutOff = new Date(services.now().getTime() - days * dayMs);
  // Project statistics count all requests since the project was created.
  await services.stores.statistics.keepCalls(cutOff);
  let deleted = 0;
  for (let last = batch; last === batch && !signal?.aborted;) {
    const isFirst = deleted === 0;
    last = await transact(services, async ({ stores, audit }) => {
      const removed = await stores.requestLogs.deleteOlderThan(cutOff, batch);
      // One audit log row for all batches of a run.
      if (isFirst && removed > 0)
        await audit({ action: 'request_log.prune', targetId: 'request_logs', after: { cutOff } });
      return removed;
    });
    deleted += last;
  }
  return { deleted, cutOff };
}
