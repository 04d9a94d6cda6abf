import { setTimeout as wait } from 'node:timers/promises';

/** Exponential backoff between retries. A pause ends early when the signal aborts. */
export interface BackOff {
  pause(): Promise<void>;
  /** Call after a success: the next pause is the shortest again. */
  reset(): void;
  /** Failures since the last success. */
  readonly failures: number;
}

/** Pauses double from `firstMs` to `longestMs`, less up to a half at random. */
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
