import proxyAddr from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../auth/caller.js';
import { clientKey } from '../auth/rate-limit.js';
import type { Config, SocketLoadConfig } from '../config.js';

/** Limits of WebSockets that are checked before a message is parsed or a credential is read. */
export interface SocketLimits {
  /** Counts a new socket. @returns null when its address has too many */
  open(request: IncomingMessage): CountedSocket | null;
}

export interface CountedSocket {
  /** Client address, behind trusted proxies too. */
  readonly address: string | null;
  /** Counts a message. @returns false when the socket or its address sent too many */
  takeMessage(): boolean;
  /** Counts the socket for its API key or user. @returns false when the credential has too many */
  authenticate(caller: Caller): boolean;
  close(): void;
}

/** Messages that may come at once: this many seconds' worth. */
const burstSeconds = 5;

/** Creates the limits of this process. 0 in the configuration: no limit. */
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

/** Reads the client address as HTTP requests do. */
function addressReader(trustProxy: Config['http']['trustProxy']): (request: IncomingMessage) => string | null {
  if (trustProxy === true) return (request) => proxyAddr(request, () => true) ?? null;
  if (typeof trustProxy !== 'string') return ({ socket }) => socket.remoteAddress ?? null;
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return (request) => proxyAddr(request, isTrusted) ?? null;
}

/** Counts what is open under each name. `take` returns how to give it back, or null when there are `max` already. */
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

/** A token bucket that fills at `perSecond` and holds {@link burstSeconds} of it. */
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
