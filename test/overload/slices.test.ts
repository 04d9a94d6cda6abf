import { runInSlices } from '@memory-gateway/memory-engine';
import { expect, it } from 'vitest';

function* work(steps: number, ended: (step: number) => void): Generator<void, number, void> {
  for (let step = 1; step <= steps; step += 1) {
    for (const until = performance.now() + 3; performance.now() < until;) continue;
    ended(step);
    yield;
  }
  return steps;
}

it('lets other work have its turn after each slice, whatever number of long tasks there is', async () => {
  const between: number[] = [];
  let steps = 0;
  let isOver = false;
  const watch = () => {
    between.push(steps);
    steps = 0;
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  const tasks = [1, 2, 3, 4].map(() => runInSlices(work(10, () => (steps += 1))));
  // The first slices begin with the call.
  steps = 0;
  expect(await Promise.all(tasks)).toEqual([10, 10, 10, 10]);
  isOver = true;
  expect(Math.max(...between)).toBe(1);
  expect(between.filter((each) => each === 1)).toHaveLength(36);
});
