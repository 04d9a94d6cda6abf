import { systemScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import { dayMs } from '../resolvers/request-log/prune-request-logs.js';

const batch = 5_000;
/** Batches per project and round. Remaining rows wait for the next round. */
const batchesMax = 20;

/**
 * Deletes requests of projects that keep them for fewer days than the server, in small batches. Runs after {@link pruneRequestLogs},
 * which keeps their counts. @returns the number of rows
 */
export async function pruneProjectLogs(services: Services, signal?: AbortSignal): Promise<number> {
  const { config, stores } = services;
  let deleted = 0;
  for (const { days, ...project } of await stores.requestLogRetention.listShortRetentions(
    config.requestLogRetentionDays,
  )) {
    const scope = systemScope(project);
    const cutOff = new Date(services.now().getTime() - days * dayMs);
    let isFirst = true;
    for (let round = 0, last = batch; last === batch && round < batchesMax && !signal?.aborted; round += 1) {
      last = await transact(services, async ({ stores: inside, audit }) => {
        const removed = await inside.requestLogRetention.deleteOfProject(scope, cutOff, batch);
        const after = { cutOff, days };
        if (isFirst && removed > 0)
          await audit({ action: 'request_log.prune', targetId: 'request_logs', place: scope, after });
        return removed;
      });
      isFirst = false;
      deleted += last;
    }
  }
  return deleted;
}
