import type { Period } from './period.js';

const DAY_MS = 86_400_000;

/** Days of the year that have a name: month, day, number of days. English, German, French, Spanish, Italian, Portuguese and Dutch. */
const FIXED: readonly (readonly [words: string, month: number, date: number, days: number])[] = [
  [
    "new year['’]?s eve|silvester|saint-sylvestre|nochevieja|san silvestro|véspera de ano novo|oudejaarsavond|oud en nieuw",
    12,
    31,
    1,
  ],
  ["new year['’]?s day|neujahr|nouvel an|jour de l['’]an|año nuevo|capodanno|ano novo|nieuwjaar(?:sdag)?", 1, 1, 1],
  [
    "valentine['’]?s(?: day)?|valentinstag|saint-valentin|san valentín|san valentino|dia dos namorados|valentijnsdag",
    2,
    14,
    1,
  ],
  [
    'may day|tag der arbeit|fête du travail|día del trabajo|festa dei lavoratori|dia do trabalhador|dag van de arbeid',
    5,
    1,
    1,
  ],
  ['halloween', 10, 31, 1],
  [
    'christmas eve|heiligabend|heilig ?abend|réveillon de noël|nochebuena|vigilia di natale|véspera de natal|kerstavond',
    12,
    24,
    1,
  ],
  ['boxing day|zweiter weihnachtstag|tweede kerstdag|santo stefano', 12, 26, 1],
  ['christmas(?: day)?|weihnachten|noël|navidad|natale|natal|kerst(?:mis)?', 12, 24, 3],
];
/** Days that move with Easter: words, first day after Easter Sunday, number of days. */
const MOVING: readonly (readonly [words: string, after: number, days: number])[] = [
  ['good friday|karfreitag|vendredi saint|viernes santo|venerdì santo|sexta-feira santa|goede vrijdag', -2, 1],
  ['easter monday|ostermontag|lundi de pâques|lunes de pascua|pasquetta|tweede paasdag', 1, 1],
  ['easter sunday|ostersonntag|dimanche de pâques|domingo de (?:pascua|páscoa)|eerste paasdag', 0, 1],
  ['easter|ostern|pâques|semana santa|pascua|pasqua|páscoa|pasen', -2, 4],
  ['whitsun|pentecost|pfingsten|pentecôte|pentecostés|pentecoste|pentecostes|pinksteren', 49, 2],
];
/** Without one of these words, the name of a holiday names no time: "the Christmas tree". */
const LEAD =
  "(?:at|on|over|during|since|until|before|after|by|last|this|next|an|am|zu|über|seit|bis|vor|nach|letzte[nrs]?|à|a|al?l['’]|en|por|durante|para|le|la|les|pour|depuis|avant|après|desde|hasta|antes d[eo]|después de|il|prima di|dopo|no|na|op|met|rond|sinds|voor|tijdens)";
/** Names of each holiday. */
export const HOLIDAY_NAMES = [...FIXED, ...MOVING].map(([words]) => words);
const HOLIDAY = new RegExp(
  `(?<![\\p{L}\\p{N}])(${LEAD} (?:the |der |l['’])?)?(${HOLIDAY_NAMES.join('|')})(?![\\p{L}\\p{N}])(?:,? (?:(?:of|de|del|di) )?(\\d{4})(?!\\d))?`,
  'iu',
);

export interface NamedHoliday {
  readonly words: string;
  readonly index: number;
  /** The year that stands after the name. */
  readonly year: string | undefined;
  /** The days of the holiday in a year. */
  readonly build: (year: number) => Period;
}

/** Returns the holiday that a text names as a time, or null. */
export function findHoliday(text: string): NamedHoliday | null {
  const found = HOLIDAY.exec(text);
  const [, lead, name = '', year] = found ?? [];
  if (!found || (lead === undefined && year === undefined)) return null;
  const index = HOLIDAY_NAMES.findIndex((words) => new RegExp(`^(?:${words})$`, 'iu').test(name));
  const at = { words: found[0].slice(lead?.length ?? 0), index: found.index + (lead?.length ?? 0), year };
  const fixed = FIXED[index];
  if (fixed) return { ...at, build: (inYear) => days(Date.UTC(inYear, fixed[1] - 1, fixed[2]), fixed[3]) };
  const [, after, count] = MOVING[index - FIXED.length] ?? ['', 0, 1];
  return { ...at, build: (inYear) => days(getEasterSunday(inYear) + after * DAY_MS, count) };
}

function days(from: number, count: number): Period {
  return { from, to: from + count * DAY_MS };
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
