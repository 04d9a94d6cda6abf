import { SHIFT_WORDS } from './relative-words.js';

/** The words of a language around the name of a holiday. */
interface HolidayLanguage {
  /** Without one of these before it, the name of a holiday names no time: "the Christmas tree". */
  readonly leads: string;
  readonly articles: string;
  /** "Last", "this" and "next" after the name. */
  readonly shiftsAfter?: string;
  readonly day: string;
  readonly week: string;
  readonly before: string;
  readonly after: string;
}

/** In the order of the names in each row of {@link HOLIDAYS}. */
export const HOLIDAY_LANGUAGES: readonly HolidayLanguage[] = [
  {
    leads: 'at|on|over|around|during|since|until|till|before|after|by|for',
    articles: 'the ',
    day: 'day',
    week: 'week',
    before: 'before',
    after: 'after',
  },
  {
    leads: 'an|am|zu|zum|über|um|seit|bis|vor|nach|für',
    articles: 'dem |der |den ',
    day: 'tag',
    week: 'woche',
    before: 'vor',
    after: 'nach',
  },
  {
    leads: "à|au|pour|pendant|depuis|jusqu['’]à|avant|après|le jour de",
    articles: "le |la |l['’]",
    shiftsAfter: 'derni[eè]re?|passée?|prochaine?',
    day: 'jour',
    week: 'semaine',
    before: 'avant',
    after: 'après',
  },
  {
    leads: 'en|por|para|durante|desde|hasta|antes de|después de|día de',
    articles: 'el |la ',
    shiftsAfter: 'pasad[oa]|próxim[oa]',
    day: 'día',
    week: 'semana',
    before: 'antes de',
    after: 'después de',
  },
  {
    leads: "a|al|alla|all['’]|per|durante|fino a|prima di|dopo|giorno di",
    articles: 'il |la ',
    shiftsAfter: 'scors[oa]|prossim[oa]',
    day: 'giorno',
    week: 'settimana',
    before: 'prima di',
    after: 'dopo',
  },
  {
    // "Em Natal" and "para Natal" are the town.
    leads: 'no|na|ao|para [oa]|durante [oa]|desde [oa]|até [oa]|antes d[oa]|depois d[oa]|dia de',
    articles: 'o |a ',
    shiftsAfter: 'passad[oa]|próxim[oa]',
    day: 'dia',
    week: 'semana',
    before: 'antes d[oa]',
    after: 'depois d[oa]',
  },
  {
    leads: 'met|op|rond|sinds|vanaf|tot|voor|na|tijdens',
    articles: 'de |het ',
    day: 'dag',
    week: 'week',
    before: 'voor',
    after: 'na',
  },
];

export const ANY_SHIFT = Object.values(SHIFT_WORDS).join('|');

type Names = readonly [en: string, de: string, fr: string, es: string, it: string, pt: string, nl: string];

export interface HolidayRow {
  readonly names: Names;
  /** Its first day: month and day of the month, or days after Easter Sunday. */
  readonly first: readonly [month: number, date: number] | number;
  readonly days: number;
  /** The day that "before" and "after" count from, in days after the first. */
  readonly main?: number;
  /** The names contain a weekday, and are a time without further words. */
  readonly isDay?: true;
}

/** Days of the year that have a name, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
// prettier-ignore
export const HOLIDAYS: readonly HolidayRow[] = [
  {
    names: ["new year['’]?s eve", 'silvester', 'saint-sylvestre', 'nochevieja', 'san silvestro', 'véspera de ano novo', 'oudejaarsavond|oud en nieuw'],
    first: [12, 31],
    days: 1,
  },
  {
    names: ["new year['’]?s day", 'neujahr', "nouvel an|jour de l['’]an", 'año nuevo', 'capodanno', 'ano novo', 'nieuwjaar(?:sdag)?'],
    first: [1, 1],
    days: 1,
  },
  {
    names: ["valentine['’]?s(?: day)?", 'valentinstag', 'saint-valentin', 'san valentín', 'san valentino', 'dia dos namorados', 'valentijnsdag'],
    first: [2, 14],
    days: 1,
  },
  {
    names: ['may day', 'tag der arbeit', 'fête du travail', 'día del trabajo', 'festa dei lavoratori', 'dia do trabalhador', 'dag van de arbeid'],
    first: [5, 1],
    days: 1,
  },
  {
    // "A Halloween costume" and "no Halloween costume" are English.
    names: ['halloween', 'halloween', 'halloween', 'halloween', 'notte di halloween', 'noite de halloween', 'halloween'],
    first: [10, 31],
    days: 1,
  },
  {
    names: ['christmas eve', 'heilig ?abend', '(?:réveillon|veille) de noël', 'nochebuena', 'vigilia di natale', 'véspera de natal', 'kerstavond'],
    first: [12, 24],
    days: 1,
  },
  {
    names: ['christmas day', 'erste[nr]? weihnachtstag', 'jour de noël', 'día de navidad', 'giorno di natale', 'dia de natal', 'eerste kerstdag'],
    first: [12, 25],
    days: 1,
  },
  {
    names: ['boxing day', 'zweite[nr]? weihnachtstag', 'lendemain de noël', 'san esteban', 'santo stefano', 'dia de santo estêvão', 'tweede kerstdag'],
    first: [12, 26],
    days: 1,
  },
  {
    names: ['christmas(?: holidays)?', 'weihnachten', 'noël', 'navidad', 'natale', 'natal', 'kerst(?:mis)?'],
    first: [12, 24],
    days: 3,
    main: 1,
  },
  {
    names: ['good friday', 'karfreitag', 'vendredi saint', 'viernes santo', 'venerdì santo', 'sexta-feira santa', 'goede vrijdag'],
    first: -2,
    days: 1,
    isDay: true,
  },
  {
    names: ['easter sunday', 'ostersonntag', 'dimanche de pâques', 'domingo de pascua', 'domenica di pasqua', 'domingo de páscoa', 'eerste paasdag'],
    first: 0,
    days: 1,
    isDay: true,
  },
  {
    names: ['easter monday', 'ostermontag', 'lundi de pâques', 'lunes de pascua', 'pasquetta', 'segunda-feira de páscoa', 'tweede paasdag'],
    first: 1,
    days: 1,
    isDay: true,
  },
  {
    names: ['easter(?: weekend| holidays)?', 'ostern', 'pâques', 'semana santa|pascua', 'pasqua', 'páscoa', 'pasen'],
    first: -2,
    days: 4,
    main: 2,
  },
  {
    names: ['whitsun|pentecost', 'pfingsten', 'pentecôte', 'pentecostés', 'pentecoste', 'pentecostes', 'pinksteren'],
    first: 49,
    days: 2,
  },
];
