export interface Ratings {
  readonly positive: number;
  readonly negative: number;
  readonly veryNegative: number;
}

/** One caller moves a score by this share of it at most: many more are needed to come near the bounds. */
const SHARE = { positive: 0.05, negative: 0.1, veryNegative: 0.2 } as const;
/** Bounds of the factor: feedback decides between similar results, never between a good and a bad one. */
const FACTOR = { least: 0.7, most: 1.1 } as const;

/** Factor that the feedback of all callers applies to a score, .7 to 1.1; 1 without any. */
export function feedbackFactor({ positive, negative, veryNegative }: Ratings): number {
  const change = SHARE.positive * positive - SHARE.negative * negative - SHARE.veryNegative * veryNegative;
  return Math.min(FACTOR.most, Math.max(FACTOR.least, 1 + change));
}
