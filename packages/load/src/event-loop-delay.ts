import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Measures the delay of the event loop. */
export interface EventLoopWatch {
  /** Returns whether the median delay of the last second exceeded the limit. One long task does not count. */
  isLate(): boolean;
  close(): void;
}

// Each sample wakes the process, also an idle one. A median is understated by less than this; the limit is ten times as long by default.
const resolutionMs = 50;
const windowMs = 1_000;

/** Starts measuring the event loop delay. @param maxDelayMs median delay that counts as late; 0 disables the check */
export function watchEventLoop(maxDelayMs: number): EventLoopWatch {
  if (maxDelayMs === 0) return { isLate: () => false, close: () => undefined };
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  let isLate = false;
  histogram.enable();
  const timer = setInterval(() => {
    // The histogram reports nanoseconds and includes its own sampling interval.
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
