import { startRounds, type Rounds } from '@memory-gateway/load';
import type { Services } from '../context.js';
import { type TableUpkeep, upkeepStore } from '@memory-gateway/database';

const everyMs = 10_000;
const everyMsOnPostgres = 5_000;
/** Pause on Postgres after a failure, such as the time limit of statements: meanwhile, autovacuum finds the tables unlocked. */
const pauseMs = 300_000;
/** Rounds without requests after which an installation counts as quiet. */
const quietRounds = 6;
/** What is written in a round up to which nothing large, such as an import, is under way. */
const fewBytes = 1_024 * 1_024;
/** Size of a table with its indexes up to which a vacuum does not wait for a minute without requests. */
const smallBytes = 32 * 1_024 * 1_024;

/**
 * Starts a timer that updates the planner's statistics. On the embedded database, it also makes the space of dead rows available: every ten
 * seconds while requests come, else once a minute. On Postgres, autovacuum does both, but looks once a minute at best, and a project of
 * that age can have 10,000 memories: every five seconds, tables of which half has changed are analyzed.
 */
export function startDatabaseUpkeep(services: Services): Pick<Rounds, 'stop'> {
  const isEmbedded = services.database.kind === 'embedded';
  if (services.database.isGuest) return { stop: async () => undefined };
  const stopping = new AbortController();
  let seenId: number | null = null;
  let seenPosition = 0;
  let idleRounds = 0;
  let pausedUntil = 0;
  const begin = async () => {
    if (performance.now() < pausedUntil) return;
    if (!isEmbedded) return upkeepStore(services.database).updateStatistics();
    const lastId = await services.stores.requestLogs.lastIssuedId();
    idleRounds = lastId === seenId ? idleRounds + 1 : 0;
    seenId = lastId;
    const position = await upkeepStore(services.database).readLogPosition();
    const isWriting = position - seenPosition > fewBytes;
    seenPosition = position;
    // Jobs and commands change tables as well, so not every idle round is left out.
    if (idleRounds % quietRounds > 0 && !isWriting) return;
    await maintainTables(services, { isQuiet: idleRounds > 0 && !isWriting, signal: stopping.signal });
  };
  const rounds = startRounds(isEmbedded ? everyMs : everyMsOnPostgres, begin, (error) => {
    if (!isEmbedded) pausedUntil = performance.now() + pauseMs;
    if (!stopping.signal.aborted)
      services.log.warn({ err: error }, 'Maintaining the database failed; a later round retries.');
  });
  return {
    stop() {
      stopping.abort();
      return rounds.stop();
    },
  };
}

/**
 * Analyzes and vacuums the tables that are due, one at a time: all statements wait for each other. While requests run or wait, only
 * analyzes, because a plan for a table that seems small reads the whole project.
 * @param isQuiet whether no request came for a while, so that a large table may be vacuumed
 */
export async function maintainTables(
  services: Services,
  { isQuiet, signal }: { isQuiet: boolean; signal?: AbortSignal },
): Promise<void> {
  const upkeep = upkeepStore(services.database);
  for (const table of await upkeep.listDue()) {
    if (signal?.aborted) return;
    if (!isBusy(services) && mayVacuum(table, isQuiet)) await upkeep.vacuum(table);
    else if (table.isOutdated) await upkeep.analyze(table.table);
  }
}

const mayVacuum = ({ isVacuumDue, isVacuumUrgent, bytes }: TableUpkeep, isQuiet: boolean) =>
  isVacuumDue && (isQuiet || isVacuumUrgent || bytes <= smallBytes);

const isBusy = ({ admission }: Pick<Services, 'admission'>) =>
  Object.values(admission.stats()).some(({ running, waiting }) => running + waiting > 0);
