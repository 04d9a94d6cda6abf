import fc from 'fast-check';
import { seed } from '../setup/seed.js';

/** Calls of each operation. */
export const runs = Number(process.env.FUZZ_RUNS ?? 6);

/** Whether these are the calls of CI, some of which are known to reach the use cases. */
export const isUsual = process.env.FUZZ_SEED === undefined && runs === 30;

/** Larger runs search for defects, which need the failing call rather than the smallest one. */
const shrunkMost = 60;

/** Makes calls until `check` rejects a response. @throws Error that says how to repeat the calls */
export async function assertAll<Call>(calls: fc.Arbitrary<Call>, check: (call: Call) => Promise<void>): Promise<void> {
  const found = await fc.check(fc.asyncProperty(calls, check), {
    numRuns: runs,
    seed,
    endOnFailure: runs > shrunkMost,
  });
  if (!found.failed) return;
  const again = `FUZZ_SEED=${found.seed} FUZZ_RUNS=${runs}, path ${String(found.counterexamplePath)}`;
  const call = fc.stringify(found.counterexample?.[0]).slice(0, 4_000);
  throw new Error(`Call ${found.numRuns} of this operation fails (again with ${again}): ${call}`, {
    cause: found.errorInstance,
  });
}
