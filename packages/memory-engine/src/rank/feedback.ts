export interface Ratings {
  readonly positive: number;
  readonly negative: number;
  readonly veryNegative: number;
}

/** Share of a score that one caller can change. Only many callers reach the bounds. */
const SHARE = { positive: 0.05, negative: 0.1, veryNegative: 0.2 } as const;
/** Bounds of the factor: feedback reorders similar results, but never lifts a bad one above a good one. */
const FACTOR = { least: 0.7, most: 1.1 } as const;

/** Returns the factor that all feedback applies to a score, .7 to 1.1. Without feedback 1. */
export function feedbackFactor({ positive, negative, veryNegative }: Ratings): number {
  const change = SHARE.positive * positive - SHARE.negative * negative - SHARE.veryNegative * veryNegative;
  return Math.min(FACTOR.most, Math.max(FACTOR.least, 1 + change));
}
