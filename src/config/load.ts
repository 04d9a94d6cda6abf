import { availableParallelism } from 'node:os';
import type { Reader } from './reader.js';

export interface LoadConfig {
  /** Requests of each kind that run at a time; more wait. */
  readonly concurrency: Readonly<Record<'add' | 'search' | 'read' | 'document', number>>;
  /** Longest wait for a turn, in milliseconds; 0: no limit. */
  readonly maxQueueWaitMs: number;
  /** Median delay of the event loop above which adds and searches are refused, in milliseconds; 0: never. */
  readonly maxEventLoopDelayMs: number;
  readonly sockets: SocketLoadConfig;
}

/** Limits of WebSockets in one process; 0: no limit. */
export interface SocketLoadConfig {
  /** Open sockets of one client address. */
  readonly perAddress: number;
  /** Open sockets of one API key or user. */
  readonly perCredential: number;
  /** Messages that one socket may send each second, on average. */
  readonly messagesPerSecond: number;
  /** Messages that all sockets of one address may send each second, on average. */
  readonly messagesPerSecondOfAddress: number;
}

/** What the server works with, which decides how many adds are worth running at a time. */
export interface LoadNeeds {
  readonly database: 'embedded' | 'postgres';
  /** Whether this machine embeds texts, rather than a provider. */
  readonly embedsLocally: boolean;
}

export function readLoad(read: Reader, needs: LoadNeeds): LoadConfig {
  const range = { min: 1, max: 10_000 };
  return {
    concurrency: {
      add: read.integer('MAX_CONCURRENT_ADDS', usefulAdds(needs), range),
      search: read.integer('MAX_CONCURRENT_SEARCHES', 32, range),
      read: read.integer('MAX_CONCURRENT_READS', 64, range),
      // Each has many reads, which wait for their own turns.
      document: 8,
    },
    maxQueueWaitMs: read.integer('MAX_QUEUE_WAIT_MS', 1_000, { min: 0, max: 600_000 }),
    maxEventLoopDelayMs: read.integer('MAX_EVENT_LOOP_DELAY_MS', 500, { min: 0, max: 60_000 }),
    sockets: {
      perAddress: read.integer('MAX_SOCKETS_PER_ADDRESS', 2_000, { min: 0, max: 1_000_000 }),
      perCredential: read.integer('MAX_SOCKETS_PER_KEY', 1_000, { min: 0, max: 1_000_000 }),
      messagesPerSecond: read.integer('SOCKET_MESSAGES_PER_SECOND', 100, { min: 0, max: 1_000_000 }),
      messagesPerSecondOfAddress: read.integer('ADDRESS_MESSAGES_PER_SECOND', 2_000, { min: 0, max: 1_000_000 }),
    },
  };
}

// More adds at a time are not faster; they only make each of them and every read slower (`bench/overload.ts`). A provider
// takes longer and works on many at a time.
function usefulAdds({ database, embedsLocally }: LoadNeeds): number {
  if (database === 'embedded') return embedsLocally ? 4 : 8;
  return embedsLocally ? Math.max(4, 3 * availableParallelism()) : 32;
}
