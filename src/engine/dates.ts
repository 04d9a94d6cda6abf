import type { Period } from './period.js';
import { isWeekday, findRelativePeriod } from './relative-period.js';
import { getTimeZoneOffset } from './time-zone.js';

const DAY_MS = 86_400_000;
/** Events are often mentioned some days later, so statements shortly after a period still belong to it. */
const GRACE_DAYS = 10;
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH = `(${MONTHS.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`;
const DAY_MONTH = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b,?(?: (\\d{4}))?`, 'iu');
const MONTH_DAY = new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,? (\\d{4}))?`, 'iu');
const MONTH_YEAR = new RegExp(`\\b${MONTH}\\b(?:,? (?:of )?(\\d{4})\\b)?`, 'iu');

const YEAR = /\b(?:in|during|of|since|until|by|before|after|year) ((?:19|20)\d{2})\b/i;
const anyDay = new RegExp(`${DAY_MONTH.source}|${MONTH_DAY.source}`, 'iu');

export interface QueryTime {
  readonly period: Period | null;
  /** The query without the words of a relative time: "last week" must not match "three times a week". */
  readonly text: string;
}

/**
 * Parses the time in a query: an ISO date, a day or month with or without its year, a year, or a relative time in nine
 * languages, such as "last Friday", "past three weeks" or "2 months ago". Without a year, the latest such day or month
 * that has begun at `now`.
 * @param now epoch milliseconds that relative times refer to
 * @param timeZone time zone of the days, default UTC
 */
export function readQueryTime(query: string, now: number, timeZone = 'UTC'): QueryTime {
  const offset = getTimeZoneOffset(timeZone, now);
  const day = namedDay(query, now + offset);
  const relative = day ? null : findRelativePeriod(query, now + offset);
  const period = day ?? relative?.period ?? namedMonth(query, now + offset) ?? namedYear(query);
  const rest = relative ? query.replace(relative.words, ' ').replace(/\s+/gu, ' ').trim() : query;
  return {
    period: period && {
      ...period,
      from: period.from - offset,
      to: period.to - offset,
      graceDays: relative ? 1 : GRACE_DAYS,
    },
    text: /[\p{L}\p{N}]/u.test(rest) ? rest : query,
  };
}

/** Returns the time in a query, or null. See {@link readQueryTime}. */
export function queryPeriod(query: string, now: number): Period | null {
  return readQueryTime(query, now).period;
}

export interface StatementTime {
  readonly period: Period;
  readonly words: string;
  /** Whether the time is only a weekday, such as "on Monday". */
  readonly isBareWeekday: boolean;
}

/** Parses the time in a statement, in UTC days. Without a year: the latest that has begun, or next if `isUpcoming`. */
export function readStatementTime(text: string, now: number, isUpcoming: boolean): StatementTime | null {
  const absolute = (period: Period | null, pattern: RegExp) =>
    period && { period, words: pattern.exec(text)?.[0] ?? '', isBareWeekday: false };
  const relative = findRelativePeriod(text, now);
  return (
    absolute(namedDay(text, now, isUpcoming), /\d{4}-\d{2}-\d{2}/u.test(text) ? /\d{4}-\d{2}-\d{2}/u : anyDay) ??
    (relative && { ...relative, isBareWeekday: /^\p{L}+$/u.test(relative.words) && isWeekday(relative.words) }) ??
    absolute(namedMonth(text, now, isUpcoming), MONTH_YEAR) ??
    absolute(namedYear(text), YEAR)
  );
}

/** Returns 1 for a memory dated `at` (epoch milliseconds) in the period, falling to 0 in the grace days after it. */
export function scoreDateMatch(period: Period, at: number): number {
  if (at < period.from) return 0;
  return at < period.to ? 1 : Math.max(0, 1 - (at - period.to) / ((period.graceDays ?? GRACE_DAYS) * DAY_MS));
}

function namedDay(query: string, now: number, isUpcoming = false): Period | null {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(query);
  if (iso) return day(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const dayFirst = DAY_MONTH.exec(query);
  const found = dayFirst ? [dayFirst[2], dayFirst[1], dayFirst[3]] : MONTH_DAY.exec(query)?.slice(1, 4);
  if (!found) return null;
  const index = monthIndex(found[0] ?? '');
  const date = Number(found[1]);
  return nearest(found[2], { now, isUpcoming }, (inYear) => day(inYear, index, date));
}

function namedMonth(query: string, now: number, isUpcoming = false): Period | null {
  const found = MONTH_YEAR.exec(query);
  // Short forms, "may" and "march" are also words. Only a capital letter or a year makes them months.
  if (!found || (!/^\p{Lu}/u.test(found[1] ?? '') && found[2] === undefined)) return null;
  const index = monthIndex(found[1] ?? '');
  // "May I ..." starts a question.
  if (index === 4 && found.index === 0 && found[2] === undefined) return null;
  return nearest(found[2], { now, isUpcoming }, (inYear) => month(inYear, index));
}

function namedYear(query: string): Period | null {
  const found = YEAR.exec(query);
  return found ? year(Number(found[1])) : null;
}

function monthIndex(name: string): number {
  return MONTHS.findIndex((candidate) => candidate.startsWith(name.toLowerCase().slice(0, 3)));
}

/** Builds a period in the given year, else in the latest year where it has begun or the next where it has not ended. */
function nearest(
  givenYear: string | undefined,
  { now, isUpcoming }: { now: number; isUpcoming: boolean },
  build: (inYear: number) => Period | null,
): Period | null {
  if (givenYear !== undefined) return build(Number(givenYear));
  const thisYear = new Date(now).getUTCFullYear();
  const current = build(thisYear);
  if (isUpcoming) return current !== null && current.to > now ? current : build(thisYear + 1);
  return current !== null && current.from <= now ? current : build(thisYear - 1);
}

function day(inYear: number, index: number, date: number): Period | null {
  const from = Date.UTC(inYear, index, date);
  return date >= 1 && new Date(from).getUTCMonth() === index ? days(from, 1) : null;
}

function days(from: number, count: number): Period {
  return { from, to: from + count * DAY_MS };
}

function month(inYear: number, index: number): Period {
  return { from: Date.UTC(inYear, index, 1), to: Date.UTC(inYear, index + 1, 1) };
}

function year(inYear: number): Period {
  return { from: Date.UTC(inYear, 0, 1), to: Date.UTC(inYear + 1, 0, 1) };
}
