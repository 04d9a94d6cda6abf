// Words for relative times in English, German, French, Spanish, Italian, Portuguese, Dutch, Chinese and Japanese.

/** Returns each word with its value. */
function toTable<Value>(rows: readonly (readonly [value: Value, words: string])[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(rows.flatMap(([value, words]) => words.split('|').map((word) => [word, value] as const)));
}

/** Words for a day, with its distance from today. */
export const DAY_WORDS = toTable([
  [
    0,
    "today|tonight|this morning|this afternoon|this evening|heute|aujourd'hui|aujourd’hui|hoy|esta mañana|esta tarde|esta noche|oggi|stamattina|stasera|hoje|esta noite|vandaag|vanochtend|vanavond|今天|今日",
  ],
  [-1, 'yesterday|last night|anoche|gestern|hier|ayer|ieri|ontem|gisteren|昨天|昨日'],
  [1, 'tomorrow|tmrw|tmr|2moro|morgen|demain|mañana|domani|amanhã|明天|明日'],
  [
    2,
    'day after tomorrow|übermorgen|après-demain|après demain|pasado mañana|dopodomani|depois de amanhã|overmorgen|后天|後天|明後日',
  ],
  [
    -2,
    'day before yesterday|vorgestern|avant-hier|anteayer|anteontem|eergisteren|altro ieri|altroieri|avantieri|antes de ayer|前天|一昨日',
  ],
]);

export type TimeUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

export const UNIT_WORDS: Readonly<Record<TimeUnit, string>> = {
  day: 'days?|tag(?:e|en)?|jours?|d[ií]as?|giorn[oi]|dias?|dag(?:en)?',
  week: 'weeks?|wks?|wochen?|semaines?|semanas?|settiman[ae]|we(?:ek|ken)',
  // In French, "mes" is "my": "j'ai passé mes vacances", "mes dernières photos".
  month: 'months?|monat(?:s|e|en)?|mois|(?<!passée?s? )m[eê]s(?! (?:derni|prochain|passé))|meses|mes[ei]|maand(?:en)?',
  quarter: 'quarters?(?! of (?!(?:19|20)\\d))|quartal(?:s|e|en)?|trimestr[ei]s?|kwarta(?:al|len)',
  year: 'years?|yrs?|jahr(?:e|en|e?s)?|ans|(?<!(?:past|last|previous|this|next|coming) )an|années?|años?|ann[oi]|anos?|ja(?:ar|ren)',
};

/** Patterns of words that shift a unit: "last week", "la semaine dernière". */
export const SHIFT_WORDS: Readonly<Record<'last' | 'this' | 'next', string>> = {
  last: 'last|past|previous|letzte[nrsm]?|vorige?[nrsm]?|vergangene[nrsm]?|derni[eè]re?s?|passée?s?|pasad[oa]s?|[uú]ltim[oa]s?(?! (?:giorn|d[ií]a))|scors[oaie]|passad[oa]s?|afgelopen',
  this: 'this|diese[nrsm]?|cette|cet|ce|est[ea]|quest[oa]|deze|dit',
  next: 'next|coming|nächste[nrsm]?|kommende[nrsm]?|prochaine?s?|próxim[oa]s?|prossim[oaie]|que viene|que vem|volgende?|komende',
};

export const ANY_SHIFT = Object.values(SHIFT_WORDS).join('|');

const NUMBERS = [
  [1, 'a|an|one|einem|einer|un|une|una|uno|um|uma|een'],
  [2, 'two|couple|couple of|zwei|deux|dos|due|dois|duas|twee'],
  [3, 'three|few|drei|trois|tres|tre|três|drie'],
  [4, 'four|vier|quatre|cuatro|quattro|quatro'],
  [5, 'five|fünf|cinq|cinco|cinque|vijf'],
  [6, 'six|sechs'],
  [7, 'seven'],
  [8, 'eight'],
  [9, 'nine'],
  [10, 'ten'],
] as const;

export const NUMBER_WORDS = toTable(NUMBERS);

/** Numbers before a unit of time. Without it, some are other words: "once", "sei", "onze". */
export const COUNT_WORDS = toTable([
  ...NUMBERS,
  [
    3,
    'several|ein paar|einigen|mehreren|quelques|unos|unas|algunos|algunas|qualche|alcuni|alcune|alguns|algumas|enkele|een paar',
  ],
  [6, 'seis|sei|zes'],
  [7, 'sieben|sept|siete|sette|sete|zeven'],
  [8, 'acht|huit|ocho|otto|oito'],
  [9, 'neun|neuf|nueve|nove|negen'],
  [10, 'zehn|dix|diez|dieci|dez|tien'],
  [11, 'eleven|elf|onze|once|undici'],
  [12, 'twelve|zwölf|douze|doce|dodici|doze|twaalf'],
  [15, 'fifteen|fünfzehn|quinze|quince|quindici|vijftien'],
  [20, 'twenty|zwanzig|vingt|veinte|venti|vinte|twintig'],
  [30, 'thirty|dreißig|trente|treinta|trenta|trinta|dertig'],
]);

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
export const CJK_UNITS = toTable<readonly [TimeUnit, number]>([
  [['week', -1], '上周|上星期|先週'],
  [['week', 0], '这周|本周|今週'],
  [['week', 1], '下周|来週'],
  [['month', -1], '上个月|先月'],
  [['month', 0], '这个月|今月'],
  [['month', 1], '下个月|来月'],
  [['year', -1], '去年'],
  [['year', 0], '今年'],
  [['year', 1], '明年|来年'],
]);
