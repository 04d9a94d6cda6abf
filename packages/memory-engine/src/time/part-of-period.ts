import type { FindPeriod } from './date-range.js';
import { ANY_MONTH } from './month-words.js';
import { DAY_MS, findPattern, months, nearest, toFound, type FoundPeriod, type Period, type Tense } from './period.js';
import { WEEKDAY_WORDS } from './relative-words.js';

/** English, German, French, Spanish, Italian, Portuguese and Dutch, first to fourth. */
const ORDINALS: readonly string[] = [
  'first|1st|erste[nrsm]?|premi(?:er|ère)|primer[oa]?|prim[oa]|primeir[oa]|eerste',
  'second|2nd|zweite[nrsm]?|deuxième|second[eoa]|segund[oa]|tweede',
  'third|3rd|dritte[nrsm]?|troisième|tercer[oa]?|terz[oa]|terceir[oa]|derde',
  'fourth|4th|vierte[nrsm]?|quatrième|cuart[oa]|quart[oa]|vierde',
];
const LAST = 'last|letzte[nrsm]?|derni(?:er|ère)|últim[oa]|ultim[oa]|laatste';
const DAY = 'day|tag|jour|día|giorno|dia|dag';
const WEEK = 'week|woche|semaine|semana|settimana';
const WEEKEND = 'weekend|week-end|wochenende|fin de semana|fine settimana|fim de semana';
const QUARTER = 'quarter|quartal|trimestre|kwartaal';
/** Longest first: "del" is not "de". */
const OF = "(?:du mois de|de la|of|in|im|des|der|vom|von|della|del|du|de|di|do|da|van)\\s+|(?:dell|de l|d)['’]";
const PART = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(${ORDINALS.join('|')})|(?:${LAST})) (?:(${WEEKEND})|(${WEEK})|(${DAY})|(${QUARTER})|(${WEEKDAY_WORDS.join('|')})) (?:${OF})(?:the |der |dem |le |la |el |il |o |de |l['’])?`,
  'iu',
);
/** "Q1 2024", "2024 Q1", "first quarter 2024", "1. Quartal 2024", and "in Q1" without its year. */
const NUMBERED_QUARTER = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:[QT](?<letter>[1-4])|(?<ordinal>${ORDINALS.join('|')}|[1-4](?:\\.|st|nd|rd|th|er|e|º|°|ª)?) (?:${QUARTER}))[ ,'’/-]{0,2}(?:${OF})?(?<year>(?:19|20)\\d{2})|(?<first>(?:19|20)\\d{2})[ /-]?Q(?<last>[1-4])|(?<=(?:in|im|en|for|during|since|until|au|del?|no|nel) )Q(?<bare>[1-4]))(?![\\p{L}\\p{N}])(?! of the)`,
  'iu',
);
/** "Des Aprils". */
const GENITIVE_MONTH = new RegExp(`^(${ANY_MONTH})s(?!\\p{L})`, 'iu');

const LEAD = 'in ';
/** The name of a period is at most this long. */
const MAX_NAME = 60;

/** Finds a numbered quarter of a year. */
export function findQuarter(text: string, at: { now: number; tense: Tense }): FoundPeriod | null {
  const found = NUMBERED_QUARTER.exec(text);
  if (!found) return null;
  const { letter, ordinal = '', year, first, last, bare } = found.groups ?? {};
  const digit = letter ?? last ?? bare ?? /^\d/u.exec(ordinal)?.[0];
  const index = digit === undefined ? findPattern(ORDINALS, ordinal) : Number(digit) - 1;
  return toFound(
    found,
    nearest(year ?? first, at, (inYear) => months(inYear, 3 * index, 3)),
  );
}

/**
 * Finds a numbered part of a period: "the first weekend of May", "the last day of April", "the second Tuesday of last month".
 * @param find finds a period that is no such part
 */
export function findPartOfPeriod(text: string, now: number, find: FindPeriod): FoundPeriod | null {
  const part = PART.exec(text);
  if (!part) return null;
  const start = part.index + part[0].length;
  const name = text.slice(start, start + MAX_NAME);
  const plain = name.replace(GENITIVE_MONTH, '$1');
  // "May" at the beginning of a text is a verb. Here, a month needs no capital letter.
  const whole = find(`${LEAD}${plain.charAt(0).toUpperCase()}${plain.slice(1)}`, now);
  if (whole?.index !== LEAD.length) return null;
  const number = findPattern(ORDINALS, part[1] ?? '');
  const period = cutPart(whole.period, part, number);
  const end = start + whole.words.length + name.length - plain.length;
  if (!period) return null;
  // "The last day of April" is counted with care: the day after it is another one.
  const graceDays = period.to - period.from <= 2 * DAY_MS ? { graceDays: 1 } : {};
  return { ...whole, period: { ...period, ...graceDays }, words: text.slice(part.index, end), index: part.index };
}

/** @param number 0 for the first one, -1 for the last one */
function cutPart(whole: Period, part: RegExpExecArray, number: number): Period | null {
  const [, , weekend, week, day, quarter, weekday = ''] = part;
  if (quarter !== undefined) return cutQuarter(whole, number === -1 ? 3 : number);
  if (day !== undefined || week !== undefined) {
    const length = (week === undefined ? 1 : 7) * DAY_MS;
    const from = number === -1 ? whole.to - length : whole.from + number * length;
    return isWithin(whole, from) ? { from, to: Math.min(whole.to, from + length) } : null;
  }
  const wanted = weekend === undefined ? findPattern(WEEKDAY_WORDS, weekday) : SATURDAY;
  const from = number === -1 ? findLast(whole, wanted) : findFirst(whole, wanted) + number * 7 * DAY_MS;
  return isWithin(whole, from) ? { from, to: from + (weekend === undefined ? 1 : 2) * DAY_MS } : null;
}

/** Only years have quarters. */
function cutQuarter({ from, to }: Period, number: number): Period | null {
  if (to - from < 365 * DAY_MS) return null;
  return months(new Date(from).getUTCFullYear(), number * 3, 3);
}

const SATURDAY = 6;

function isWithin({ from, to }: Period, at: number): boolean {
  return at >= from && at < to;
}

function findFirst({ from }: Period, weekday: number): number {
  return from + ((weekday - new Date(from).getUTCDay() + 7) % 7) * DAY_MS;
}

function findLast({ to }: Period, weekday: number): number {
  const last = to - DAY_MS;
  return last - ((new Date(last).getUTCDay() - weekday + 7) % 7) * DAY_MS;
}
