import { setImmediate, setInterval } from 'node:timers/promises';
import { watchEventLoop, type EventLoopWatch } from '@memory-gateway/load';
import { afterEach, beforeEach, expect, it } from 'vitest';

const windowMs = 1_000;

let watch: EventLoopWatch;
beforeEach(() => {
  watch = watchEventLoop(200);
});
afterEach(() => watch.close());

/** Holds up the event loop, as a long task does. */
async function runLongTask(ms: number): Promise<void> {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  await setImmediate();
}

/** Runs tasks until the watch finds them, at most `tasksMax`. */
async function runUntilLate(ms: number, tasksMax: number): Promise<boolean> {
  for (let tasks = 0; tasks < tasksMax && !watch.isLate(); tasks += 1) await runLongTask(ms);
  return watch.isLate();
}

/** Returns whether the watch finds the event loop late at any time of a second and a half without long tasks. */
async function isFoundLate(): Promise<boolean> {
  let isFound = false;
  const end = performance.now() + 1.5 * windowMs;
  for await (const _tick of setInterval(20)) {
    isFound ||= watch.isLate();
    if (performance.now() > end) break;
  }
  return isFound;
}

it('one long task is no overload, however long it is', async () => {
  expect(await isFoundLate()).toBe(false);
  for (const ms of [1.5 * windowMs, 3 * windowMs]) {
    await runLongTask(ms);
    expect(await isFoundLate()).toBe(false);
  }
});

it('the long tasks of a start, before the first question, are no overload', async () => {
  for (let tasks = 0; tasks < 4; tasks += 1) await runLongTask(0.6 * windowMs);
  expect(await isFoundLate()).toBe(false);
});

it('one long task after another is an overload, also where each lasts longer than a second, and ends with them', async () => {
  for (const ms of [0.6 * windowMs, 1.2 * windowMs]) {
    expect(await runUntilLate(ms, 8)).toBe(true);
    await expect.poll(() => watch.isLate()).toBe(false);
  }
});
