import type { FastifyInstance } from 'fastify';
import type { Caller } from '../auth/caller.js';
import { clientKey, createWindows, secondsUntil } from '../auth/rate-limit.js';
import { RateLimitedError } from '../errors.js';

/** What a credential may still do in the present minute. */
export interface Quota {
  /** Calls in a minute. */
  readonly limit: number;
  readonly remaining: number;
  /** End of the minute, in Unix seconds. */
  readonly resetsAt: number;
  /** Seconds until the end of the minute. */
  readonly resetsInSeconds: number;
  /** The refusal of this call; null when it may go on. */
  readonly refusal: RateLimitedError | null;
}

/** Counts the calls of each credential in this process. */
export interface CallLimit {
  /** Counts one call. @returns null for callers without a credential, who are refused anyway */
  take(caller: Caller, clientAddress: string | null): Quota | null;
}

const minute = 60_000;

/** A limit of so many calls a minute for each API key, or user with a session; null for none. */
export function createCallLimit(perMinute: number, now: () => number = Date.now): CallLimit | null {
  if (perMinute === 0) return null;
  const count = createWindows(now);
  return {
    take(caller, clientAddress) {
      if (caller.mode === 'none') return null;
      const { count: calls, endsAt } = count(nameOf(caller, clientAddress), minute);
      const seconds = secondsUntil(endsAt, now());
      const refusal =
        calls > perMinute ? new RateLimitedError(seconds, `Too many calls: ${perMinute} a minute are allowed.`) : null;
      return {
        limit: perMinute,
        remaining: Math.max(0, perMinute - calls),
        resetsAt: Math.ceil(endsAt / 1000),
        resetsInSeconds: seconds,
        refusal,
      };
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of requests that were counted. */
    quota: Quota | null;
  }
}

/** Sends the rate limit and what is left of it with each response. Call it before any scope is opened. */
export function tellQuotas(app: FastifyInstance): void {
  app.decorateRequest('quota', null);
  app.addHook('onSend', async ({ quota }, reply) => {
    if (!quota) return;
    reply.headers({
      'x-ratelimit-limit': String(quota.limit),
      'x-ratelimit-remaining': String(quota.remaining),
      'x-ratelimit-reset': String(quota.resetsAt),
      // The fields of draft-ietf-httpapi-ratelimit-headers-10.
      'ratelimit-policy': `"requests";q=${quota.limit};w=${minute / 1000}`,
      ratelimit: `"requests";r=${quota.remaining};t=${quota.resetsInSeconds}`,
    });
    await Promise.resolve();
  });
}

// With authentication switched off everybody is the same caller, so there it is the address that counts.
function nameOf({ key, user, mode }: Caller, clientAddress: string | null): string {
  if (key) return `key ${key.id}`;
  if (user && mode === 'bearer') return `user ${user.id}`;
  return mode === 'disabled' ? `address ${clientKey(clientAddress)}` : mode;
}
