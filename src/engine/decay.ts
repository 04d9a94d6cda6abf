export interface Accesses {
  /** When it was last added or found; null: never since decay is kept. */
  readonly lastAt: Date | null;
  /** How often, as far as that is kept: 0 to 20. */
  readonly touches: number;
  /** Used in place of a touch for a memory without any: when it happened, or else was changed. */
  readonly legacyAt: Date;
}

/** How many touches of a memory count. */
export const touchesMax = 20;

const dayMs = 86_400_000;

/**
 * What decay multiplies a score with: 1.5 just after a touch, 1.2 after a day, 0.9 after three, 0.42 after four weeks, never below
 * 0.3; slower the more touches there were. A memory without any gets 1 at most. Rounded, so that equal scores of memories touched
 * together stay equal.
 */
export function getDecayFactor({ lastAt, touches, legacyAt }: Accesses, now: Date): number {
  const days = Math.max(0, now.getTime() - (lastAt ?? legacyAt).getTime()) / dayMs;
  const count = Math.min(touchesMax, Math.max(1, touches));
  const factor = 0.3 + 1.2 / (1 + days / (1 + 0.25 * Math.log(count)) / 3);
  return Math.round(Math.min(lastAt ? 1.5 : 1, factor) * 1_000) / 1_000;
}

/**
 * Ranks again with decay: by the unclamped product, which is then clamped to 0..1.
 * @param found best first, above the threshold, more than are wanted
 */
export function decayScores<Found extends { readonly score: number }>(
  found: readonly Found[],
  factorOf: (found: Found) => number,
): Found[] {
  const weighted = found.map((each) => ({ each, product: each.score * factorOf(each) }));
  // The sort is stable: equal products keep the order that they had.
  weighted.sort((a, b) => b.product - a.product);
  return weighted.map(({ each, product }) => ({ ...each, score: Math.min(1, Math.max(0, product)) }));
}
