import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that long work keeps the event loop from everything else. */
const sliceMs = 4;

/** Runs work that pauses between its steps, and gives way to other work when it has run for some milliseconds. */
export async function runInSlices<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  for (let since = performance.now(); ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - since < sliceMs) continue;
    await nextTurn();
    since = performance.now();
  }
}
