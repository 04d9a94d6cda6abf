import { DAY_MS, findPattern, months, type FoundPeriod, type Period, type Tense } from './period.js';

/** Season words in English, German, French, Spanish, Italian, Portuguese and Dutch, spring first. */
export const SEASON_WORDS: readonly string[] = [
  'spring|frühling|frühjahr|printemps|primavera|lente',
  'summer|sommer|été|verano|estate|verão|zomer',
  'autumn|fall|herbst|automne|otoño|autunno|outono|herfst',
  'winter|hiver|invierno|inverno',
];
const LAST = 'last|past|letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?|afgelopen';
const THIS = 'this|diese[nrsm]?|cet|cette|est[ea]|quest[ao]|deze';
const NEXT = 'next|nächste[nrsm]?|kommende[nrsm]?|volgende';
const LEAD = `in(?: the)?|during(?: the)?|since|until|before|after|of|im|en|au|in de|nell[ao'’]?|d['’]|no|na`;
const SEASON = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(${LAST})|(${THIS})|(${NEXT})|(?:${LEAD}))\\s*(?:l['’]|el |la |il )?(${SEASON_WORDS.join('|')})(?![\\p{L}\\p{N}])(?:,?(?: of| de| del| di)? (\\d{4})(?!\\d))?`,
  'iu',
);
const BY_YEAR = new RegExp(
  `(?<![\\p{L}\\p{N}])(${SEASON_WORDS.join('|')})(?:,?(?: of| de| del| di)? (\\d{4}))(?!\\d)`,
  'iu',
);

const MONTH_MS = 31 * DAY_MS;

/**
 * Returns the season of the northern hemisphere that a text names, from the first day of its first month. Without a year: the one that
 * the tense says. The winter of a year ends in the next one.
 */
export function findSeason(text: string, now: number, tense: Tense): FoundPeriod | null {
  const found = SEASON.exec(text);
  const dated = BY_YEAR.exec(text);
  if (!found && !dated) return null;
  const name = found?.[4] ?? dated?.[1] ?? '';
  const index = findPattern(SEASON_WORDS, name);
  const year = found?.[5] ?? dated?.[2];
  const words = dated?.[0] ?? found?.[0].slice(found[0].indexOf(name)) ?? '';
  const at = { words, index: text.indexOf(words) };
  if (year !== undefined) return { ...at, period: toSeason(index, Number(year)) };
  return { ...at, period: toSeason(index, chooseYear(index, found, { now, tense })) };
}

function chooseYear(
  index: number,
  found: RegExpExecArray | null,
  { now, tense }: { now: number; tense: Tense },
): number {
  const begun = latestBegun(index, now);
  const { to } = toSeason(index, begun);
  const isOn = to > now;
  if (found?.[1]) return isOn ? begun - 1 : begun;
  // "This winter" may be over for a month.
  if (found?.[2]) return isOn || (now < to + MONTH_MS && tense !== 'future') ? begun : new Date(now).getUTCFullYear();
  if (found?.[3]) return begun + 1;
  if (isOn || tense === 'past') return begun;
  const isNextNearer = toSeason(index, begun + 1).from - now < now - to;
  return tense === 'future' || isNextNearer ? begun + 1 : begun;
}

function toSeason(index: number, year: number): Period {
  return months(year, 2 + 3 * index, 3);
}

function latestBegun(index: number, now: number): number {
  const year = new Date(now).getUTCFullYear();
  return toSeason(index, year).from <= now ? year : year - 1;
}
