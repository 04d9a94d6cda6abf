import { findPossibleLanguages } from '../words/function-words.js';
import { getWords } from '../words/stem.js';
import { DAY_MS, days, findPattern, months, type Period } from './period.js';
import {
  ANY_SHIFT,
  CJK_UNITS,
  DAY_WORDS,
  COUNT_WORDS,
  SHIFT_WORDS,
  UNIT_WORDS,
  WEEKDAY_WORDS,
  type TimeUnit,
} from './relative-words.js';

export interface NamedPeriod {
  readonly period: Period;
  readonly words: string;
}

/** A wording, and the period that it means. `parts` are the groups of the wording. */
type Rule = readonly [wording: RegExp, toPeriod: (today: number, parts: readonly (string | undefined)[]) => Period];

const anyUnit = Object.values(UNIT_WORDS).join('|');
/** Romance languages put some of these words after the unit. In English such a pair has another meaning. */
export const SHIFT_AFTER =
  'derni[eè]re?s?|passée?s?|pasad[oa]s?|próxim[oa]s?|que viene|que vem|scors[oaie]|passad[oa]s?|prossim[oaie]|prochaine?s?';
const count = `(\\d{1,3}|${Object.keys(COUNT_WORDS).join('|')})`;
const anyWeekday = WEEKDAY_WORDS.join('|');
const englishWeekday = WEEKDAY_WORDS.map((words) => words.split('|')[0]).join('|');
const shiftedWeek = `(?:(${ANY_SHIFT}) (?:${UNIT_WORDS.week})|(?:${UNIT_WORDS.week}) (${SHIFT_AFTER}))`;
const pattern = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'iu');

/** "Por la mañana" is "in the morning", and so is "am Morgen". */
const DAY = pattern(
  `(?<!(?<!\\p{L})(?:la|una|cada|toda) )(?!(?<=(?:am|de[nrm]?|vom|ein(?:em|en|es)?|een|guten?|goede|heute|gestern|tag|jed(?:en|er)|elke|iedere|dies(?:en|er)|deze) )morgen)(?:${Object.keys(DAY_WORDS).join('|')})`,
);
const CJK = new RegExp(
  Object.keys({ ...CJK_UNITS, ...DAY_WORDS })
    .filter((word) => /\p{Script=Han}/u.test(word))
    .join('|'),
  'u',
);

/** The first wording that a text has counts. */
const RULES: readonly Rule[] = [
  // "Past three weeks" ends with today; "next three weeks" starts today.
  [
    // "J'ai passé deux semaines" is "I spent two weeks".
    pattern(
      `(?:the )?(${ANY_SHIFT})(?<!passée?|pasad[oa]|passad[oa]) ${count} (${anyUnit})|les ${count} (?:derniers|dernières) (${anyUnit})`,
    ),
    (today, [shift = '', number, unit, numberAfter, unitAfter]) => {
      const name = unit ?? unitAfter;
      const amount = toNumber(number ?? numberAfter);
      return toShift(shift) > 0
        ? { from: today, to: addUnits(today, name, amount) + DAY_MS }
        : { from: addUnits(today, name, -amount), to: today + DAY_MS };
    },
  ],
  // "This time last year": some days around the same day.
  [
    pattern(
      [
        '(?:(?:around|about|at) )?this time last (week|month|year)',
        'letztes jahr um diese zeit|um diese zeit (?:im )?letzte[ns] jahr',
        "(?:à cette époque|à la même époque|à cette période) l['’](?:an dernier|année dernière)|l['’](?:an dernier|année dernière) à (?:cette|la même) (?:époque|période)",
        'el año pasado por estas fechas|por estas fechas (?:d?el )?año pasado',
        "l['’]anno scorso in questo periodo|in questo periodo (?:del)?l['’]anno scorso",
        '(?:n?o )?ano passado por esta altura|por esta altura (?:d|n)?o ano passado',
        'vorig jaar rond deze tijd|rond deze tijd vorig jaar',
      ].join('|'),
    ),
    (today, [unit = 'year']) =>
      around(addUnits(today, unit, -1), { day: 10, week: 1, month: 3, quarter: 10, year: 10 }[toUnit(unit)]),
  ],
  // "A year ago today" is one day.
  [
    pattern(
      `${count} (${anyUnit}) (?:ago today|fa oggi|geleden vandaag)|(?:heute vor|il y a exactement|hoy hace) ${count} (${anyUnit})`,
    ),
    (today, [number, unit, numberAfter, unitAfter]) =>
      days(addUnits(today, unit ?? unitAfter, -toNumber(number ?? numberAfter)), 1),
  ],
  // "The end of the month" is in this month. The beginning of this year is its first weeks, not all until April.
  [
    pattern(`(?:the )?(beginning|start|middle|end) of the (day|week|month|quarter|year)`),
    (today, [part = '', unit]) => {
      if (unit === 'year' && /^(?:beginning|start)/iu.test(part)) return months(new Date(today).getUTCFullYear(), 0, 2);
      return takePart(calendarUnit(today, toUnit(unit), 0), part);
    },
  ],
  // "The Sunday before last" is two Sundays ago.
  [
    pattern(
      `(?:the )?(?:(week|month|quarter|year)|weekend|(${englishWeekday})) before last|(?:vorletzte[nrsm]?|voorvorige?|avant-derni[eè]re?) (${anyUnit})|(${anyUnit}) (?:antepasad[oa]|retrasad[oa])`,
    ),
    (today, [unit, weekday, unitAfter, unitBefore]) => {
      const name = unit ?? unitAfter ?? unitBefore;
      if (name) return calendarUnit(today, toUnit(name), -2);
      return weekday ? weekdayAgo(today, weekday, 2) : weekendOf(today, -2);
    },
  ],
  // "The weekend" is the last one that has begun, "this weekend" that of this week.
  [
    pattern(
      `${count} weekends ago|(?:(${ANY_SHIFT}) )?(?:weekend|week-end|wochenende|fin de semana|fim de semana|fine settimana)(?: (${SHIFT_AFTER}))?`,
    ),
    (today, [number, shift, shiftAfter]) => {
      if (number !== undefined) return weekendOf(today, -toNumber(number));
      const given = shift ?? shiftAfter;
      if (given !== undefined) return weekendOf(today, toShift(given));
      return weekendOf(today, today < weekendOf(today, 0).from ? -1 : 0);
    },
  ],
  // "A fortnight ago" is as imprecise as two weeks.
  [
    pattern(`(?:a|one) fortnight ago|(?:the )?(${ANY_SHIFT}) fortnight`),
    (today, [shift]) => {
      if (shift === undefined) return around(today - 14 * DAY_MS, 3);
      return days(toShift(shift) > 0 ? today : today - 14 * DAY_MS, 15);
    },
  ],
  // "Two Sundays ago" is the Sunday before the last one.
  [
    pattern(`${count} (${englishWeekday})s ago`),
    (today, [number, weekday = '']) => weekdayAgo(today, weekday, toNumber(number)),
  ],
  // "A week on Tuesday" is the Tuesday after the next one.
  [
    pattern(
      `${count} weeks? (?:on|from) (${englishWeekday})|(${englishWeekday}) week(?! ?\\d)|(${anyWeekday}) en huit`,
    ),
    (today, [weeks, on, week, french]) => {
      const day = nextWeekday(today, on ?? week ?? french ?? '');
      return days(day + 7 * toNumber(weeks) * DAY_MS, 1);
    },
  ],
  [
    pattern(
      'half a year ago|vor einem halben jahr|hace medio año|mezz[oa] anno fa|há meio ano|(?:een )?half jaar geleden',
    ),
    (today) => ago(today, 'month', 6),
  ],
  [
    pattern(`${count} (${anyUnit}) (?:ago|fa|geleden)|(?:vor|il y a|hace|há) ${count} (${anyUnit})`),
    (today, [number, unit, numberAfter, unitAfter]) =>
      ago(today, toUnit(unit ?? unitAfter), toNumber(number ?? numberAfter)),
  ],
  // "Tuesday next week" is one day of that week.
  [
    pattern(
      `(${anyWeekday}),? (?:(?:of|in|der|de la|della|da|de|van) )?${shiftedWeek}|${shiftedWeek},? (?:(?:on|am|le|el|na|op) )?(${anyWeekday})`,
    ),
    (today, [before, ...rest]) => {
      const [after = before ?? '', shift = ''] = rest.toReversed().filter((part) => part !== undefined);
      return before === undefined ? weekdayOf(today, shift, after) : weekdayOf(today, after, before);
    },
  ],
  [
    pattern(`(${ANY_SHIFT}) (${anyUnit})|(${anyUnit}) (${SHIFT_AFTER})`),
    (today, [shift, unit, unitBefore, shiftAfter]) =>
      calendarUnit(today, toUnit(unit ?? unitBefore), toShift(shift ?? shiftAfter ?? '')),
  ],
  // "Last Tuesday" and "on Tuesday" are before today, "this Tuesday" is in this week, "next Tuesday" is after today.
  [
    pattern(`(?:(${ANY_SHIFT}) )?(${anyWeekday})(?: (${SHIFT_AFTER}))?`),
    (today, [before, weekday = '', after]) => {
      const shift = before ?? after ?? 'last';
      const by = toShift(shift);
      if (by < 0) return weekdayAgo(today, weekday, 1);
      if (by > 0) return days(nextWeekday(today, weekday), 1);
      return weekdayOf(today, shift, weekday);
    },
  ],
];

/** Returns the relative time in a query, in UTC days, or null. `now` is in epoch milliseconds. */
export function findRelativePeriod(query: string, now: number): NamedPeriod | null {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (const [wording, toPeriod] of RULES) {
    const found = wording.exec(query);
    if (found) return { words: found[0], period: toPeriod(today, found.slice(1)) };
  }
  return findDayWord(query, today);
}

/** "Hier" is "yesterday" in French, and "here" in German and Dutch. */
const HERE = /(?<![\p{L}-])hier(?!\p{L})/giu;

function findDayWord(query: string, today: number): NamedPeriod | null {
  const saysHere = query.search(HERE) !== -1 && !findPossibleLanguages(getWords(query), 1).has('French');
  const text = saysHere ? query.replace(HERE, '') : query;
  const words = (DAY.exec(text) ?? CJK.exec(text))?.[0];
  if (words === undefined) return null;
  const unit = CJK_UNITS[words];
  if (unit) return { words, period: calendarUnit(today, ...unit) };
  return { words, period: days(today + (DAY_WORDS[words.toLowerCase()] ?? 0) * DAY_MS, 1) };
}

/** "Two weeks ago": the day, with as many days around it as the unit is imprecise. */
function ago(today: number, unit: TimeUnit, amount: number): Period {
  return around(addUnits(today, unit, -amount), { day: 0, week: 3, month: 15, quarter: 45, year: 183 }[unit]);
}

/** "In two weeks": the day, less precise the larger the unit is. */
export function getTimeAhead(
  now: number,
  { number, unit }: { number: string | undefined; unit: string | undefined },
): Period {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return around(
    addUnits(today, unit, toNumber(number)),
    { day: 0, week: 2, month: 7, quarter: 21, year: 90 }[toUnit(unit)],
  );
}

/** Returns a day with some days on each side. */
function around(day: number, reach: number): Period {
  return days(day - reach * DAY_MS, 2 * reach + 1);
}

/** Returns the weekend of this week, or of one that is some weeks later. */
function weekendOf(today: number, weeks: number): Period {
  return days(calendarUnit(today, 'week', weeks).from + 5 * DAY_MS, 2);
}

/** @param times 1 for the last one before today, 2 for the one before it */
function weekdayAgo(today: number, weekday: string, times: number): Period {
  const back = (new Date(today).getUTCDay() - findPattern(WEEKDAY_WORDS, weekday) + 7) % 7 || 7;
  return days(today - (back + (times - 1) * 7) * DAY_MS, 1);
}

/** Returns the next such weekday after today. */
function nextWeekday(today: number, weekday: string): number {
  const ahead = (findPattern(WEEKDAY_WORDS, weekday) - new Date(today).getUTCDay() + 7) % 7 || 7;
  return today + ahead * DAY_MS;
}

/** Returns a weekday of the week that a word such as "next" names. */
function weekdayOf(today: number, shift: string, weekday: string): Period {
  const week = calendarUnit(today, 'week', toShift(shift));
  return days(week.from + ((findPattern(WEEKDAY_WORDS, weekday) + 6) % 7) * DAY_MS, 1);
}

/** Returns the first, second or last third of a period, in whole days. */
export function takePart({ from, to }: Period, part: string): Period {
  const third = Math.max(1, Math.round((to - from) / DAY_MS / 3)) * DAY_MS;
  if (/^(?:beginning|start|early)/iu.test(part)) return { from, to: Math.min(to, from + third) };
  if (/^mid/iu.test(part))
    return { from: Math.min(from + third, to - DAY_MS), to: Math.max(to - third, from + DAY_MS) };
  return { from: Math.max(from, to - third), to };
}

export function isWeekday(word: string): boolean {
  return findPattern(WEEKDAY_WORDS, word) !== -1;
}

/** Returns the calendar day, week (from Monday), month or year of today, shifted by a number of units. */
function calendarUnit(today: number, unit: TimeUnit, by: number): Period {
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'day') return days(today + by * DAY_MS, 1);
  if (unit === 'week') return days(today + (7 * by - ((date.getUTCDay() + 6) % 7)) * DAY_MS, 7);
  if (unit === 'month') return months(year, month + by, 1);
  return unit === 'quarter' ? months(year, month - (month % 3) + 3 * by, 3) : months(year + by, 0, 12);
}

/** @param unit a unit or a word for it */
function addUnits(from: number, unit: string | undefined, amount: number): number {
  const date = new Date(from);
  const name = toUnit(unit);
  if (name === 'day' || name === 'week') return from + amount * (name === 'week' ? 7 : 1) * DAY_MS;
  const month = date.getUTCMonth() + amount * { month: 1, quarter: 3, year: 12 }[name];
  const { to } = months(date.getUTCFullYear(), month, 1);
  // A month before 31 March is the last day of February.
  return Math.min(Date.UTC(date.getUTCFullYear(), month, date.getUTCDate()), to - DAY_MS);
}

function toUnit(word = ''): TimeUnit {
  const units = Object.keys(UNIT_WORDS) as TimeUnit[];
  return units[findPattern(Object.values(UNIT_WORDS), word)] ?? 'day';
}

/** Returns -1 for a word such as "last", 1 for "next", 0 for "this". */
export function toShift(word: string): number {
  return [-1, 1][findPattern([SHIFT_WORDS.last, SHIFT_WORDS.next], word)] ?? 0;
}

function toNumber(word = ''): number {
  return /^\d/.test(word) ? Number(word) : (COUNT_WORDS[word.toLowerCase()] ?? 1);
}
