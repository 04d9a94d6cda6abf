import { setTimeout as wait } from 'node:timers/promises';

// Steps are long on a busy machine; a deletion must make progress there too.
const longestPauseMs = 90;

/** Length of a pause, as a multiple of the step before. */
const pauseShare = 2;

/**
 * Runs a step until the step returns false. Pauses after each step for twice its duration, so that other requests get most of
 * the database.
 * @param step returns whether there may be another step
 * @throws the reason of the signal, between two steps
 */
export async function runThrottled(signal: AbortSignal, step: () => Promise<boolean>): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const started = performance.now();
    if (!(await step())) return;
    await wait(Math.min(pauseShare * (performance.now() - started), longestPauseMs));
  }
}
