import { systemScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import { dayMs } from '../resolvers/request-log/prune-request-logs.js';

const batch = 1_000;
/** Batches per project and round. Remaining rows wait for the next round. */
const batchesMax = 100;

/** Removes the queries of search hits, in small batches: old ones, and all of projects that do not record them. */
export async function pruneSearchHits(services: Services, signal?: AbortSignal): Promise<void> {
  const { config, stores } = services;
  const before = (days: number) => new Date(services.now().getTime() - days * dayMs);
  const repeat = async (remove: () => Promise<number>) => {
    for (let round = 0, last = batch; last === batch && round < batchesMax && !signal?.aborted; round += 1)
      last = await remove();
  };
  await repeat(() => stores.searchHits.removeQueries(before(config.requestLogRetentionDays), batch));
  await repeat(() => stores.searchHits.removeUnrecordedQueries(batch));
  const projects = await stores.requestLogRetention.listShortRetentions(config.requestLogRetentionDays);
  for (const { days, ...project } of projects)
    await repeat(() => stores.searchHits.removeQueriesOfProject(systemScope(project), before(days), batch));
}
