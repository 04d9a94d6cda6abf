import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Measures the delay of the event loop, from the first question on: the long tasks of a start do not count. */
export interface EventLoopWatch {
  /** Returns whether the median delay of the last second exceeded the limit. One long task does not count. */
  isLate(): boolean;
  close(): void;
}

// Each sample wakes the process, also an idle one. A median is understated by less than this; the limit is ten times as long by default.
const resolutionMs = 50;
const windowMs = 1_000;
/** A single sample is its own median, so a second with one is measured together with the next. Of two, the shorter one counts. */
const samplesMin = 2;

/** Prepares a watch of the event loop. @param maxDelayMs median delay that counts as late; 0 disables the check */
export function watchEventLoop(maxDelayMs: number): EventLoopWatch {
  if (maxDelayMs === 0) return { isLate: () => false, close: () => undefined };
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  let isLate = false;
  const measure = () => {
    if (histogram.count < samplesMin) return;
    // The histogram reports nanoseconds and includes its own sampling interval.
    isLate = histogram.percentile(50) / 1e6 - resolutionMs > maxDelayMs;
    histogram.reset();
  };
  const start = () => {
    histogram.enable();
    return setInterval(measure, windowMs).unref();
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    isLate() {
      timer ??= start();
      return isLate;
    },
    close() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
