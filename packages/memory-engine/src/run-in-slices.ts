import type { Steps } from './steps.js';

/** Milliseconds that long work keeps the event loop from everything else. */
const sliceMs = 2;

/** Long work that waits for its next slice, in the order of their turns. */
const waiting: (() => void)[] = [];

/** Runs work that pauses between its steps, and gives way to other work when it has run for some milliseconds. */
export async function runInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  const pause = startSlices();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const turn = pause();
    if (turn) await turn;
  }
}

/** Starts work in slices. Call the function after each step, and wait for the turn that it returns when a slice is over. */
export function startSlices(): () => Promise<void> | null {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return null;
    return waitForTurn().then(() => {
      since = performance.now();
    });
  };
}

/** Waits for a turn of the event loop. Each turn has one slice, however much long work there is, so that others wait for one only. */
function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(beginNext);
  });
}

function beginNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(beginNext);
}
