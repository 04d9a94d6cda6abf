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

/** Where a day, month or season without a year lies: the latest that has begun, the next, or the latest if it is nearer and recent, else the next. */
export type Tense = 'past' | 'future' | 'present';

export const DAY_MS = 86_400_000;
/** What is told in the present tense has begun within these days, or comes: in October, "We fly on 14 May" is a plan. */
const RECENT_MS = 90 * DAY_MS;

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

/** Returns a period with the words that a pattern found. */
export function toFound(match: RegExpExecArray, period: Period | null): FoundPeriod | null {
  return period && { period, words: match[0], index: match.index };
}

/** Builds a period in the given year, else in the year that the tense says. */
export function nearest(
  givenYear: string | undefined,
  { now, tense }: { now: number; tense: Tense },
  build: (inYear: number) => Period | null,
): Period | null {
  if (givenYear !== undefined) return build(Number(givenYear));
  const thisYear = new Date(now).getUTCFullYear();
  // There may be eight years without a 29 February.
  const find = (step: 1 | -1, isWanted: (period: Period) => boolean) =>
    Array.from({ length: 9 }, (_, years) => build(thisYear + step * years)).find((each) => each && isWanted(each)) ??
    null;
  const next = find(1, ({ to }) => to > now);
  if (tense === 'future') return next;
  const latest = find(-1, ({ from }) => from <= now);
  if (tense === 'past' || !latest || !next) return latest;
  return now - latest.to > Math.min(RECENT_MS, next.from - now) ? next : latest;
}

/** Returns a day of the calendar, or null if the month has no such day. */
export function day(inYear: number, index: number, date: number): Period | null {
  const from = Date.UTC(inYear, index, date);
  return date >= 1 && new Date(from).getUTCMonth() === index ? days(from, 1) : null;
}
