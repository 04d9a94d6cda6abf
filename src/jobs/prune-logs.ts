import { systemScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import { bodyDays } from '../resolvers/request-log/find-request-bodies.js';
import { dayMs } from '../resolvers/request-log/prune-request-logs.js';

const logBatch = 5_000;
/** Batches of requests per project and round. Remaining rows wait for the next round. */
const logBatchesMax = 20;
/** Bodies of requests, and queries. */
const textBatch = 1_000;
/** Batches of queries per project and round. Remaining rows wait for the next round. */
const queryBatchesMax = 100;

const before = (services: Services, days: number) => new Date(services.now().getTime() - days * dayMs);

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
    const cutOff = before(services, days);
    let isFirst = true;
    for (let round = 0, last = logBatch; last === logBatch && round < logBatchesMax && !signal?.aborted; round += 1) {
      last = await transact(services, async ({ stores: inside, audit }) => {
        const removed = await inside.requestLogRetention.deleteOfProject(scope, cutOff, logBatch);
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

/** Removes bodies of requests: old ones, and all of projects that store none. */
export async function pruneRequestBodies(services: Services, signal?: AbortSignal): Promise<void> {
  const { config, stores } = services;
  const days = Math.min(bodyDays, config.requestLogRetentionDays);
  for (let last = textBatch; last === textBatch && !signal?.aborted;)
    last = await stores.requestBodies.removeOld(before(services, days), textBatch);
  for (const { days: ofProject, ...project } of await stores.requestLogRetention.listShortRetentions(days)) {
    const scope = systemScope(project);
    for (let last = textBatch; last === textBatch && !signal?.aborted;)
      last = await stores.requestBodies.removeOldOfProject(scope, before(services, ofProject), textBatch);
  }
}

/** Removes the queries of search hits, in small batches: old ones, and all of projects that do not record them. */
export async function pruneSearchHits(services: Services, signal?: AbortSignal): Promise<void> {
  const { config, stores } = services;
  const repeat = async (remove: () => Promise<number>) => {
    for (let round = 0, last = textBatch; last === textBatch && round < queryBatchesMax && !signal?.aborted; round += 1)
      last = await remove();
  };
  await repeat(() => stores.searchHits.removeQueries(before(services, config.requestLogRetentionDays), textBatch));
  await repeat(() => stores.searchHits.removeUnrecordedQueries(textBatch));
  const projects = await stores.requestLogRetention.listShortRetentions(config.requestLogRetentionDays);
  for (const { days, ...project } of projects)
    await repeat(() =>
      stores.searchHits.removeQueriesOfProject(systemScope(project), before(services, days), textBatch),
    );
}
