import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { requestPosition } from '@memory-gateway/meter';
import { preparedName } from './prepared.js';
import { isDatabaseUnavailable } from './database-errors.js';
import { openPool } from './database-pool.js';
import { endSilentConnections } from './silent-connections.js';
import { hasReached, LOG_END } from './log-position.js';
import { createPrismaClients } from './prisma-client.js';
import { createLagMeter } from './replica-lag.js';
import { runWith } from './run-statement.js';
import { hasSharedSessions, withSettings } from './session-settings.js';
import { createTenantReads } from './tenant-reads.js';
import { toTransactionTenant } from './tenant-view.js';
import { runTransaction } from './transaction.js';
import type { Database, Queryable, Tenant, Transaction } from './types.js';

export interface ReplicaState {
  /** Why reads go to the primary. Null: the replica is in use. */
  readonly fault: string | null;
  /** Age of the oldest change of the primary that the replica does not show yet. Null: unknown. */
  readonly lagMs: number | null;
  /** Reads that the replica answered, and those that the primary answered in its place. */
  readonly reads: { readonly replica: number; readonly primary: number };
}

/** A streaming replica that answers single reads. */
export interface Replica {
  /**
   * Returns the database of a caller (null: of the owner of the tables) with its single reads on the replica. Writes, transactions and
   * reads that the replica cannot answer go to the primary. Each read sees the position of its request.
   */
  readsOf(primary: Database, tenant: Tenant | null): Database;
  state(): ReplicaState;
  /** Looks how far the replica is. Runs each second by itself. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  readonly connectionString: string;
  readonly maxConnections: number;
  readonly maxLagMs: number;
  readonly log: { warn(facts: object, text: string): void; info(facts: object, text: string): void };
}

const EVERY_MS = 1_000;
const ANSWER_MS = 2_000;
// Longest wait of a read for its position. A replica on a good network replays within some milliseconds.
const WAIT_MS = 100;
const TOO_LONG = '57014';

// Same transaction as the read, whose snapshot is taken later. Division by zero: the replica is behind.
const CHECK = 'SELECT 1 / (pg_last_wal_replay_lsn() >= $1::pg_lsn)::int';
const BEHIND = '22012';
class BehindError extends Error {}

/** Identifies a database. The identifier is that of the cluster, which a replica shares with its primary. */
export const IDENTITY = `(SELECT system_identifier FROM pg_control_system()) || '/' || current_database()`;
const OF_PRIMARY = `SELECT position, ${IDENTITY} AS identity FROM (${LOG_END}) AS log`;
const OF_REPLICA = `SELECT pg_is_in_recovery() AS is_replica, pg_last_wal_replay_lsn()::text AS replayed,
  extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 * 1000 AS last_transaction_ms, ${IDENTITY} AS identity`;

/** Opens a replica of `primary`. Contacts it on the first check. */
export function openReplica(primary: Database, options: ReplicaOptions): Replica {
  const isPrepared = !hasSharedSessions(options.connectionString);
  const open = (maxConnections: number) =>
    openPool({
      connectionString: isPrepared ? withSettings(options.connectionString) : options.connectionString,
      maxConnections,
      connectTimeout: ANSWER_MS / 2,
      listeners: new Set(),
    });
  const pool = open(options.maxConnections);
  endSilentConnections(pool, options.connectionString);
  const watch = createWatch(primary, { ...options, pool: open(1) });
  const reads = { replica: 0, primary: 0 };
  const nameOf = isPrepared ? preparedName : () => undefined;

  const prisma = createPrismaClients(pool);

  async function choose<Result>(onReplica: () => Promise<Result>, onPrimary: () => Promise<Result>): Promise<Result> {
    const found = await watch.tryRead(async () => ({ result: await onReplica() }));
    reads[found ? 'replica' : 'primary'] += 1;
    return found ? found.result : onPrimary();
  }
  function readsAs(primaryAs: Database, tenant: Tenant | null): Pick<Database, 'query' | 'readTransaction'> {
    const caller = tenant && toTransactionTenant(tenant, { nameOf, isPrepared });
    const connection = createTenantReads(pool, caller?.memberships ?? null, sendCheck);
    const query = runWith(connection, { nameOf: caller?.nameOf ?? nameOf, health: unwatched }, 'read');
    const connections = { pool, prisma, nameOf, tenant: caller, health: unwatched, notesCommits: false };
    return {
      query: (text, values) =>
        choose(
          () => query(text, values),
          () => primaryAs.query(text, values),
        ),
      readTransaction: (work) =>
        choose(
          () => runTransaction(connections, (tx) => checked(tx, work), 0),
          () => primaryAs.readTransaction(work),
        ),
    };
  }
  return {
    readsOf(database, tenant) {
      const { asOwner } = database;
      return { ...database, ...readsAs(database, tenant), asOwner: { ...asOwner, ...readsAs(asOwner, null) } };
    },
    state: () => ({ ...watch.state(), reads }),
    check: watch.check,
    async close() {
      await watch.close();
      await prisma.disconnect();
      await pool.end();
    },
  };
}

// A failure of the replica says nothing about writes.
const unwatched = { failed: () => undefined, wrote: () => undefined };

function sendCheck(send: (statement: pg.QueryConfig) => Promise<unknown>): Promise<unknown>[] {
  const position = requestPosition();
  if (position === null) return [];
  const sent = send({ text: CHECK, values: [position] }).catch((error: unknown) => {
    throw codeOf(error) === BEHIND ? new BehindError() : error;
  });
  return [sent];
}

async function checked<Result>(tx: Transaction, work: (tx: Queryable) => Promise<Result>): Promise<Result> {
  await Promise.all(sendCheck(({ text, values }) => tx.query(text ?? '', values)));
  return work(tx);
}

// The product's own error says only that a database is not available.
const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
};
/** Whether every connection was in use for as long as a read waits for one. It says nothing about the replica. */
function isPoolBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === 'timeout exceeded when trying to connect' || isPoolBusy(error.cause);
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

interface Watch extends Pick<Replica, 'check' | 'close'> {
  state(): Omit<ReplicaState, 'reads'>;
  /** Runs a read. Null: the replica is left out, is behind the position of the request, or has failed. */
  tryRead<Result>(read: () => Promise<Result>): Promise<Result | null>;
}

type WatchOptions = Pick<ReplicaOptions, 'maxLagMs' | 'log'> & { readonly pool: pg.Pool };

/** Knows whether the replica is fit, and ends reads of one that does not answer. */
function createWatch(primary: Database, { maxLagMs, log, pool }: WatchOptions): Watch {
  const lag = createLagMeter();
  const running = new Set<(error: Error) => void>();
  let lagMs: number | null = null;
  let fault: string | null = 'The replica has not been asked yet.';
  let isNews = true;
  /** A position that reads have waited for in vain. */
  let missed: string | null = null;
  let checking: Promise<void> | null = null;

  function settle(next: string | null): void {
    const isChange = isNews || (next === null) !== (fault === null);
    [fault, isNews] = [next, false];
    if (isChange && next === null) log.info({ lagMs }, 'The read replica is in use.');
    if (isChange && next !== null)
      log.warn({ reason: next, lagMs }, 'The read replica is left out; the primary answers its reads.');
  }
  function leaveOut(error: unknown): void {
    lagMs = null;
    settle(`The replica does not answer: ${causeOf(error)}`);
    for (const end of running) end(new Error('The replica was left out.'));
  }
  async function look(): Promise<void> {
    const [sample] = await primary.query<{ position: string; identity: string }>(OF_PRIMARY).catch(() => []);
    if (!sample) return settle('The primary does not answer, so the lag of the replica is unknown.');
    lag.primaryWasAt({ position: sample.position, atMs: performance.now() });
    const { replayed, lastTransactionMs, isReplica, identity } = await askReplica(pool);
    lagMs = replayed === null ? null : lag.lagMs({ replayed, lastTransactionMs }, performance.now());
    if (missed !== null && replayed !== null && hasReached(replayed, missed)) missed = null;
    if (identity !== sample.identity) settle('`DATABASE_READ_URL` names a replica of another database.');
    else if (!isReplica || lagMs === null) settle('`DATABASE_READ_URL` names no replica: the database accepts writes.');
    else settle(lagMs > maxLagMs ? `The replica is ${Math.round(lagMs / 1_000)} s behind.` : null);
  }
  const check = () =>
    (checking ??= look()
      .catch(leaveOut)
      .finally(() => (checking = null)));
  const timer = setInterval(() => void check(), EVERY_MS).unref();

  function endable<Result>(read: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      running.add(reject);
      void read.then(resolve, reject).finally(() => running.delete(reject));
    });
  }
  return {
    state: () => ({ fault, lagMs }),
    check,
    async tryRead(read) {
      const endsAt = performance.now() + WAIT_MS;
      for (let waitMs = 1; ; waitMs *= 2) {
        const position = requestPosition();
        if (fault !== null || (position !== null && missed !== null && hasReached(position, missed))) return null;
        try {
          return await endable(read());
        } catch (error) {
          // On the primary it would take as long.
          if (codeOf(error) === TOO_LONG) throw error;
          if (!(error instanceof BehindError)) {
            if (isDatabaseUnavailable(error) && !isPoolBusy(error)) leaveOut(error);
            return null;
          }
          if (performance.now() > endsAt) missed = position;
          else await pause(waitMs);
        }
      }
    },
    async close() {
      clearInterval(timer);
      await checking;
      await pool.end();
    },
  };
}

interface Answer {
  readonly isReplica: boolean;
  readonly replayed: string | null;
  readonly lastTransactionMs: number | null;
  readonly identity: string;
}

async function askReplica(pool: pg.Pool): Promise<Answer> {
  const client = await pool.connect();
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ANSWER_MS / 1_000} s.`)), ANSWER_MS);
  });
  let isLost = true;
  try {
    const ask = runWith(client, { nameOf: () => undefined, health: unwatched }, 'read');
    const [answer] = await Promise.race([ask<Answer>(OF_REPLICA), silence]);
    isLost = answer === undefined;
    if (!answer) throw new Error('No answer.');
    return answer;
  } finally {
    clearTimeout(timer);
    client.release(isLost);
  }
}
