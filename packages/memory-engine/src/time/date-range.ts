import { HOLIDAY_NAMES } from './holidays.js';
import type { FoundPeriod, Period, Tense } from './period.js';
import { COUNT_WORDS, UNIT_WORDS } from './relative-words.js';

export type FindPeriod = (text: string, now: number, tense?: Tense) => FoundPeriod | null;

/** The oldest and the newest time that ranking compares. */
const OPEN = { from: Date.parse('0001-01-01'), to: Date.parse('9999-01-01') } as const;

const ARTICLE = `(?:the |dem |der |den |le |la |l['’]|el |il |lo |o |a |de |del |do |da |het |di )?`;
const lead = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})\\s*${ARTICLE}$`, 'iu');
const BEFORE_WORDS = `before|prior to|earlier than|vor|avant|antes d[eoa]l?|prima d(?:i|el|ell[ao'’])|voor|vóór`;
const AFTER_WORDS = `after|later than|nach|après|después d[eo]l?|dopo|depois d[eoa]`;
const BEFORE = lead(BEFORE_WORDS);
const AFTER = lead(AFTER_WORDS);
const count = `\\d{1,3}|${Object.keys(COUNT_WORDS).join('|')}`;
/** "Two days before Christmas" and "the weekend after Easter" are neither the holiday nor all time before or after it. */
const BESIDE = lead(
  `(?:(?:${count}) (?:${Object.values(UNIT_WORDS).join('|')})|day|week|weekend|month|year|tag|woche|wochenende|monat|jahr|jour|semaine|week-end|mois|année|día|semana|mes|año|giorno|settimana|mese|anno|dia|mês|ano|dag|maand|jaar) (?:${BEFORE_WORDS}|${AFTER_WORDS}|na)`,
);
const SINCE = lead(`since|seit|depuis|desde|sinds|vanaf`);
/** "Na" is "after" in Dutch and "in the" in Portuguese. */
const NA = /(?<![\p{L}\p{N}])na\s+((?:de|het)\s+)?$/iu;
const DUTCH_TIME =
  /^(?:\d|vandaag|gisteren|eergisteren|afgelopen|vorige?|volgende?|komende?|(?:zon|maan|dins|woens|donder|vrij|zater)dag|(?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|halloween|kerst(?:mis|avond)?|pasen|pinksteren|oudejaarsavond|nieuwjaar(?:sdag)?|valentijnsdag)(?!\p{L}))/iu;
const UNTIL = lead(`until|till|by|up to|bis(?: zum)?|jusqu['’](?:à|au|en)|hasta|fino a[dl]?|até|tot`);
const CJK_AFTER = [
  [/^(?:以前|之前|前に|より前)/u, 'before'],
  [/^(?:以后|之后|以後|の後|より後)/u, 'after'],
] as const;
const BETWEEN =
  /(?<![\p{L}\p{N}])(?:(?:between|zwischen|entre|tra|fra|tussen)\s+(?<a>.{1,40}?)\s+(?:and|und|et|y|e|en)|(?:from|vom?|du|de|del|dal?|van)\s+(?<b>.{1,40}?)\s+(?:to|until|till|through|bis(?: zum)?|au|a|al|até|tot)|(?<c>\d{4}-\d\d-\d\d)\s*(?:–|—|to|\.\.))\s+(?<rest>.+)$/iu;

/**
 * Finds the time that a text names, with its limits: "between May and July 2023", "before 2020", "since last Friday". "Until" and
 * "since" include the time that they name, "before" and "after" exclude it.
 */
export function findRange(text: string, now: number, find: FindPeriod): (FoundPeriod & { isRange: boolean }) | null {
  const between = findBetween(text, now, find);
  if (between) return { ...between, isRange: true };
  const found = find(text, now);
  if (!found) return null;
  if (BESIDE.test(text.slice(Math.max(0, found.index - 40), found.index))) return null;
  const limited = limit(text, found);
  return limited ? { ...found, period: limited, isRange: true } : { ...found, isRange: false };
}

function findBetween(text: string, now: number, find: FindPeriod): FoundPeriod | null {
  const groups = BETWEEN.exec(text)?.groups;
  const start = groups?.a ?? groups?.b ?? groups?.c;
  if (!groups?.rest || start === undefined) return null;
  const end = find(toPhrase(groups.rest), now);
  // The end is next to its word: "from me to Ada on Monday" is no range.
  if (!end || end.index > 4) return null;
  const isNumber = /^\d{1,2}(?:st|nd|rd|th|\.)?$/u.test(start);
  const named = isNumber ? groups.rest.replace(/\d{1,2}(?:st|nd|rd|th|\.)?/u, start) : start;
  // A start without a year is the latest before the end.
  const first = find(toPhrase(named), end.period.to - 1, 'past');
  if (!first || first.period.from >= end.period.to) return null;
  return { ...end, period: { from: first.period.from, to: end.period.to } };
}

const HOLIDAY = new RegExp(
  `^(?:the |le |la |l['’]|el |il |o |a |de |het )?(?=(?:${HOLIDAY_NAMES.join('|')})(?!\\p{L}))`,
  'iu',
);

/** A year, a holiday or "May" alone is a time in a range only. */
function toPhrase(text: string): string {
  if (HOLIDAY.test(text)) return text.replace(HOLIDAY, 'at ');
  return /^(?:(?:19|20)\d{2}(?!\d|-)|May(?!\p{L}))/u.test(text) ? `in ${text}` : text;
}

function limit(text: string, { period, words, index }: FoundPeriod): Period | null {
  const before = text.slice(Math.max(0, index - 30), index);
  const after = text.slice(index + words.length, index + words.length + 6).trimStart();
  const cjk = CJK_AFTER.find(([pattern]) => pattern.test(after))?.[1];
  if (BEFORE.test(before) || cjk === 'before') return { from: OPEN.from, to: period.from };
  if (AFTER.test(before) || isAfterNa(before, words) || cjk === 'after') return { from: period.to, to: OPEN.to };
  if (SINCE.test(before)) return { from: period.from, to: OPEN.to };
  // "Dal 2019" has no end. "Dal lunedì" may begin a range.
  if (/(?<!\p{L})dal\s+$/iu.test(before) && /^\d{4}$/u.test(words)) return { from: period.from, to: OPEN.to };
  return UNTIL.test(before) ? { from: OPEN.from, to: period.to } : null;
}

/** Whether the Dutch word "na" before the words of a time means "after". */
export function isAfterNa(before: string, words: string): boolean {
  const na = NA.exec(before);
  return na !== null && (na[1] !== undefined || DUTCH_TIME.test(words));
}
