import { startRounds, type Rounds } from '@memory-gateway/load';
import type { Services } from '../context.js';
import { endAbandonedImports } from './import-batches.js';
import { refreshProfiles } from './generate-profile.js';
import { createLogPartitions } from './log-partitions.js';
import { pruneProjectLogs, pruneRequestBodies, pruneSearchHits } from './prune-logs.js';
import { pruneVectors } from './prune-vectors.js';
import { renewTraits } from './renew-traits.js';
import { renewVectors } from './renew-vectors.js';
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
 * vectors of former embedders, ends unfinished uploads, and renews traits and vectors after an upgrade: soon after the start, then hourly. Safe in several processes at once.
 */
export function startHousekeeping(
  services: Services,
  { everyMs = hourMs, firstAfterMs = 30_000 }: { everyMs?: number; firstAfterMs?: number } = {},
): Pick<Rounds, 'stop'> {
  const stopping = new AbortController();
  const rounds = startRounds(
    everyMs,
    () => clean(services, stopping.signal),
    () => undefined,
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

type Step = (services: Services, signal: AbortSignal | undefined) => Promise<unknown>;

/** A step that removes up to `most` rows at a time, until fewer are left. */
function untilNone(most: number, remove: (services: Services) => Promise<number>): Step {
  return async (services, signal) => {
    for (let last = most; last === most && !signal?.aborted;) last = await remove(services);
  };
}

const before = (services: Services, days: number) => new Date(services.now().getTime() - days * dayMs);

/** By what the step is about, in a warning. */
const steps: Readonly<Record<string, Step>> = {
  'partitions of the request log': createLogPartitions,
  'request logs': removeRequestLogs,
  changes: untilNone(batch, (services) =>
    services.stores.changes.prune(before(services, services.config.changeRetentionDays), batch),
  ),
  sessions: untilNone(batch, ({ stores, now }) => stores.refreshTokens.deleteExpired(now(), batch)),
  'tokens of connected apps': untilNone(batch, ({ stores, now }) =>
    stores.connectedAppTokens.deleteExpired(now(), batch),
  ),
  'connected apps': untilNone(batch, ({ stores, now }) => stores.connectedApps.deleteExpired(now(), batch)),
  invitations: untilNone(batch, ({ stores, now }) => stores.invitations.removeEnded(now(), batch)),
  'idempotency keys': untilNone(batch, ({ stores, now }) => stores.idempotency.deleteExpired(now(), batch)),
  exports: untilNone(fewExports, ({ stores, now }) => stores.exports.removeExpired(now(), fewExports)),
  'use of GraphQL fields': (services) =>
    services.stores.fieldUsage.prune(toCalendarDay(before(services, fieldUsageDays))),
  'queries of memories': pruneSearchHits,
  'bodies of requests': pruneRequestBodies,
  uploads: endAbandonedImports,
  profiles: refreshProfiles,
  'former vectors': pruneVectors,
  'traits of memories': renewTraits,
  // Last, because it takes long after an upgrade.
  'vectors of other languages': renewVectors,
};

/** Removes expired data once. A step that fails is logged and does not keep the others from their work. */
export async function clean(services: Services, signal?: AbortSignal): Promise<void> {
  for (const [about, step] of Object.entries(steps)) {
    if (signal?.aborted) return;
    try {
      await step(services, signal);
    } catch (error) {
      if (!signal?.aborted)
        services.log.warn({ err: error }, `Housekeeping of ${about} failed; the next round retries.`);
    }
  }
}

async function removeRequestLogs(services: Services, signal: AbortSignal | undefined): Promise<void> {
  const { deleted, cutOff } = await pruneRequestLogs(services, {
    days: services.config.requestLogRetentionDays,
    batch,
    rowsMax: prunedRowsMax,
    ...(signal && { signal }),
  });
  const deletedOfProjects = await pruneProjectLogs(services, signal);
  if (deleted + deletedOfProjects > 0)
    services.log.info({ deleted, deletedOfProjects, cutOff }, 'request logs removed');
}
