/** A period in epoch milliseconds. `from` is inclusive, `to` exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
  /** Days after the period in which statements may still refer to it. Default 10. */
  readonly graceDays?: number;
}

/** A period in a text, with the words that name it and their position. */
export interface FoundPeriod {
  readonly period: Period;
  readonly words: string;
  readonly index: number;
  /** What names it, unless it is a day, month, season or year. */
  readonly kind?: 'relative' | 'holiday';
}

/** Where a day, month or season without a year lies: the latest that has begun, the next, or the nearer one of both. */
export type Tense = 'past' | 'future' | 'present';

export const DAY_MS = 86_400_000;

export function days(from: number, count: number): Period {
  return { from, to: from + count * DAY_MS };
}

/** @param month of the first month; 0 is January, and 12 is January of the next year */
export function months(year: number, month: number, count: number): Period {
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + count, 1) };
}

/** Returns the number of the pattern that matches a whole name, or -1. */
export function findPattern(patterns: readonly string[], name: string): number {
  return patterns.findIndex((pattern) => new RegExp(`^(?:${pattern})$`, 'iu').test(name));
}
