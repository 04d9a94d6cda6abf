import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/**
 * Seed of random input. Fixed by default, so that a failure means a change of the product; `FUZZ_SEED=random` looks for
 * new failures, which report their seed.
 */
export const seed =
  process.env.FUZZ_SEED === 'random' ? randomInt(2 ** 31) : Number(process.env.FUZZ_SEED ?? 20_240_501);

fc.configureGlobal({ seed });
