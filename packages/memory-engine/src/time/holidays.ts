import { HOLIDAY_LANGUAGES } from './holiday-languages.js';
import { HOLIDAYS, type HolidayRow, type WeekdayOfMonth } from './holiday-words.js';
import { DAY_MS, days, findPattern, type Period } from './period.js';
import { toShift } from './relative-period.js';
import { ANY_SHIFT } from './relative-words.js';

const MONTH_MS = 31 * DAY_MS;

export const HOLIDAY_NAMES = HOLIDAYS.flatMap(({ names }) => names.filter((name) => name !== null));

/** "At" is for the ends of a range in any language. */
const patterns = HOLIDAY_LANGUAGES.map((words, language) => {
  const names = HOLIDAYS.flatMap((row) => row.names[language] ?? []).join('|');
  const article = `(?:${words.articles})?`;
  const beside = `${article}(?:(?<day>${words.day})|(?<week>${words.week})) (?:(?<before>${words.before})|${words.after})`;
  const shiftAfter = words.shiftsAfter === undefined ? '' : `(?: (?<shiftAfter>${words.shiftsAfter}))?`;
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?<lead>(?:(?<beside>${beside})|(?<shift>${ANY_SHIFT})|(?:at|${words.leads})) ${article}(?:(?<shiftToo>${ANY_SHIFT}) )?)?(?<name>${names})(?<weekend> weekend)?(?![\\p{L}\\p{N}])${shiftAfter}(?:,? (?:(?:of|de|del|di|do) )?(?<year>\\d{4})(?!\\d))?`,
    'giu',
  );
});
/** English joins nouns without a hyphen: after the name, any other word makes it a part of a compound, such as "the Christmas market". */
const ENGLISH_REST =
  /^(?:$|[^\p{L}\p{N}\s'’-]|\s+(?:[^\p{L}\p{N}]|(?:and|or|but|in|at|on|with|without|to|from|for|when|while|because|since|until|than|as|so|then|I|we|you|he|she|they|it|my|our|his|her|their|your|the|a|an|was|were|did|do|does|had|has|have|will|would|there|this|last|next|together|alone|again)(?![\p{L}\p{N}]))|\s+$)/u;
const OTHER_REST = /^(?!['’-]?\p{L}|\s+\p{Lu})/u;
/** "Was habe ich Weihnachten gemacht?" needs no further word. */
const GERMAN_VERB = /^ (?:ge|ver|be)\p{Ll}+(?:t|en)(?!\p{L})/u;
/** "Last Christmas" in the middle of a sentence is a title. */
const TITLE = /^\p{Lu}/u;

export interface NamedHoliday {
  readonly words: string;
  readonly index: number;
  /** The year that is named, or that "last", "this" or "next" means. */
  readonly year: number | undefined;
  /** The days of the holiday in a year. */
  readonly build: (year: number) => Period;
}

/** Returns the holiday that a text names as a time, or null. */
export function findHoliday(text: string, now: number): NamedHoliday | null {
  for (const [language, pattern] of patterns.entries())
    for (const found of text.matchAll(pattern)) {
      const named = toHoliday({ text, found, language }, now);
      if (named) return named;
    }
  return null;
}

interface Match {
  readonly text: string;
  readonly found: RegExpMatchArray;
  readonly language: number;
}

function toHoliday({ text, found, language }: Match, now: number): NamedHoliday | null {
  const { lead, beside, name = '', year } = found.groups ?? {};
  const shift = found.groups?.shift ?? found.groups?.shiftToo ?? found.groups?.shiftAfter;
  const row =
    HOLIDAYS[
      findPattern(
        HOLIDAYS.map(({ names }) => names[language] ?? '(?!)'),
        name,
      )
    ];
  const start = found.index ?? 0;
  const rest = text.slice(start + found[0].length, start + found[0].length + 20);
  const isBare = lead === undefined && year === undefined && shift === undefined;
  if (!row || !(language === 0 ? ENGLISH_REST : OTHER_REST).test(rest)) return null;
  if (isBare && row.isDay === undefined && !(language === 1 && GERMAN_VERB.test(rest))) return null;
  if (found.groups?.shift !== undefined && TITLE.test(found[0]) && /[\p{L}\p{N},] $/u.test(text.slice(0, start)))
    return null;
  const isWeekend = found.groups?.weekend !== undefined;
  const build = (inYear: number) => {
    const period = buildDays(row, inYear, beside === undefined ? undefined : found.groups);
    return isWeekend ? withWeekend(period) : period;
  };
  const from = beside === undefined ? (lead?.length ?? 0) : 0;
  return {
    words: found[0].slice(from),
    index: start + from,
    year:
      year === undefined ? (shift === undefined ? undefined : chooseYear(toShift(shift), build, now)) : Number(year),
    build,
  };
}

type Groups = Readonly<Record<string, string | undefined>>;

/** @param beside the groups of "the day after Christmas" */
function buildDays(row: HolidayRow, year: number, beside: Groups | undefined): Period {
  const first = firstDay(row, year);
  if (beside === undefined) return days(first, row.days ?? 1);
  const length = beside.week === undefined ? 1 : 7;
  const main = first + (row.main ?? 0) * DAY_MS;
  return days(beside.before === undefined ? main + DAY_MS : main - length * DAY_MS, length);
}

function firstDay({ first }: HolidayRow, year: number): number {
  if (typeof first === 'number') return getEasterSunday(year) + first * DAY_MS;
  if ('month' in first) return findWeekday(first, year);
  return Date.UTC(year, first[0] - 1, first[1]);
}

function findWeekday({ month, weekday, nth, plus = 0 }: WeekdayOfMonth, year: number): number {
  // The last one is in the week before the next month.
  const from = nth > 0 ? Date.UTC(year, month - 1, 1) : Date.UTC(year, month, 1) - 7 * DAY_MS;
  const days = (weekday - new Date(from).getUTCDay() + 7) % 7;
  return from + (days + 7 * (nth > 0 ? nth - 1 : 0) + plus) * DAY_MS;
}

/** "Halloween weekend": the holiday and the Saturday and Sunday that are nearest to it. */
function withWeekend({ from, to }: Period): Period {
  const weekday = new Date(from).getUTCDay();
  const saturday = from + (weekday <= 3 ? -weekday - 1 : 6 - weekday) * DAY_MS;
  return { from: Math.min(from, saturday), to: Math.max(to, saturday + 2 * DAY_MS) };
}

/** "This Christmas" may be over for a month. */
function chooseYear(shift: number, build: (year: number) => Period, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const begun = build(thisYear).from <= now ? thisYear : thisYear - 1;
  const end = build(begun).to;
  if (shift < 0) return end > now ? begun - 1 : begun;
  if (shift > 0) return begun + 1;
  return end > now - MONTH_MS ? begun : thisYear;
}

/** Returns Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
function getEasterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const count = epact + weekday - 7 * shift + 114;
  return Date.UTC(year, Math.floor(count / 31) - 1, (count % 31) + 1);
}
