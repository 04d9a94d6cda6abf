import proxyAddr from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../auth/caller.js';
import { clientKey } from '../../auth/rate-limit.js';
import type { Config, SocketLoadConfig } from '../../config.js';

/** Limits of WebSockets, checked before parsing a message or reading a credential. */
export interface SocketLimits {
  /** Counts a new socket. @returns null if its address has too many sockets */
  open(request: IncomingMessage): CountedSocket | null;
}

export interface CountedSocket {
  /** Client address, resolved behind trusted proxies. */
  readonly address: string | null;
  /** Counts a message. @returns false if the socket or its address sent too many messages */
  takeMessage(): boolean;
  /** Counts the socket for its API key or user. @returns false if the credential has too many sockets */
  authenticate(caller: Caller): boolean;
  close(): void;
}

/** Size of a burst, in seconds of the message rate. */
const burstSeconds = 5;

/** Creates the socket limits of this process. 0 in the configuration disables a limit. */
export function createSocketLimits({ load, http }: Pick<Config, 'load' | 'http'>): SocketLimits {
  const { perAddress, perCredential, messagesPerSecond, messagesPerSecondOfAddress }: SocketLoadConfig = load.sockets;
  const toAddress = addressReader(http.trustProxy);
  const addresses = createCounts(perAddress);
  const credentials = createCounts(perCredential);
  const addressBuckets = new Map<string, Bucket>();
  return {
    open(request) {
      const address = toAddress(request);
      const key = clientKey(address);
      const releaseAddress = addresses.take(key);
      if (!releaseAddress) return null;
      const ofSocket = createBucket(messagesPerSecond);
      const ofAddress = addressBuckets.get(key) ?? createBucket(messagesPerSecondOfAddress);
      addressBuckets.set(key, ofAddress);
      let releaseCredential: (() => void) | null = null;
      return {
        address,
        takeMessage: () => ofSocket.take() && ofAddress.take(),
        authenticate(caller) {
          releaseCredential ??= credentials.take(caller.key?.id ?? caller.user?.id ?? `${caller.mode} ${key}`);
          return releaseCredential !== null;
        },
        close() {
          releaseAddress();
          releaseCredential?.();
          if (!addresses.has(key)) addressBuckets.delete(key);
        },
      };
    },
  };
}

/** Returns a function that resolves the client address like HTTP requests do. */
function addressReader(trustProxy: Config['http']['trustProxy']): (request: IncomingMessage) => string | null {
  if (trustProxy === true) return (request) => proxyAddr(request, () => true) ?? null;
  if (typeof trustProxy !== 'string') return ({ socket }) => socket.remoteAddress ?? null;
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return (request) => proxyAddr(request, isTrusted) ?? null;
}

/**
 * Creates a counter with a maximum per name. `take` returns a function that releases the slot, or null if none is free.
 */
function createCounts(max: number) {
  const counts = new Map<string, number>();
  return {
    has: (name: string) => counts.has(name),
    take(name: string): (() => void) | null {
      const count = counts.get(name) ?? 0;
      if (max > 0 && count >= max) return null;
      counts.set(name, count + 1);
      return () => {
        const left = (counts.get(name) ?? 1) - 1;
        if (left > 0) counts.set(name, left);
        else counts.delete(name);
      };
    },
  };
}

interface Bucket {
  take(): boolean;
}

/** Creates a token bucket of {@link burstSeconds} that refills at `perSecond`. 0 disables the limit. */
function createBucket(perSecond: number): Bucket {
  if (perSecond === 0) return { take: () => true };
  const size = perSecond * burstSeconds;
  let tokens = size;
  let filledMs = performance.now();
  return {
    take() {
      const nowMs = performance.now();
      tokens = Math.min(size, tokens + ((nowMs - filledMs) / 1_000) * perSecond);
      filledMs = nowMs;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
