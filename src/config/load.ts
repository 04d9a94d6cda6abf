import type { Reader } from './reader.js';

/** How much the process does at a time before it refuses more. */
export interface LoadConfig {
  /** Requests of each kind that run at a time; more wait. */
  readonly concurrency: { readonly add: number; readonly search: number; readonly read: number };
  /** Longest wait for a turn, in milliseconds; 0: no limit. */
  readonly maxQueueWaitMs: number;
  /** Median delay of the event loop above which adds and searches are refused, in milliseconds; 0: never. */
  readonly maxEventLoopDelayMs: number;
}

/** Reads the limits of load. */
export function readLoad(read: Reader): LoadConfig {
  const range = { min: 1, max: 10_000 };
  return {
    concurrency: {
      add: read.integer('MAX_CONCURRENT_ADDS', 32, range),
      search: read.integer('MAX_CONCURRENT_SEARCHES', 32, range),
      read: read.integer('MAX_CONCURRENT_READS', 64, range),
    },
    maxQueueWaitMs: read.integer('MAX_QUEUE_WAIT_MS', 1_000, { min: 0, max: 600_000 }),
    maxEventLoopDelayMs: read.integer('MAX_EVENT_LOOP_DELAY_MS', 500, { min: 0, max: 60_000 }),
  };
}
