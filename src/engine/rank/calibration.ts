import type { PoolMemory, RankQuery, Signals } from './types.js';

// Turns sums of signals into scores. The best score is the probability that the scope contains an answer; other scores
// fall with their distance from the best sum. Fitted by logistic regression on LoCoMo questions, asked in their own
// conversation and, with names replaced, in another one, over pools of 15, 100 and 369 to 663 memories. Held out by
// conversation, 84 % of answerable and 10 % of unanswerable questions score above .5 with 600 memories, and 90 % and 3
// % with 15. `commonCosine` was fitted on the conversations of bench/retrieval/corpus: the model gives any two texts of
// a language other than English high cosines.
const CALIBRATION = {
  constant: -3.86,
  sum: 0.32,
  bestCosine: 4.34,
  cosine: 4.3,
  keywordShare: 1.45,
  coverage: 2.8,
  /** More memories make a chance match more likely. */
  logMemories: -0.75,
  commonCosine: -7.5,
  decline: 0.45,
} as const;

/** Smaller sums are rounding errors: the memory has no signal. */
export const NO_SIGNAL = 1e-6;

/** Assumed cosine of a memory without an embedding: without a matched word, and the increase if all words match. */
const ASSUMED_COSINE = { none: 0.12, all: 0.36 } as const;

/** Median cosine of English conversations with a query at most. */
const COMMON_COSINE = 0.1;
/** Number of memories at which the median counts half: among few memories, it is that of the answer. */
const COMMON_TRUST = 20;

interface Scored {
  readonly memory: PoolMemory;
  readonly signals: Signals;
  readonly sum: number;
}

/** Returns a function that converts a memory's sum of weighted signals to a score, 0..1. */
export function calibrateScores(
  scored: readonly Scored[],
  { query, poolSize }: { query: RankQuery; poolSize: number },
): (sum: number) => number {
  const best = scored.reduce<Scored | null>((found, each) => (found && found.sum >= each.sum ? found : each), null);
  if (!best) return () => 0;
  const share = (each: Scored) => keywordShare(each.memory, query);
  const cosine = (each: Scored) => normalCosine(each.memory, query) ?? assumedCosine(share(each));
  const maximum = (values: (each: Scored) => number) => scored.reduce((most, each) => Math.max(most, values(each)), 0);
  const logit =
    CALIBRATION.constant +
    CALIBRATION.sum * best.sum +
    CALIBRATION.bestCosine * maximum(cosine) +
    CALIBRATION.cosine * cosine(best) +
    CALIBRATION.keywordShare * share(best) +
    CALIBRATION.coverage * maximum(({ signals }) => signals.coverage) +
    CALIBRATION.logMemories * Math.log(Math.max(1, poolSize)) +
    CALIBRATION.commonCosine *
      (query.isSelection ? 0 : excessCosine(scored.flatMap(({ memory }) => normalCosine(memory, query) ?? [])));
  const probability = 1 / (1 + Math.exp(-logit));
  return (sum) => (sum > NO_SIGNAL ? probability * Math.exp(CALIBRATION.decline * (sum - best.sum)) : 0);
}

/** Returns by how much a query resembles all memories of a scope more than usual, because of their language. */
function excessCosine(cosines: readonly number[]): number {
  const median = [...cosines].sort((a, b) => a - b)[Math.floor(cosines.length / 2)] ?? 0;
  return (cosines.length / (cosines.length + COMMON_TRUST)) * Math.max(0, median - COMMON_COSINE);
}

/** Returns the share of the query's word weights that a memory contains. */
function keywordShare({ counts }: PoolMemory, { terms, keywordIdeal }: RankQuery): number {
  if (keywordIdeal <= 0) return 0;
  return terms.reduce((sum, { lexeme, weight }) => sum + (counts?.[lexeme] ? weight : 0), 0) / keywordIdeal;
}

/** Returns the cosine on the scale of MiniLM, 0..1. Null without an embedding. */
function normalCosine({ semantic }: PoolMemory, { cosineRange, keywordOnly }: RankQuery): number | null {
  if (semantic === null || Number.isNaN(semantic) || keywordOnly) return null;
  if (!cosineRange) return Math.max(0, semantic);
  return Math.max(0, (0.5 * (semantic - cosineRange.floor)) / (cosineRange.ceiling - cosineRange.floor));
}

function assumedCosine(share: number): number {
  return ASSUMED_COSINE.none + ASSUMED_COSINE.all * share;
}
