import type { FindPeriod, FoundPeriod } from './date-range.js';
import type { Period } from './period.js';
import { WEEKDAY_WORDS } from './relative-words.js';

const DAY_MS = 86_400_000;
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
const OF = "of|in|im|des|vom|von|du mois de|de|del|d['’]|di|do|van";
const PART = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(${ORDINALS.join('|')})|(?:${LAST})) (?:(${WEEKEND})|(${WEEK})|(${DAY})|(${WEEKDAY_WORDS.join('|')})) (?:${OF})\\s?(?:the |der |dem |le |el |il |o |de )?`,
  'iu',
);

const LEAD = 'in ';

/** Finds a numbered part of a period: "the first weekend of May", "the last day of April", "the second Tuesday of last month". */
export function findPartOfPeriod(text: string, now: number, find: FindPeriod): FoundPeriod | null {
  const part = PART.exec(text);
  if (!part) return null;
  // "May" at the beginning of a text is a verb.
  const whole = find(`${LEAD}${text.slice(part.index + part[0].length)}`, now);
  if (whole?.index !== LEAD.length) return null;
  const number = ORDINALS.findIndex((words) => new RegExp(`^(?:${words})$`, 'iu').test(part[1] ?? ''));
  const period = cutPart(whole.period, part, number);
  return period && { period, words: part[0] + whole.words, index: part.index };
}

/** @param number 0 for the first one, -1 for the last one */
function cutPart(whole: Period, part: RegExpExecArray, number: number): Period | null {
  const [, , weekend, week, day] = part;
  if (day !== undefined || week !== undefined) {
    const length = (week === undefined ? 1 : 7) * DAY_MS;
    const from = number === -1 ? whole.to - length : whole.from + number * length;
    return isWithin(whole, from) ? { from, to: Math.min(whole.to, from + length) } : null;
  }
  const wanted = weekend === undefined ? toWeekday(part[5] ?? '') : SATURDAY;
  const from = number === -1 ? findLast(whole, wanted) : findFirst(whole, wanted) + number * 7 * DAY_MS;
  return isWithin(whole, from) ? { from, to: from + (weekend === undefined ? 1 : 2) * DAY_MS } : null;
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

function toWeekday(name: string): number {
  return WEEKDAY_WORDS.findIndex((words) => new RegExp(`^(?:${words})$`, 'iu').test(name));
}
