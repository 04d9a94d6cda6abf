import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../auth/caller.js';
import { clientKey, countInProcess, type CreateCounter } from '../../auth/rate-limit.js';
import { RateLimitedError } from '../../errors.js';

export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** End of the minute, in Unix seconds. */
  readonly resetsAt: number;
  /** Seconds until the end of the minute. */
  readonly resetsInSeconds: number;
  /** Error to throw if the request exceeds the limit, else null. */
  readonly refusal: RateLimitedError | null;
}

export interface CallLimit {
  /** Counts one request. @returns null for callers without a credential, whose requests are rejected anyway */
  take(caller: Caller, clientAddress: string | null): Promise<Quota | null>;
}

/** Creates a limit of requests per minute for each API key or signed-in user. Returns null if `perMinute` is 0. */
export function createCallLimit(perMinute: number, create: CreateCounter = countInProcess): CallLimit | null {
  if (perMinute === 0) return null;
  const count = create('calls', perMinute);
  return {
    async take(caller, clientAddress) {
      if (caller.mode === 'none') return null;
      const { isExceeded, remaining, resetsInSeconds } = await count(nameOf(caller, clientAddress));
      const message = `Too many requests: ${perMinute} a minute are allowed.`;
      return {
        limit: perMinute,
        remaining,
        resetsAt: Math.ceil(Date.now() / 1_000) + resetsInSeconds,
        resetsInSeconds,
        refusal: isExceeded ? new RateLimitedError(resetsInSeconds, message) : null,
      };
    },
  };
}

/** Limits how often one address may try credentials. */
export interface RefusalLimit {
  /** Counts one wrong credential. @throws RateLimitedError when there were too many in this minute */
  count(clientAddress: string | null): Promise<void>;
}

/** Creates a limit of wrong credentials per minute for each address; null for no limit. */
export function createRefusalLimit(perMinute: number, create: CreateCounter = countInProcess): RefusalLimit | null {
  if (perMinute === 0) return null;
  const count = create('refusals', perMinute);
  return {
    async count(clientAddress) {
      const { isExceeded, resetsInSeconds } = await count(clientKey(clientAddress));
      if (isExceeded) throw new RateLimitedError(resetsInSeconds, 'Too many wrong credentials. Try again later.');
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Rate limit of the caller. Null if the request was not counted. */
    quota: Quota | null;
  }
}

/** Sends the rate limit headers with each response. Call it before opening a scope. */
export function addRateLimitHeaders(app: FastifyInstance): void {
  app.decorateRequest('quota', null);
  app.addHook('onSend', (...[{ quota }, reply, payload, done]) => {
    if (!quota) return done(null, payload);
    reply.headers({
      'x-ratelimit-limit': String(quota.limit),
      'x-ratelimit-remaining': String(quota.remaining),
      'x-ratelimit-reset': String(quota.resetsAt),
      // Header fields of draft-ietf-httpapi-ratelimit-headers-10.
      'ratelimit-policy': `"requests";q=${quota.limit};w=60`,
      ratelimit: `"requests";r=${quota.remaining};t=${quota.resetsInSeconds}`,
    });
    done(null, payload);
  });
}

// With authentication disabled, all requests have the same caller, so they are counted by address.
function nameOf({ key, user, mode }: Caller, clientAddress: string | null): string {
  if (key) return `key ${key.id}`;
  if (user && mode === 'bearer') return `user ${user.id}`;
  return mode === 'disabled' ? `address ${clientKey(clientAddress)}` : mode;
}
