import type { PoolMemory, RankQuery, Signals } from './types.js';

/**
 * Turns sums of signals into scores. The best score of a search is the probability that the scope holds an answer: .5 means as likely
 * as not. The scores of the other results fall with their distance from the best one.
 *
 * Fitted by logistic regression on LoCoMo questions asked in their own conversation and, with the names replaced, in another one, over
 * pools of 15, 100 and 369 to 663 memories. Held out by conversation: with 600 memories 84 % of the answerable questions and 10 % of the
 * unanswerable ones score over .5; with 15 memories 90 % and 3 %.
 */
const CALIBRATION = {
  constant: -3.86,
  sum: 0.32,
  bestCosine: 4.34,
  cosine: 4.3,
  keywordShare: 1.45,
  coverage: 2.8,
  /** More memories make a chance match more likely. */
  logMemories: -0.75,
  /** How fast scores fall with the distance from the best sum. */
  decline: 0.45,
} as const;

/** Sums up to this come from rounding: the memory has no signal at all. */
export const NO_SIGNAL = 1e-6;

/** Assumed cosine of a memory without an embedding: of no word matched, and what a match of all words adds. */
const ASSUMED_COSINE = { none: 0.12, all: 0.36 } as const;

interface Scored {
  readonly memory: PoolMemory;
  readonly signals: Signals;
  readonly sum: number;
}

/** Returns the function that gives a memory of the pool its score, 0..1, from its sum of weighted signals. */
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
    CALIBRATION.logMemories * Math.log(Math.max(1, poolSize));
  const probability = 1 / (1 + Math.exp(-logit));
  return (sum) => (sum > NO_SIGNAL ? probability * Math.exp(CALIBRATION.decline * (sum - best.sum)) : 0);
}

/** Share of the weight of the query's words that a memory contains. */
function keywordShare({ counts }: PoolMemory, { terms, keywordIdeal }: RankQuery): number {
  if (keywordIdeal <= 0) return 0;
  return terms.reduce((sum, { lexeme, weight }) => sum + (counts?.[lexeme] ? weight : 0), 0) / keywordIdeal;
}

/** A cosine on the scale of MiniLM, 0..1; null without an embedding. */
function normalCosine({ semantic }: PoolMemory, { cosineRange, keywordOnly }: RankQuery): number | null {
  if (semantic === null || Number.isNaN(semantic) || keywordOnly) return null;
  if (!cosineRange) return Math.max(0, semantic);
  return Math.max(0, (0.5 * (semantic - cosineRange.floor)) / (cosineRange.ceiling - cosineRange.floor));
}

function assumedCosine(share: number): number {
  return ASSUMED_COSINE.none + ASSUMED_COSINE.all * share;
}
