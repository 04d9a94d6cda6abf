/** A stretch of time that a query names: `from` inclusive, `to` exclusive, in epoch milliseconds. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;
/** People tell of an event some days after it, so what was said shortly after a period still belongs to it. */
const GRACE_DAYS = 10;
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH = `(${MONTHS.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`;
const DAY_MONTH = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b,?(?: (\\d{4}))?`, 'iu');
const MONTH_DAY = new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,? (\\d{4}))?`, 'iu');
const MONTH_YEAR = new RegExp(`\\b${MONTH}\\b(?:,? (?:of )?(\\d{4})\\b)?`, 'iu');

/**
 * The time that a query names, or null: an ISO date, a day or month with or without its year, a year, `today`, `yesterday`,
 * `last week|month|year`, `this week|month|year`, `N days|weeks|months ago`. UTC. Without a year the latest such day or month that has
 * begun at `now` is meant.
 *
 * @param now epoch milliseconds that relative times refer to.
 */
export function queryPeriod(query: string, now: number): Period | null {
  return relativePeriod(query.toLowerCase(), now) ?? namedDay(query, now) ?? namedMonth(query, now) ?? namedYear(query);
}

/** 1 for a memory dated `at` (epoch milliseconds) inside the period; falls to 0 within ten days after it. */
export function dateMatch(period: Period, at: number): number {
  if (at < period.from) return 0;
  return at < period.to ? 1 : Math.max(0, 1 - (at - period.to) / (GRACE_DAYS * DAY_MS));
}

function relativePeriod(query: string, now: number): Period | null {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  if (/\btoday\b/.test(query)) return days(today, 1);
  if (/\byesterday\b/.test(query)) return days(today - DAY_MS, 1);
  const ago = /\b(\d{1,3}|an?|two|three|four|five|six) (day|week|month)s? ago\b/.exec(query);
  if (ago) return stretchAgo(today, ago[1] ?? '', ago[2] ?? '');
  const [, which, unit] = /\b(last|past|this) (week|month|year)\b/.exec(query) ?? [];
  if (unit === undefined) return null;
  const back = which === 'this' ? 0 : 1;
  const date = new Date(now);
  // A week starts on Monday; 1970-01-01 was a Thursday.
  if (unit === 'week') return days(today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS - back * 7 * DAY_MS, 7);
  return unit === 'month'
    ? month(date.getUTCFullYear(), date.getUTCMonth() - back)
    : year(date.getUTCFullYear() - back);
}

function stretchAgo(today: number, amount: string, unit: string): Period {
  const words = ['a', 'two', 'three', 'four', 'five', 'six'];
  const count = /^\d/.test(amount) ? Number(amount) : Math.max(0, words.indexOf(amount)) + 1;
  if (unit === 'day') return days(today - count * DAY_MS, 1);
  const length = unit === 'week' ? 7 : 30;
  return days(today - (count * length + Math.floor(length / 2)) * DAY_MS, length);
}

function namedDay(query: string, now: number): Period | null {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(query);
  if (iso) return day(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const dayFirst = DAY_MONTH.exec(query);
  const found = dayFirst ? [dayFirst[2], dayFirst[1], dayFirst[3]] : MONTH_DAY.exec(query)?.slice(1, 4);
  if (!found) return null;
  const index = monthIndex(found[0] ?? '');
  const date = Number(found[1]);
  return latest(found[2], now, (inYear) => day(inYear, index, date));
}

function namedMonth(query: string, now: number): Period | null {
  const found = MONTH_YEAR.exec(query);
  // Short forms and "may", "march" are words as well; only a capital or a year beside them makes them months.
  if (!found || (!/^\p{Lu}/u.test(found[1] ?? '') && found[2] === undefined)) return null;
  const index = monthIndex(found[1] ?? '');
  // "May I ..." opens a question.
  if (index === 4 && found.index === 0 && found[2] === undefined) return null;
  return latest(found[2], now, (inYear) => month(inYear, index));
}

function namedYear(query: string): Period | null {
  const found = /\b(?:in|during|of|since|until|by|before|after|year) ((?:19|20)\d{2})\b/i.exec(query);
  return found ? year(Number(found[1])) : null;
}

function monthIndex(name: string): number {
  return MONTHS.findIndex((candidate) => candidate.startsWith(name.toLowerCase().slice(0, 3)));
}

function latest(givenYear: string | undefined, now: number, build: (inYear: number) => Period | null): Period | null {
  if (givenYear !== undefined) return build(Number(givenYear));
  const thisYear = new Date(now).getUTCFullYear();
  const current = build(thisYear);
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
