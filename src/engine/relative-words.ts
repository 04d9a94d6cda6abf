// Words for relative times in English, German, French, Spanish, Italian, Portuguese, Dutch, Chinese and Japanese.

/** Days from today. */
export const DAY_WORDS: Readonly<Record<string, number>> = {
  today: 0,
  heute: 0,
  "aujourd'hui": 0,
  'aujourd’hui': 0,
  hoy: 0,
  oggi: 0,
  hoje: 0,
  vandaag: 0,
  今天: 0,
  今日: 0,
  yesterday: -1,
  gestern: -1,
  hier: -1,
  ayer: -1,
  ieri: -1,
  ontem: -1,
  gisteren: -1,
  昨天: -1,
  昨日: -1,
  tomorrow: 1,
  demain: 1,
  mañana: 1,
  domani: 1,
  amanhã: 1,
  明天: 1,
  明日: 1,
  vorgestern: -2,
  'avant-hier': -2,
  anteayer: -2,
  anteontem: -2,
  eergisteren: -2,
  前天: -2,
  一昨日: -2,
};

export type TimeUnit = 'day' | 'week' | 'month' | 'year';

/** Patterns of unit names, without word boundaries. */
export const UNIT_WORDS: Readonly<Record<TimeUnit, string>> = {
  day: 'days?|tag(?:e|en)?|jours?|d[ií]as?|giorn[oi]|dias?|dag(?:en)?',
  week: 'weeks?|wochen?|semaines?|semanas?|settiman[ae]|we(?:ek|ken)',
  month: 'months?|monat(?:s|e|en)?|mois|mes(?:es)?|mes[ei]|m[eê]s|maand(?:en)?',
  year: 'years?|jahr(?:e|en|s)?|ans?|années?|años?|ann[oi]|anos?|ja(?:ar|ren)',
};

/** Patterns of words that shift a unit: "last week", "la semaine dernière". */
export const SHIFT_WORDS: Readonly<Record<'last' | 'this' | 'next', string>> = {
  last: 'last|past|previous|letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?|derni[eè]re?s?|passée?s?|pasad[oa]s?|últim[oa]s?|scors[oaie]|passad[oa]s?|afgelopen',
  this: 'this|diese[nrsm]?|cette|cet|ce|est[ea]|quest[oa]|deze|dit',
  next: 'next|coming|nächste[nrsm]?|kommende[nrsm]?|prochaine?s?|próxim[oa]s?|prossim[oaie]|volgende?|komende',
};

/** Words for small numbers. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  couple: 2,
  few: 3,
  einem: 1,
  einer: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  un: 1,
  une: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  una: 1,
  uno: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  due: 2,
  tre: 3,
  quattro: 4,
  cinque: 5,
  um: 1,
  uma: 1,
  dois: 2,
  duas: 2,
  três: 3,
  quatro: 4,
  een: 1,
  twee: 2,
  drie: 3,
  vijf: 5,
};

/** Weekday names, Sunday first. */
export const WEEKDAY_WORDS: readonly string[] = [
  'sunday|sonntag|dimanche|domingo|domenica|zondag',
  'monday|montag|lundi|lunes|lunedì|segunda-feira|maandag',
  'tuesday|dienstag|mardi|martes|martedì|terça-feira|dinsdag',
  'wednesday|mittwoch|mercredi|miércoles|mercoledì|quarta-feira|woensdag',
  'thursday|donnerstag|jeudi|jueves|giovedì|quinta-feira|donderdag',
  'friday|freitag|vendredi|viernes|venerdì|sexta-feira|vrijdag',
  'saturday|samstag|samedi|sábado|sabato|zaterdag',
];

/** Chinese and Japanese words for a shifted unit. */
export const CJK_UNITS: Readonly<Record<string, readonly [TimeUnit, number]>> = {
  上周: ['week', -1],
  上星期: ['week', -1],
  先週: ['week', -1],
  这周: ['week', 0],
  本周: ['week', 0],
  今週: ['week', 0],
  下周: ['week', 1],
  来週: ['week', 1],
  上个月: ['month', -1],
  先月: ['month', -1],
  这个月: ['month', 0],
  今月: ['month', 0],
  下个月: ['month', 1],
  来月: ['month', 1],
  去年: ['year', -1],
  今年: ['year', 0],
  明年: ['year', 1],
  来年: ['year', 1],
};
