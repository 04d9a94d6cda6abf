import { setTimeout as wait } from 'node:timers/promises';

/** Exponential backoff between retries. A pause ends early if the signal aborts. */
export interface BackOff {
  pause(): Promise<void>;
  /** Resets the next pause to the shortest. Call it after a success. */
  reset(): void;
  readonly failures: number;
}

/** Creates a backoff whose pauses double from `firstMs` to `longestMs`, minus up to 50 % at random. */
export function backOff(options: { firstMs: number; longestMs: number; signal: AbortSignal }): BackOff {
  let failures = 0;
  return {
    async pause() {
      const fullMs = Math.min(options.longestMs, options.firstMs * 2 ** failures);
      failures += 1;
      await wait(fullMs * (0.5 + Math.random() / 2), undefined, { signal: options.signal }).catch(() => undefined);
    },
    reset() {
      failures = 0;
    },
    get failures() {
      return failures;
    },
  };
}
