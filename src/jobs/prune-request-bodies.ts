import { systemScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import { bodyDays } from '../resolvers/request-log/find-request-bodies.js';
import { dayMs } from '../resolvers/request-log/prune-request-logs.js';

const batch = 1_000;

/** Removes bodies of requests: old ones, and all of projects that store none. */
export async function pruneRequestBodies(services: Services, signal?: AbortSignal): Promise<void> {
  const { config, stores } = services;
  const before = (days: number) => new Date(services.now().getTime() - days * dayMs);
  const days = Math.min(bodyDays, config.requestLogRetentionDays);
  for (let last = batch; last === batch && !signal?.aborted;)
    last = await stores.requestBodies.removeOld(before(days), batch);
  for (const { days: ofProject, ...project } of await stores.requestLogRetention.listShortRetentions(days)) {
    const scope = systemScope(project);
    for (let last = batch; last === batch && !signal?.aborted;)
      last = await stores.requestBodies.removeOldOfProject(scope, before(ofProject), batch);
  }
}
