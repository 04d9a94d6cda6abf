/** Null: the language has no name for it, or another day. */
type Name = string | null;
type Names = readonly [en: Name, de: Name, fr: Name, es: Name, it: Name, pt: Name, nl: Name];

/** The fourth Thursday of November: `{ month: 11, weekday: 4, nth: 4 }`. */
export interface WeekdayOfMonth {
  readonly month: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** 1 is the first one, -1 the last one. */
  readonly nth: number;
  /** Days after it. */
  readonly plus?: number;
}

export interface HolidayRow {
  readonly names: Names;
  /** Its first day: month and day of the month, a weekday of a month, or days after Easter Sunday. */
  readonly first: readonly [month: number, date: number] | WeekdayOfMonth | number;
  /** Default 1. */
  readonly days?: number;
  /** The day that "before" and "after" count from, in days after the first. */
  readonly main?: number;
  /** The names contain a weekday, and are a time without further words. */
  readonly isDay?: true;
}

/** Days of the year that have a name, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
// oxfmt-ignore
export const HOLIDAYS: readonly HolidayRow[] = [
  {
    names: ["new year['’]?s eve", 'silvester', 'saint-sylvestre', 'nochevieja', 'san silvestro', 'véspera de ano novo', 'oudejaarsavond|oud en nieuw'],
    first: [12, 31],
  },
  {
    names: ["new year['’]?s day", 'neujahr', "nouvel an|jour de l['’]an", 'año nuevo', 'capodanno', 'ano novo', 'nieuwjaar(?:sdag)?'],
    first: [1, 1],
  },
  {
    names: ["valentine['’]?s(?: day)?", 'valentinstag', 'saint-valentin', 'san valentín', 'san valentino', 'dia dos namorados', 'valentijnsdag'],
    first: [2, 14],
  },
  {
    names: ['may day', 'tag der arbeit', 'fête du travail', 'día del trabajo', 'festa dei lavoratori', 'dia do trabalhador', 'dag van de arbeid'],
    first: [5, 1],
  },
  {
    // "A Halloween costume" and "no Halloween costume" are English.
    names: ['halloween', 'halloween', 'halloween', 'halloween', 'notte di halloween', 'noite de halloween', 'halloween'],
    first: [10, 31],
  },
  {
    names: ['christmas eve', 'heilig ?abend', '(?:réveillon|veille) de noël', 'nochebuena', 'vigilia di natale', 'véspera de natal', 'kerstavond'],
    first: [12, 24],
  },
  {
    names: ['christmas day', 'erste[nr]? weihnachtstag', 'jour de noël', 'día de navidad', 'giorno di natale', 'dia de natal', 'eerste kerstdag'],
    first: [12, 25],
  },
  {
    names: ['boxing day', 'zweite[nr]? weihnachtstag', 'lendemain de noël', 'san esteban', 'santo stefano', 'dia de santo estêvão', 'tweede kerstdag'],
    first: [12, 26],
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
    isDay: true,
  },
  {
    names: ['easter sunday', 'ostersonntag', 'dimanche de pâques', 'domingo de pascua', 'domenica di pasqua', 'domingo de páscoa', 'eerste paasdag'],
    first: 0,
    isDay: true,
  },
  {
    names: ['easter monday', 'ostermontag', 'lundi de pâques', 'lunes de pascua', 'pasquetta', 'segunda-feira de páscoa', 'tweede paasdag'],
    first: 1,
    isDay: true,
  },
  {
    names: ['easter(?: weekend| holidays)?', 'ostern', 'pâques', 'semana santa|pascua', 'pasqua', 'páscoa', 'pasen'],
    first: -2,
    days: 4,
    main: 2,
  },
  {
    names: ['thanksgiving(?: day)?', null, null, null, null, null, null],
    first: { month: 11, weekday: 4, nth: 4 },
    days: 4,
  },
  {
    names: ['black friday', 'black friday', 'black friday', 'black friday', 'black friday', 'black friday', 'black friday'],
    first: { month: 11, weekday: 4, nth: 4, plus: 1 },
  },
  {
    names: ['labor day', null, null, null, null, null, null],
    first: { month: 9, weekday: 1, nth: 1 },
  },
  {
    names: ['memorial day', null, null, null, null, null, null],
    first: { month: 5, weekday: 1, nth: -1 },
  },
  {
    names: ['independence day', null, null, null, null, null, null],
    first: [7, 4],
  },
  {
    names: ["(?:st|saint)\\.? patrick['’]?s day", null, null, null, null, null, null],
    first: [3, 17],
  },
  {
    names: ["mother['’]?s day", 'muttertag', null, null, 'festa della mamma', null, 'moederdag'],
    first: { month: 5, weekday: 0, nth: 2 },
  },
  {
    names: ["father['’]?s day", null, 'fête des pères', null, null, null, 'vaderdag'],
    first: { month: 6, weekday: 0, nth: 3 },
  },
  {
    names: [null, null, 'fête des mères', null, null, null, null],
    first: { month: 5, weekday: 0, nth: -1 },
  },
  {
    names: [null, null, null, 'día de la madre', null, 'dia da mãe', null],
    first: { month: 5, weekday: 0, nth: 1 },
  },
  {
    names: ['epiphany', 'heilige[nr]? drei könige[n]?|dreikönigstag', "épiphanie|jour des rois", 'día de reyes|reyes magos', 'epifania|befana', 'dia de reis', 'driekoningen'],
    first: [1, 6],
  },
  {
    names: ["all saints['’]? day", 'allerheiligen', 'toussaint', 'todos los santos', 'ognissanti', 'todos os santos', 'allerheiligen'],
    first: [11, 1],
  },
  {
    names: ['ascension day', 'christi himmelfahrt|vatertag', 'ascension', null, null, null, 'hemelvaart(?:sdag)?'],
    first: 39,
  },
  {
    names: [null, 'mariä himmelfahrt', 'assomption', null, 'ferragosto', null, null],
    first: [8, 15],
  },
  {
    names: [null, 'nikolaus(?:tag)?', 'saint-nicolas', null, null, null, null],
    first: [12, 6],
  },
  {
    names: [null, null, null, null, null, null, 'sinterklaas(?:avond)?|pakjesavond'],
    first: [12, 5],
  },
  {
    names: [null, null, null, null, null, null, 'koningsdag'],
    first: [4, 27],
  },
  {
    names: [null, 'tag der deutschen einheit', null, null, null, null, null],
    first: [10, 3],
  },
  {
    names: ['whitsun|pentecost', 'pfingsten', 'pentecôte', 'pentecostés', 'pentecoste', 'pentecostes', 'pinksteren'],
    first: 49,
    days: 2,
  },
];
