import { startRounds, type Rounds } from '@memory-gateway/load';
import type { Services } from '../context.js';
import { endAbandonedImports } from './import-batches.js';
import { refreshProfiles } from './generate-profile.js';
import { createLogPartitions } from './log-partitions.js';
import { pruneProjectLogs, pruneRequestBodies, pruneSearchHits } from './prune-logs.js';
import { pruneVectors } from './prune-vectors.js';
import { toCalendarDay } from '../validate.js';
import { dayMs, pruneRequestLogs } from '../resolvers/request-log/prune-request-logs.js';

const hourMs = 3_600_000;
const batch = 5_000;
/** Old requests that a round deletes by row. With more, it waits until the whole month can be dropped. */
const prunedRowsMax = 100_000;
/** Days for which the use of GraphQL fields is kept: a deprecated field stays for at least half a year. */
const fieldUsageDays = 366;
/** Exports per round. Each may be large. */
const fewExports = 10;

/**
 * Starts a timer that removes expired request logs, changes, sessions, tokens, invitations, idempotency keys and exports, and
 * vectors of former embedders, and ends unfinished uploads: soon after the start, then hourly. Safe in several processes at once.
 */
export function startHousekeeping(
  services: Services,
  { everyMs = hourMs, firstAfterMs = 30_000 }: { everyMs?: number; firstAfterMs?: number } = {},
): Pick<Rounds, 'stop'> {
  const stopping = new AbortController();
  const rounds = startRounds(
    everyMs,
    () => clean(services, stopping.signal),
    (error) => {
      if (!stopping.signal.aborted)
        services.log.warn({ err: error }, 'Removing expired data failed; the next round retries.');
    },
  );
  const first = setTimeout(rounds.begin, firstAfterMs).unref();
  return {
    stop() {
      stopping.abort();
      clearTimeout(first);
      return rounds.stop();
    },
  };
}

/** Removes expired data once. */
export async function clean(services: Services, signal?: AbortSignal): Promise<void> {
  await createLogPartitions(services).catch((error: unknown) => {
    services.log.warn(
      { err: error },
      'Creating partitions of the request log failed; rows go to the default partition.',
    );
  });
  const { deleted, cutOff } = await pruneRequestLogs(services, {
    days: services.config.requestLogRetentionDays,
    batch,
    rowsMax: prunedRowsMax,
    ...(signal && { signal }),
  });
  const deletedOfProjects = await pruneProjectLogs(services, signal);
  if (deleted + deletedOfProjects > 0)
    services.log.info({ deleted, deletedOfProjects, cutOff }, 'request logs removed');
  const { stores } = services;
  const changesBefore = new Date(services.now().getTime() - services.config.changeRetentionDays * dayMs);
  const untilNone = async (most: number, remove: () => Promise<number>) => {
    for (let last = most; last === most && !signal?.aborted;) last = await remove();
  };
  await untilNone(batch, () => stores.changes.prune(changesBefore, batch));
  await untilNone(batch, () => stores.refreshTokens.deleteExpired(services.now(), batch));
  await untilNone(batch, () => stores.connectedAppTokens.deleteExpired(services.now(), batch));
  await untilNone(batch, () => stores.connectedApps.deleteExpired(services.now(), batch));
  await untilNone(batch, () => stores.invitations.removeEnded(services.now(), batch));
  await untilNone(batch, () => stores.idempotency.deleteExpired(services.now(), batch));
  await untilNone(fewExports, () => stores.exports.removeExpired(services.now(), fewExports));
  await stores.fieldUsage.prune(toCalendarDay(new Date(services.now().getTime() - fieldUsageDays * dayMs)));
  await pruneSearchHits(services, signal);
  await pruneRequestBodies(services, signal);
  await endAbandonedImports(services);
  await refreshProfiles(services);
  await pruneVectors(services, signal);
}
