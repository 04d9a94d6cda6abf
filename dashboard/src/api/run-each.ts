import type { Failure } from './failure';

const atOnce = 4;

/** Runs a mutation for each input, at most four at once. @returns the failures */
export async function runEach<Input>(
  inputs: readonly Input[],
  run: (input: Input) => Promise<{ readonly failure: Failure | null }>,
): Promise<Failure[]> {
  const waiting = [...inputs];
  const failures: Failure[] = [];
  const work = async () => {
    for (let input = waiting.shift(); input !== undefined; input = waiting.shift()) {
      const { failure } = await run(input);
      if (failure) failures.push(failure);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failures;
}
