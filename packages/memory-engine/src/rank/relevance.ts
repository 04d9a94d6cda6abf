import { toLogit, toProbability } from './score.js';

// The probability that a result of a search answers its query. Beside the score, which knows the query and the memory alone, it knows what else was
// found: the place, the distance to the best results and whether the scope seems to have an answer. `bench/learn-relevance.ts` fits the weights.

/** Log-odds, for the first result and for those behind it. */
const RELEVANCE_WEIGHTS = {
  first: { constant: -0.51, logit: 0.16, answerability: 0.85, gap: -0.84, points: 0 },
  other: { constant: -0.6, logit: 0.42, answerability: 0.34, gap: 0.11, points: -0.67 },
} as const;

/** Results behind these are not read: hardly one of them answers a question. */
const READ_RESULTS = 6;
const GAP_MAX = 4;
const POINTS_MAX = 6;

/** Log-odds of a result with what it says of its relevance. */
export type RelevanceValues = Readonly<Record<keyof typeof RELEVANCE_WEIGHTS.first, number>>;

interface ListedResult {
  /** Log-odds of the score. */
  readonly logit: number;
  /** Points that order the results. */
  readonly rank: number;
}

/** What a search tells of all of its results. */
interface SearchSigns {
  /** Probability that the searched memories answer the query. */
  readonly answerability: number;
  /** Highest log-odds of a result. */
  readonly best: number;
}

/** Returns what tells whether each of the first results answers the query. */
export function readRelevanceValues(
  results: readonly ListedResult[],
  { answerability, best }: SearchSigns,
): RelevanceValues[] {
  return results.slice(0, READ_RESULTS).map(({ logit, rank }) => ({
    constant: 1,
    logit,
    answerability: toLogit(answerability),
    gap: Math.min(GAP_MAX, best - logit),
    points: Math.min(POINTS_MAX, (results[0]?.rank ?? rank) - rank),
  }));
}

/** Returns the probability that each of the first results answers the query, 0 to 1, in their order. */
export function estimateRelevance(results: readonly ListedResult[], signs: SearchSigns): number[] {
  return readRelevanceValues(results, signs).map((values, index) => {
    const weights = index === 0 ? RELEVANCE_WEIGHTS.first : RELEVANCE_WEIGHTS.other;
    const names = Object.keys(weights) as (keyof RelevanceValues)[];
    return toProbability(names.reduce((sum, name) => sum + weights[name] * values[name], 0));
  });
}
