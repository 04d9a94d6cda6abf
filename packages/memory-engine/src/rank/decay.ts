export interface Accesses {
  /** Time of the last add or find. Null: none since decay was enabled. */
  readonly lastAt: Date | null;
  /** Number of recorded accesses, 0 to 20. */
  readonly touches: number;
  /** Used if there is no access: the event date, or else the last update. */
  readonly legacyAt: Date;
}

export const touchesMax = 20;

const dayMs = 86_400_000;

/**
 * Returns the factor that decay applies to a score: 1.5 just after an access, 0.9 after three days, 0.42 after four
 * weeks, at least 0.3; at most 1 without accesses. Rounded, so that memories accessed together keep equal scores.
 */
export function getDecayFactor({ lastAt, touches, legacyAt }: Accesses, now: Date): number {
  const days = Math.max(0, now.getTime() - (lastAt ?? legacyAt).getTime()) / dayMs;
  const count = Math.min(touchesMax, Math.max(1, touches));
  const factor = 0.3 + 1.2 / (1 + days / (1 + 0.25 * Math.log(count)) / 3);
  return Math.round(Math.min(lastAt ? 1.5 : 1, factor) * 1_000) / 1_000;
}
