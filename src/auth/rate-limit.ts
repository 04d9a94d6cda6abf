import { isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.js';
import { RateLimitedError } from '../errors.js';
import { createTurns, type Database } from '@memory-gateway/database';

/** Attempts per minute by rule. `refresh` counts by session, `changePassword` and `changeEmail` by user, all others by client address. */
export const rateRules = {
  register: 5,
  login: 10,
  refresh: 20,
  changePassword: 10,
  changeEmail: 5,
  acceptInvitation: 10,
  readInvitation: 30,
  registerClient: 10,
  startAuthorization: 60,
  exchangeToken: 120,
} as const;

type RateRuleName = keyof typeof rateRules;

export interface RateLimiter {
  /** Counts one attempt. Call it outside of transactions. @throws RateLimitedError if there were too many in this minute */
  take(rule: RateRuleName, key: string): Promise<void>;
}

/** State of a key's minute, which began with its first count. */
interface Count {
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Whole seconds until the minute ends, at least 1. */
  readonly resetsInSeconds: number;
}

/** Counts one more of `key`. */
type Counter = (key: string) => Promise<Count>;

/** Creates a counter of up to `limit` a minute. Counters of one name share their counts if they are in the database. */
export type CreateCounter = (name: string, limit: number) => Counter;

/** Creates the rate limiter of sign-in. It guards use cases, so that REST and GraphQL share counts. */
export function createRateLimiter(create: CreateCounter = countInProcess): RateLimiter {
  const counters = new Map<string, Counter>();
  return {
    async take(name, key) {
      const limit = rateRules[name];
      const count = counters.get(name) ?? create(name, limit);
      counters.set(name, count);
      const { isExceeded, resetsInSeconds } = await count(key);
      if (isExceeded) throw new RateLimitedError(resetsInSeconds, `Rate limit exceeded: ${limit} per 1 minute`);
    },
  };
}

const SECONDS = 60;

const optionsOf = (name: string, limit: number) => ({ keyPrefix: name, points: limit, duration: SECONDS });

interface CounterNeeds {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
}

/** Returns where rate limits count: in the database with `SHARED_RATE_LIMITS`, else in this process. */
export function chooseCounter({ config, database, log }: CounterNeeds): CreateCounter {
  const isShared = config.database.kind === 'postgres' && config.database.sharedRateLimits;
  return isShared ? countInDatabase(database, log) : countInProcess;
}

/** Counts in this process. */
export const countInProcess: CreateCounter = (name, limit) => toCounter(new RateLimiterMemory(optionsOf(name, limit)));

/** Longest wait for a count, in milliseconds: for a connection and for the statement. Its request waits for it. */
const countLimitMs = 1_000;
/** Milliseconds between attempts while the database does not count. One request makes the attempt. */
const retryEveryMs = 1_000;
/** Statements of a process at a time, at most half of its connections: locked counts keep them. */
const countsAtATime = 4;
/** Postgres ends a statement sooner; the driver closes a connection that is dead. Its types omit the option. */
const deadAfter = { query_timeout: 60_000 };

class NotCountingError extends Error {}

/**
 * Counts over all processes of one database; in this process while the database does not answer in time. Then, one request asks it
 * again, as soon as no earlier statement is left.
 */
function countInDatabase({ pool }: Database, log: Logger): CreateCounter {
  const turns = createTurns(Math.max(1, Math.min(countsAtATime, Math.floor(pool.options.max / 2))));
  let isAway = false;
  let isFirst = true;
  let retryAt = 0;
  const note = (failed: boolean, err?: unknown) => {
    if (failed && !isAway) log.warn({ err }, 'Rate limits count in this process: the database does not count them.');
    if (failed) retryAt = performance.now() + retryEveryMs;
    isAway = failed;
  };
  const storeClient = {
    // Without the name of the statement, which a pooler that shares sessions would not know.
    async query({ text, values }: { text: string; values: unknown[] }) {
      const isAttempt = isAway;
      if (isAttempt && (turns.areTaken() || performance.now() < retryAt)) throw new NotCountingError();
      const counting = turns.run(() => {
        if (isAway && !isAttempt) throw new NotCountingError();
        return pool.query({ text, values, ...deadAfter });
      });
      try {
        const result = await inTime(counting);
        note(false);
        return result;
      } catch (error) {
        // Those that waited behind a failure say nothing new.
        if (isAttempt || !isAway) note(true, error);
        throw error;
      }
    },
  };
  return (name, limit) => {
    const options = optionsOf(name, limit);
    const limiter = new RateLimiterPostgres({
      ...options,
      storeClient,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // One of them removes the old rows of all.
      clearExpiredByTimeout: isFirst,
      // Refusals cost the database nothing.
      inMemoryBlockOnConsumed: limit + 1,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    isFirst = false;
    return toCounter(limiter);
  };
}

/** Settles as `counting`, which goes on if it takes too long. @throws NotCountingError then */
async function inTime<T>(counting: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new NotCountingError(`The database took longer than ${countLimitMs} ms.`));
    timer = setTimeout(giveUp, countLimitMs);
  });
  return Promise.race([counting, late]).finally(() => clearTimeout(timer));
}

function toCounter(limiter: RateLimiterMemory | RateLimiterPostgres): Counter {
  const read = (isExceeded: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Count => ({
    isExceeded,
    remaining: isExceeded ? 0 : remainingPoints,
    // The clock may have been set back since the minute began.
    resetsInSeconds: Math.min(SECONDS, Math.max(1, Math.ceil(msBeforeNext / 1_000))),
  });
  return async (key) => {
    try {
      return read(false, await limiter.consume(key));
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return read(true, refused);
      throw refused;
    }
  };
}

/** Returns the rate limit key of a client: its IPv4 address, or the /64 network of its IPv6 address. */
export function clientKey(address: string | null): string {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? 'unknown';
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('%', 1).join('').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
