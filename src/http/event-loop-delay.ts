import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Watches how late the event loop is. */
export interface EventLoopWatch {
  /** Whether the loop was late for half of the last second or more: one long turn does not count. */
  isLate(): boolean;
  close(): void;
}

const resolutionMs = 10;
const windowMs = 1_000;

/** Watches the delay of the event loop. @param maxDelayMs median delay that counts as late; 0: never */
export function watchEventLoop(maxDelayMs: number): EventLoopWatch {
  if (maxDelayMs === 0) return { isLate: () => false, close: () => undefined };
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  let isLate = false;
  histogram.enable();
  const timer = setInterval(() => {
    // The histogram measures in nanoseconds, and includes its own interval.
    isLate = histogram.percentile(50) / 1e6 - resolutionMs > maxDelayMs;
    histogram.reset();
  }, windowMs).unref();
  return {
    isLate: () => isLate,
    close() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
