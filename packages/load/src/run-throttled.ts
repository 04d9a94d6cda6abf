import { setTimeout as wait } from 'node:timers/promises';

// Limits the pause: on a busy machine, where steps are long, a deletion must still make progress.
const longestPauseMs = 90;

const pauseShare = 2;

/** Repeats a step until it returns false, pausing twice its duration, so that requests get most of the database. */
export async function runThrottled(signal: AbortSignal, step: () => Promise<boolean>): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const started = performance.now();
    if (!(await step())) return;
    await wait(Math.min(pauseShare * (performance.now() - started), longestPauseMs));
  }
}
