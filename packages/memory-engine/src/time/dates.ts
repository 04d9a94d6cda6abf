import { findTimeAsked, findTimeStated } from './ahead.js';
import { writeClockTimes } from './clock-words.js';
import { asksAboutPast } from '../correction/question-tense.js';
import { findForeignLanguage } from '../words/function-words.js';
import { getWords } from '../words/stem.js';
import { wholeWords } from '../words/whole-words.js';
import { findRange, type FindPeriod } from './date-range.js';
import { findHoliday, HOLIDAY_NAMES } from './holidays.js';
import { ANY_MONTH, isPlainMonth, toMonthIndex } from './month-words.js';
import { findPartOfPeriod, findQuarter } from './part-of-period.js';
import { namedYear, NUMERIC, readNumeric } from './digit-dates.js';
import { day, DAY_MS, months, nearest, toFound, type FoundPeriod, type Period, type Tense } from './period.js';
import { isWeekday, findRelativePeriod, SHIFT_AFTER, takePart, toShift } from './relative-period.js';
import { ANY_SHIFT } from './relative-words.js';
import { findSeason, SEASON_WORDS } from './seasons.js';
import { TENSE_WORDS } from './tenses.js';
import { getTimeZoneOffset } from './time-zone.js';

/** Events are often mentioned some days later, so statements shortly after a period still belong to it. */
const GRACE_DAYS = 10;
const MONTH = `(${ANY_MONTH})`;
const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b|(\d{4})年(\d{1,2})月(\d{1,2})日/u;
const DAY_MONTH = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?(?: of| de| d['’])? ?${MONTH}${END},?(?:(?: de| del)? (\\d{4}))?`,
  'iu',
);
/** "10 to " before "17 May". */
const FIRST_DAY =
  /(?<![\d.,:/-])(\d{1,2})(?:st|nd|rd|th|er|º|\.)? ?(?:to|till|until|through|bis|au|al|a|até|tot|[-–—]) ?(?:the |zum |den |het )?$/iu;
const FIRST_DAY_MAX = 20;
const MONTH_DAY = new RegExp(
  `${START}${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?: ?[-–—] ?(\\d{1,2})(?![\\d:.]))?(?:,? (\\d{4}))?`,
  'iu',
);
const MONTH_YEAR = new RegExp(`${START}${MONTH}${END}(?:,? (?:(?:of|de|del) )?(\\d{4})\\b)?`, 'giu');
const DIGITS_MONTH = /(\d{4})年(\d{1,2})月|(?<![\p{L}\p{N}.,/-])((?:19|20)\d{2})-(0[1-9]|1[0-2])(?![\p{L}\p{N}/-])/u;

export interface QueryTime {
  readonly period: Period | null;
  /** The query without the words of a relative time ("last week" must not match "three times a week"), and with clock times in digits. */
  readonly text: string;
  /** The query without the words of its time: "the last day of April" asks for no last memory. */
  readonly rest: string;
}

/**
 * Parses the time in a query: an ISO date, a day, month or season with or without its year, a year, or a relative time,
 * such as "last Friday", "past three weeks" or "2 months ago", in nine languages; and its limits, see {@link findRange}.
 * Without a year, the latest such day, month or season that has begun at `now`, or the next one if the query asks for what comes. Clock
 * times stay in the text.
 * @param now epoch milliseconds that relative times refer to
 * @param timeZone time zone of the days, default UTC
 */
export function readQueryTime(query: string, now: number, timeZone = 'UTC'): QueryTime {
  const offset = getTimeZoneOffset(timeZone, now);
  const asked = asksForFuture(query) ? 'future' : 'past';
  const find: FindPeriod = (text, at, tense = asked) => findPeriod(text, at, tense);
  const local = now + offset;
  const ahead = findTimeAsked(query, local);
  const found = ahead ? { ...ahead, isRange: false } : findRange(writeLastYear(query, local), local, find);
  if (!found) return { period: null, text: writeClockTimes(query), rest: query };
  const { period, words, isRange } = found;
  // In summer, "in January" has the offset of winter. The open start of "before 2020" is no day that has one.
  const toUtc = (at: number) => at - (at < 0 ? offset : getTimeZoneOffset(timeZone, at - offset));
  const isRelative = found.kind === 'relative';
  const rest = query.replace(words, ' ').replace(/\s+/gu, ' ').trim();
  return {
    period: {
      from: toUtc(period.from),
      to: toUtc(period.to),
      graceDays: isRange ? 0 : isRelative ? 1 : (period.graceDays ?? GRACE_DAYS),
    },
    text: writeClockTimes(isRelative && /[\p{L}\p{N}]/u.test(rest) ? rest : query),
    rest,
  };
}

const ENGLISH_FUTURE = wholeWords([
  "will|['’]ll|shall|(?:am|are|is) (?:i|we|\\p{L}+) going|upcoming|plan(?:s|ned|ning)?",
]);

function asksForFuture(query: string): boolean {
  if (asksAboutPast(query)) return false;
  const language = findForeignLanguage(getWords(query));
  return (language === null ? ENGLISH_FUTURE : TENSE_WORDS[language]?.future)?.test(query) === true;
}

const WEEKEND = /^(?:weekend|week-end|wochenende|fin de semana|fine settimana|fim de semana)$/iu;

export interface StatementTime {
  readonly period: Period;
  readonly words: string;
  /** The text before these words. */
  readonly before: string;
  /** Whether the time is only a weekday or the weekend, such as "on Monday". */
  readonly isBareWeekday: boolean;
  /** Whether the time is a holiday without a year, such as "at Easter". */
  readonly isBareHoliday: boolean;
}

/** Parses the time in a statement, in UTC days. */
export function readStatementTime(statement: string, now: number, tense: Tense): StatementTime | null {
  const text = writeLastYear(statement, now);
  const found = findTimeStated(text, now, tense) ?? findPeriod(text, now, tense);
  return (
    found && {
      ...found,
      before: text.slice(0, found.index),
      isBareWeekday: (/^[\p{L}-]+$/u.test(found.words) && isWeekday(found.words)) || WEEKEND.test(found.words),
      isBareHoliday: found.kind === 'holiday' && !/\d/u.test(found.words),
    }
  );
}

/** "The spring of last year", "Easter last year", "im Mai letzten Jahres". */
const LAST_YEAR_OF = new RegExp(
  `(?<=(?<![\\p{L}\\p{N}])(?:${[ANY_MONTH, ...SEASON_WORDS, ...HOLIDAY_NAMES].join('|')}),? (?:of |de )?)(?:last year|(?:letzten|vorigen|vergangenen) jahres|l['’]année dernière|del año pasado|dell['’]anno scorso|do ano passado|(?:van )?vorig jaar)${END}`,
  'giu',
);

function writeLastYear(text: string, now: number): string {
  return text.replace(LAST_YEAR_OF, String(new Date(now).getUTCFullYear() - 1));
}

function findPeriod(text: string, now: number, tense: Tense = 'past'): FoundPeriod | null {
  const find = (name: string, at: number) => findWhole(name, at, tense);
  return findQuarter(text, { now, tense }) ?? findPartOfPeriod(text, now, find) ?? findWhole(text, now, tense);
}

function findWhole(text: string, now: number, tense: Tense = 'past'): FoundPeriod | null {
  const relative = () => {
    const found = findRelativePeriod(text, now);
    return found && { ...found, index: text.indexOf(found.words), kind: 'relative' as const };
  };
  const found =
    namedDay(text, now, tense) ??
    namedHoliday(text, now, tense) ??
    findSeason(text, now, tense) ??
    relative() ??
    namedMonth(text, now, tense) ??
    namedYear(text);
  return found && findPart(text, found);
}

/** Beginning, middle and end of a period in seven languages. */
const PART = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:the|au|am|a|alla|no|aan het|het) |à la |all['’])?(?:${[
    '(beginning of|start of|early(?: in)?|anfang|début|principios|comienzos|inicios|inizio|início|começo|(?<!(?<!\\p{L})(?:did|do|does|to|will|i|we|you|they|he|she|it)(?: \\p{L}+){0,2} )begin)',
    '(middle of|mid|mitte|mi|mediados|metà|meados|half|midden)',
    '(end of|late(?: in)?|ende|fin|finales|fines|fine|fim|finais|final|eind|einde)',
  ].join(
    '|',
  )})[ -](?:(?:de la|del|des|der|de|du|di|do|da|van|von) |d[’'])?(?:(?:the|de|des|der|la|le|het|el) |l['’])?$`,
  'iu',
);
const PART_NAMES = ['beginning', 'mid', 'end'] as const;
const PART_BEFORE_MAX = 40;
/** "Last year in October": what follows a year. */
const IN_MONTH = new RegExp(`^,? (?:(?:in|im|en|em|a|ad) |au mois d(?:e |[’']))${MONTH}${END}`, 'iu');
/** "October of last year": what precedes it. */
const MONTH_OF = new RegExp(
  `${START}${MONTH},?(?: (?:of|de|del|dello|do|van|des|dell['’]|de l['’]))? ?(?:l['’]|dell['’])?$`,
  'iu',
);

/** Narrows a year to the month that is named beside it, and a week, month, season or year to the part of it that stands before its name: "the end of last month". */
function findPart(text: string, found: FoundPeriod): FoundPeriod {
  const before = text.slice(Math.max(0, found.index - PART_BEFORE_MAX), found.index);
  const length = (found.period.to - found.period.from) / DAY_MS;
  const name = found.kind === 'relative' && isYear(length) ? findMonthBeside(text, found) : undefined;
  if (name !== undefined)
    return { ...found, period: months(new Date(found.period.from).getUTCFullYear(), toMonthIndex(name), 1) };
  const part = PART.exec(before);
  if (!part || length < 3) return found;
  const words = `${part[0]}${found.words}`;
  const at = part.slice(1).findIndex((group) => group !== undefined);
  return {
    ...found,
    period: takePart(found.period, PART_NAMES[at] ?? 'end'),
    words,
    index: found.index - part[0].length,
  };
}

const isYear = (length: number) => length === 365 || length === 366;

function findMonthBeside(text: string, { index, words }: FoundPeriod): string | undefined {
  const after = IN_MONTH.exec(text.slice(index + words.length));
  return (after ?? MONTH_OF.exec(text.slice(Math.max(0, index - PART_BEFORE_MAX), index)))?.[1];
}

/** Returns 1 for a memory dated `at` (epoch milliseconds) in the period, falling to 0 in the grace days after it. */
export function scoreDateMatch(period: Period, at: number): number {
  if (at < period.from) return 0;
  if (at < period.to) return 1;
  const graceMs = (period.graceDays ?? GRACE_DAYS) * DAY_MS;
  return graceMs > 0 ? Math.max(0, 1 - (at - period.to) / graceMs) : 0;
}

function namedDay(text: string, now: number, tense: Tense): FoundPeriod | null {
  const iso = ISO.exec(text);
  if (iso) {
    const [inYear, inMonth, date] = iso.slice(1).filter((part) => part !== undefined);
    return toFound(iso, day(Number(inYear), Number(inMonth) - 1, Number(date)));
  }
  const numeric = NUMERIC.exec(text);
  if (numeric) return toFound(numeric, readNumeric(numeric, { now, tense }));
  const dayFirst = DAY_MONTH.exec(text);
  const found = dayFirst ?? MONTH_DAY.exec(text);
  if (!found) return null;
  const start = dayFirst && FIRST_DAY.exec(text.slice(Math.max(0, found.index - FIRST_DAY_MAX), found.index));
  const [name, one, other, year] = dayFirst
    ? [found[2], start?.[1] ?? found[1], found[1], found[3]]
    : [found[1], found[2], found[3] ?? found[2], found[4]];
  const index = toMonthIndex(name ?? '');
  const period = nearest(year, { now, tense }, (inYear) => {
    const [first, last] = [day(inYear, index, Number(one)), day(inYear, index, Number(other))];
    return first && last && first.from < last.from ? { from: first.from, to: last.to } : dayFirst ? last : first;
  });
  const isRange = start && period && period.to - period.from > DAY_MS;
  return period && { period, words: found[0], index: found.index - (isRange ? start[0].length : 0) };
}

function namedHoliday(text: string, now: number, tense: Tense): FoundPeriod | null {
  const found = findHoliday(text, now);
  const period = found && nearest(found.year?.toString(), { now, tense }, found.build);
  return period && { period, words: found.words, index: found.index, kind: 'holiday' };
}

function namedMonth(text: string, now: number, tense: Tense): FoundPeriod | null {
  const digits = DIGITS_MONTH.exec(text);
  if (digits) return toFound(digits, months(Number(digits[1] ?? digits[3]), Number(digits[2] ?? digits[4]) - 1, 1));
  // Short forms, "may" and "march" are also words. Only a capital letter, a year or "in" makes them months.
  const found = [...text.matchAll(MONTH_YEAR)].find(
    ({ 0: words, 1: name = '', 2: year, index }) =>
      year !== undefined ||
      isPlainMonth(name, {
        before: text.slice(Math.max(0, index - 20), index),
        after: text.slice(index + words.length, index + words.length + 20),
      }),
  );
  if (!found) return null;
  const index = toMonthIndex(found[1] ?? '');
  // "May I ..." starts a question.
  if (/^may$/iu.test(found[1] ?? '') && found.index === 0 && found[2] === undefined) return null;
  const build = (inYear: number) => months(inYear, index, 1);
  const year = found[2] ?? shiftedYear(text, { found, build, now });
  return toFound(found, nearest(year, { now, tense }, build));
}

const SHIFT_BEFORE = new RegExp(`${START}(${ANY_SHIFT}) $`, 'iu');
const SHIFT_BEHIND = new RegExp(`^ (${SHIFT_AFTER})${END}`, 'iu');
const SHIFT_MAX = 20;

/** Returns the year of "last May", "next May" and "mai dernier". */
function shiftedYear(
  text: string,
  { found, build, now }: { found: RegExpExecArray; build: (year: number) => Period; now: number },
): string | undefined {
  const end = found.index + found[0].length;
  const before = SHIFT_BEFORE.exec(text.slice(Math.max(0, found.index - SHIFT_MAX), found.index))?.[1];
  const shift = before ?? SHIFT_BEHIND.exec(text.slice(end, end + SHIFT_MAX))?.[1];
  if (shift === undefined) return undefined;
  const by = toShift(shift);
  const thisYear = new Date(now).getUTCFullYear();
  const { from, to } = build(thisYear);
  if (by < 0) return String(to <= now ? thisYear : thisYear - 1);
  return String(by > 0 && from <= now ? thisYear + 1 : thisYear);
}
