import { findPossibleLanguages } from '../words/function-words.js';
import { getWords } from '../words/stem.js';
import type { Period } from './period.js';
import {
  CJK_UNITS,
  DAY_WORDS,
  NUMBER_WORDS,
  SHIFT_WORDS,
  UNIT_WORDS,
  WEEKDAY_WORDS,
  type TimeUnit,
} from './relative-words.js';

export interface NamedPeriod {
  readonly period: Period;
  readonly words: string;
}

const DAY_MS = 86_400_000;
const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';
const units = Object.entries(UNIT_WORDS) as [TimeUnit, string][];
const anyUnit = units.map(([, words]) => words).join('|');
const anyShift = Object.values(SHIFT_WORDS).join('|');
/** Romance languages put some of these words after the unit. In English such a pair has another meaning. */
const SHIFT_AFTER =
  'derni[eè]re?s?|passée?s?|pasad[oa]s?|próxim[oa]s?|scors[oaie]|passad[oa]s?|prossim[oaie]|prochaine?s?';
const count = `(\\d{1,3}|${Object.keys(NUMBER_WORDS).join('|')})`;
const pattern = (source: string) => new RegExp(`${START}(?:${source})${END}`, 'iu');

const DAY = pattern(`(?:the )?day before yesterday|${Object.keys(DAY_WORDS).join('|')}`);
const CJK = new RegExp(
  Object.keys({ ...CJK_UNITS, ...DAY_WORDS })
    .filter((word) => /\p{Script=Han}/u.test(word))
    .join('|'),
  'u',
);
const STRETCH = pattern(
  `(?:the )?(?:${anyShift}) ${count} (${anyUnit})|les ${count} (?:derniers|dernières) (${anyUnit})`,
);
const SHIFTED = pattern(`(${anyShift}) (${anyUnit})|(${anyUnit}) (${SHIFT_AFTER})`);
const AGO = pattern(`${count} (${anyUnit}) (?:ago|fa|geleden)|(?:vor|il y a|hace|há) ${count} (${anyUnit})`);
const TO_THE_DAY = pattern(
  `${count} (${anyUnit}) (?:ago today|fa oggi|geleden vandaag)|(?:heute vor|il y a exactement|hoy hace) ${count} (${anyUnit})`,
);
const SAME_TIME = pattern(
  [
    '(?:(?:around|about|at) )?this time last (week|month|year)',
    'letztes jahr um diese zeit|um diese zeit (?:im )?letzte[ns] jahr',
    "(?:à cette époque|à la même époque|à cette période) l['’](?:an dernier|année dernière)|l['’](?:an dernier|année dernière) à (?:cette|la même) (?:époque|période)",
    'el año pasado por estas fechas|por estas fechas (?:d?el )?año pasado',
    "l['’]anno scorso in questo periodo|in questo periodo (?:del)?l['’]anno scorso",
    '(?:n?o )?ano passado por esta altura|por esta altura (?:d|n)?o ano passado',
    'vorig jaar rond deze tijd|rond deze tijd vorig jaar',
  ].join('|'),
);
/** Days on each side of the same day of another week, month or year. */
const SAME_TIME_REACH: Partial<Record<TimeUnit, number>> = { week: 1, month: 3 };
const SAME_TIME_OF_YEAR = 10;
const HALF_YEAR_AGO = pattern(
  'half a year ago|vor einem halben jahr|hace medio año|mezz[oa] anno fa|há meio ano|(?:een )?half jaar geleden',
);
const WEEKEND = pattern(
  `${count} weekends ago|(?:(${anyShift}) )?(?:weekend|week-end|wochenende|fin de semana|fim de semana|fine settimana)(?: (${SHIFT_AFTER}))?`,
);
const FORTNIGHT = pattern(`(?:a|one) fortnight ago|(?:the )?(${anyShift}) fortnight`);
const englishWeekday = WEEKDAY_WORDS.map((words) => words.split('|')[0]).join('|');
const WEEKDAY_AGO = pattern(`${count} (${englishWeekday})s ago`);
const BEFORE_LAST = pattern(`(?:the )?(?:(week|month|quarter|year)|(weekend|${englishWeekday})) before last`);
const PART_OF_UNIT = pattern(`(?:the )?(beginning|start|middle|end) of the (day|week|month|quarter|year)`);
const WEEKDAY = pattern(`(?:(${anyShift}) )?(${WEEKDAY_WORDS.join('|')})`);

/** Returns the relative time in a query, in UTC days, or null. `now` is in epoch milliseconds. */
export function findRelativePeriod(query: string, now: number): NamedPeriod | null {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return (
    stretch(query, today) ??
    sameTime(query, today) ??
    toTheDay(query, today) ??
    partOfUnit(query, today) ??
    beforeLast(query, today) ??
    weekend(query, today) ??
    fortnight(query, today) ??
    weekdayAgo(query, today) ??
    ago(query, today) ??
    shifted(query, today) ??
    weekday(query, today) ??
    dayWord(query, today)
  );
}

/** "Hier" is "yesterday" in French, and "here" in German and Dutch. */
const HERE = /(?<![\p{L}-])hier(?!\p{L})/giu;

function saysHere(query: string): boolean {
  return query.search(HERE) !== -1 && !findPossibleLanguages(getWords(query), 1).has('French');
}

function dayWord(query: string, today: number): NamedPeriod | null {
  const text = saysHere(query) ? query.replace(HERE, '') : query;
  const word = (DAY.exec(text) ?? CJK.exec(text))?.[0];
  if (word === undefined) return null;
  const lower = word.toLowerCase();
  const unit = CJK_UNITS[word];
  if (unit) return { words: word, period: calendarUnit(today, ...unit) };
  return { words: word, period: days(today + (DAY_WORDS[lower] ?? -2) * DAY_MS, 1) };
}

/** "Past three weeks" ends with today; "next three weeks" starts today. */
function stretch(query: string, today: number): NamedPeriod | null {
  const found = STRETCH.exec(query);
  if (!found) return null;
  const unit = toUnit(found[2] ?? found[4] ?? '');
  const amount = toNumber(found[1] ?? found[3] ?? '');
  if (new RegExp(`^(?:the )?(?:${SHIFT_WORDS.next})`, 'iu').test(found[0]))
    return { words: found[0], period: { from: today, to: addUnits(today, unit, amount) + DAY_MS } };
  return { words: found[0], period: { from: addUnits(today, unit, -amount), to: today + DAY_MS } };
}

/** "This time last year": some days around the same day. */
function sameTime(query: string, today: number): NamedPeriod | null {
  const found = SAME_TIME.exec(query);
  if (!found) return null;
  const unit = found[1] === undefined ? 'year' : toUnit(found[1]);
  const reach = SAME_TIME_REACH[unit] ?? SAME_TIME_OF_YEAR;
  return { words: found[0], period: days(addUnits(today, unit, -1) - reach * DAY_MS, 2 * reach + 1) };
}

/** "A year ago today" is one day. */
function toTheDay(query: string, today: number): NamedPeriod | null {
  const found = TO_THE_DAY.exec(query);
  if (!found) return null;
  const unit = toUnit(found[2] ?? found[4] ?? '');
  return { words: found[0], period: days(addUnits(today, unit, -toNumber(found[1] ?? found[3] ?? '')), 1) };
}

/** "Two weeks ago": the day, with as many days around it as the unit is imprecise. */
function ago(query: string, today: number): NamedPeriod | null {
  const half = HALF_YEAR_AGO.exec(query)?.[0];
  const found = AGO.exec(half === undefined ? query : 'six months ago');
  if (!found) return null;
  const unit = toUnit(found[2] ?? found[4] ?? '');
  const at = addUnits(today, unit, -toNumber(found[1] ?? found[3] ?? ''));
  const reach = { day: 0, week: 3, month: 15, quarter: 45, year: 183 }[unit];
  return { words: half ?? found[0], period: { from: at - reach * DAY_MS, to: at + (reach + 1) * DAY_MS } };
}

function shifted(query: string, today: number): NamedPeriod | null {
  const found = SHIFTED.exec(query);
  if (!found) return null;
  const by = toShift(found[1] ?? found[4] ?? '');
  return { words: found[0], period: calendarUnit(today, toUnit(found[2] ?? found[3] ?? ''), by) };
}

/** "The weekend" is the last one that has begun, "this weekend" that of this week. */
function weekend(query: string, today: number): NamedPeriod | null {
  const found = WEEKEND.exec(query);
  if (!found) return null;
  const saturday = calendarUnit(today, 'week', 0).from + 5 * DAY_MS;
  const given = found[2] ?? found[3];
  const weeks =
    found[1] !== undefined ? -toNumber(found[1]) : given !== undefined ? toShift(given) : today < saturday ? -1 : 0;
  return { words: found[0], period: days(saturday + weeks * 7 * DAY_MS, 2) };
}

/** "A fortnight ago" is as imprecise as two weeks. */
function fortnight(query: string, today: number): NamedPeriod | null {
  const found = FORTNIGHT.exec(query);
  if (!found) return null;
  if (found[1] === undefined) return { words: found[0], period: days(today - 17 * DAY_MS, 7) };
  return { words: found[0], period: days(toShift(found[1]) > 0 ? today : today - 14 * DAY_MS, 15) };
}

/** "Two Sundays ago" is the Sunday before the last one. */
function weekdayAgo(query: string, today: number): NamedPeriod | null {
  const found = WEEKDAY_AGO.exec(query);
  if (!found) return null;
  const last = weekday(found[2] ?? '', today);
  return last && { words: found[0], period: days(last.period.from - (toNumber(found[1] ?? '') - 1) * 7 * DAY_MS, 1) };
}

/** "The Sunday before last" is two Sundays ago. */
function beforeLast(query: string, today: number): NamedPeriod | null {
  const found = BEFORE_LAST.exec(query);
  if (!found) return null;
  if (found[1]) return { words: found[0], period: calendarUnit(today, toUnit(found[1]), -2) };
  const same = `two ${found[2] ?? ''}s ago`;
  const period = (weekend(same, today) ?? weekdayAgo(same, today))?.period;
  return period ? { words: found[0], period } : null;
}

/** "The end of the month" is in this month. */
function partOfUnit(query: string, today: number): NamedPeriod | null {
  const found = PART_OF_UNIT.exec(query);
  if (!found) return null;
  return { words: found[0], period: takePart(calendarUnit(today, toUnit(found[2] ?? ''), 0), found[1] ?? '') };
}

/** Returns the first, second or last third of a period, in whole days. */
export function takePart({ from, to }: Period, part: string): Period {
  const third = Math.max(1, Math.round((to - from) / DAY_MS / 3)) * DAY_MS;
  if (/^(?:beginning|start|early)/iu.test(part)) return { from, to: Math.min(to, from + third) };
  if (/^mid/iu.test(part))
    return { from: Math.min(from + third, to - DAY_MS), to: Math.max(to - third, from + DAY_MS) };
  return { from: Math.max(from, to - third), to };
}

/** "Last Tuesday" and "on Tuesday" are before today, "this Tuesday" is in this week, "next Tuesday" is after today. */
function weekday(query: string, today: number): NamedPeriod | null {
  const found = WEEKDAY.exec(query);
  if (!found) return null;
  const name = found[2] ?? '';
  const wanted = WEEKDAY_WORDS.findIndex((words) => new RegExp(`^(?:${words})$`, 'iu').test(name));
  const current = new Date(today).getUTCDay();
  const shift = found[1] === undefined ? -1 : toShift(found[1]);
  const back = (current - wanted + 7) % 7 || 7;
  if (shift < 0) return { words: found[0], period: days(today - back * DAY_MS, 1) };
  if (shift > 0) return { words: found[0], period: days(today + ((wanted - current + 7) % 7 || 7) * DAY_MS, 1) };
  return { words: found[0], period: days(calendarUnit(today, 'week', 0).from + ((wanted + 6) % 7) * DAY_MS, 1) };
}

export function isWeekday(word: string): boolean {
  return WEEKDAY_WORDS.some((words) => new RegExp(`^(?:${words})$`, 'iu').test(word));
}

/** Returns the calendar day, week (from Monday), month or year of today, shifted by a number of units. */
function calendarUnit(today: number, unit: TimeUnit, by: number): Period {
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'day') return days(today + by * DAY_MS, 1);
  if (unit === 'week') return days(today + (7 * by - ((date.getUTCDay() + 6) % 7)) * DAY_MS, 7);
  if (unit === 'month') return { from: Date.UTC(year, month + by, 1), to: Date.UTC(year, month + by + 1, 1) };
  if (unit === 'quarter') {
    const first = month - (month % 3) + 3 * by;
    return { from: Date.UTC(year, first, 1), to: Date.UTC(year, first + 3, 1) };
  }
  return { from: Date.UTC(year + by, 0, 1), to: Date.UTC(year + by + 1, 0, 1) };
}

function addUnits(from: number, unit: TimeUnit, amount: number): number {
  const date = new Date(from);
  if (unit === 'day' || unit === 'week') return from + amount * (unit === 'week' ? 7 : 1) * DAY_MS;
  if (unit === 'month' || unit === 'quarter')
    date.setUTCMonth(date.getUTCMonth() + amount * (unit === 'month' ? 1 : 3));
  else date.setUTCFullYear(date.getUTCFullYear() + amount);
  return date.getTime();
}

function days(from: number, amount: number): Period {
  return { from, to: from + amount * DAY_MS };
}

function toUnit(word: string): TimeUnit {
  return units.find(([, words]) => new RegExp(`^(?:${words})$`, 'iu').test(word))?.[0] ?? 'day';
}

/** Returns -1 for a word such as "last", 1 for "next", 0 for "this". */
export function toShift(word: string): number {
  if (new RegExp(`^(?:${SHIFT_WORDS.last})$`, 'iu').test(word)) return -1;
  return new RegExp(`^(?:${SHIFT_WORDS.next})$`, 'iu').test(word) ? 1 : 0;
}

function toNumber(word: string): number {
  return /^\d/.test(word) ? Number(word) : (NUMBER_WORDS[word.toLowerCase()] ?? 1);
}
