import { setTimeout as wait } from 'node:timers/promises';

// Long steps come of a machine that is busy with others; a deletion must get on there, too.
const longestPauseMs = 90;

/** Pauses are this many times as long as the step before. */
const pauseShare = 2;

/**
 * Takes steps until one says that it was the last, with a pause after each that is twice as long as the step was, so that whoever reads
 * meanwhile has most of the database.
 * @param step answers whether there may be another
 * @throws the reason of the signal between two steps
 */
export async function paced(signal: AbortSignal, step: () => Promise<boolean>): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const started = performance.now();
    if (!(await step())) return;
    await wait(Math.min(pauseShare * (performance.now() - started), longestPauseMs));
  }
}
