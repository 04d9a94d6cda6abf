import type { PoolMemory, RankQuery, Signals } from './types.js';
import { answerFeatureNames, RANK_WEIGHTS, type AnswerFeatures } from './weights.js';

// Turns sums of signals into scores. The best score is the probability that the scope contains an answer; other scores
// fall with their distance from the best sum. `bench/learn-calibration.ts` fits the weights.

/** Smaller sums are rounding errors: the memory has no signal. */
export const NO_SIGNAL = 1e-6;

/** Assumed cosine of a memory without an embedding: without a matched word, and the increase if all words match. */
const ASSUMED_COSINE = { none: 0.12, all: 0.36 } as const;

/** Mean and standard deviation of the cosines of an English conversation with a question. */
const USUAL_COSINES = { mean: 0.09, spread: 0.1 } as const;
/** Number of cosines at which their mean and spread count half: among few memories, they are those of the answer. */
const SPREAD_TRUST = 20;

/** Range of the conversations that the calibration was learned from. Other models have other ones. */
const SPREAD = { least: 0.06, most: 0.15 } as const;

/** A memory with its sum of weighted signals. */
export interface Summed {
  readonly memory: PoolMemory;
  readonly signals: Signals;
  readonly sum: number;
}

/** Returns a function that converts a memory's sum of weighted signals to a score, 0..1. */
export function calibrateScores(
  summed: readonly Summed[],
  scope: { query: RankQuery; poolSize: number },
): (sum: number) => number {
  const features = readAnswerFeatures(summed, scope);
  if (!features) return () => 0;
  const { constant, features: weights, decline } = RANK_WEIGHTS.calibration;
  const logit = answerFeatureNames.reduce<number>((total, name) => total + weights[name] * features[name], constant);
  const probability = 1 / (1 + Math.exp(-logit));
  return (sum) => (sum > NO_SIGNAL ? probability * Math.exp(decline * (sum - features.sum)) : 0);
}

/** Returns what tells whether a scope contains an answer. Null without memories. */
export function readAnswerFeatures(
  summed: readonly Summed[],
  { query, poolSize }: { query: RankQuery; poolSize: number },
): AnswerFeatures | null {
  const best = summed.reduce<Summed | null>((found, each) => (found && found.sum >= each.sum ? found : each), null);
  if (!best) return null;
  const share = (each: Summed) => keywordShare(each.memory, query);
  const cosine = (each: Summed) => {
    const known = normalCosine(each.memory, query);
    return known === null ? assumedCosine(share(each)) : Math.max(0, known);
  };
  const maximum = (values: (each: Summed) => number) => summed.reduce((most, each) => Math.max(most, values(each)), 0);
  const usual = readSpread(query.isSelection ? [] : summed.flatMap(({ memory }) => normalCosine(memory, query) ?? []));
  return {
    sum: best.sum,
    bestCosine: maximum(cosine),
    cosine: cosine(best),
    keywordShare: share(best),
    coverage: maximum(({ signals }) => signals.coverage),
    date: best.signals.date,
    meanCosine: usual.mean,
    spread: usual.spread,
    logMemories: Math.log(Math.max(1, poolSize)),
  };
}

/** Returns the mean and the standard deviation of the cosines of a scope, closer to the usual ones the fewer there are. */
function readSpread(cosines: readonly number[]): { mean: number; spread: number } {
  const trust = cosines.length / (cosines.length + SPREAD_TRUST);
  const average = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const mean = average(cosines);
  const deviation = Math.sqrt(average(cosines.map((cosine) => (cosine - mean) ** 2)));
  const spread = trust * deviation + (1 - trust) * USUAL_COSINES.spread;
  return {
    mean: trust * mean + (1 - trust) * USUAL_COSINES.mean,
    spread: Math.min(SPREAD.most, Math.max(SPREAD.least, spread)),
  };
}

/** Returns the share of the query's word weights that a memory contains. */
function keywordShare({ counts }: PoolMemory, { terms, keywordIdeal }: RankQuery): number {
  if (keywordIdeal <= 0) return 0;
  return terms.reduce((sum, { lexeme, weight }) => sum + (counts?.[lexeme] ? weight : 0), 0) / keywordIdeal;
}

/** Returns the cosine on the scale of MiniLM. Null without an embedding. */
function normalCosine({ semantic }: PoolMemory, { cosineRange, keywordOnly }: RankQuery): number | null {
  if (semantic === null || Number.isNaN(semantic) || keywordOnly) return null;
  if (!cosineRange) return semantic;
  return (0.5 * (semantic - cosineRange.floor)) / (cosineRange.ceiling - cosineRange.floor);
}

function assumedCosine(share: number): number {
  return ASSUMED_COSINE.none + ASSUMED_COSINE.all * share;
}
