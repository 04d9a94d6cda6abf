/** Work on long texts that pauses between its steps, so that a server can answer others meanwhile. */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs work to its end without a pause. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Converts each item in a step of its own. */
export function* mapInSteps<Item, Result>(items: readonly Item[], convert: (item: Item) => Result): Steps<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(convert(item));
    yield;
  }
  return results;
}

/** Keeps the items that pass a check, which takes a step for each. */
export function* filterInSteps<Item>(items: readonly Item[], passes: (item: Item) => boolean): Steps<Item[]> {
  const passed = yield* mapInSteps(items, passes);
  return items.filter((_, index) => passed[index] === true);
}
