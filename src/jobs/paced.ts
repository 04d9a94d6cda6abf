import { setTimeout as wait } from 'node:timers/promises';

const longestPauseMs = 250;

/**
 * Takes steps until one says that it was the last, with a pause after each that is half as long as the step was, so that whoever reads meanwhile
 * gets on between two of them.
 * @param step answers whether there may be another
 * @throws the reason of the signal between two steps
 */
export async function paced(signal: AbortSignal, step: () => Promise<boolean>): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const started = performance.now();
    if (!(await step())) return;
    await wait(Math.min((performance.now() - started) / 2, longestPauseMs));
  }
}
