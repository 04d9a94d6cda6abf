import { readStatement } from '../correction/statement-shape.js';
import { isAfterNa } from '../time/date-range.js';
import { readStatementTime } from '../time/dates.js';

const RECURRING = anyWord([
  'every|each|always|usually|normally|often|sometimes|never|daily|weekly|monthly|yearly|annual(?:ly)?|birthday|anniversary',
  'jede[nrsm]?|immer|meistens|täglich|wöchentlich|geburtstag|chaque|tous les|toutes les|toujours|anniversaire',
  'cada|todos los|todas las|siempre|cumpleaños|ogni|tutti i|tutte le|sempre|compleanno|todos os|todas as|aniversário|elke|iedere|altijd|verjaardag',
]);
const RECURRING_CJK = /每|毎|生日|誕生日/u;
/** "Before 2020" and "until Friday" name a limit, not the time of the event. */
const LIMIT = anyWord([
  'before|after|until|till|by|vor dem|nach|bis|avant|après|jusqu|antes|después|hasta|prima|dopo|fino|depois|até|voor|tot',
]);
const PURPOSE = /(?<![\p{L}\p{N}])(?:for|für|pour|por|para|per|voor)\s(?:\p{L}+\s)?$/iu;
const FUTURE = anyWord([
  "will|going to|gonna|shall|plan(?:s|ned|ning)? to|want to|next|upcoming|(?:am|are|is) \\w+ing|['’]ll|['’]m \\w+ing|['’]re \\w+ing|deadline|due",
]);

/**
 * Returns the event time of a statement in epoch milliseconds: "I adopted a dog last Friday" means the Friday before
 * `saidAt`. Null without a time, for recurring times and limits, and for periods that contain `saidAt`.
 */
export function readEventDate(text: string, saidAt: number): number | null {
  if (RECURRING.test(text) || RECURRING_CJK.test(text)) return null;
  const isUpcoming = FUTURE.test(text);
  const found = readStatementTime(text, saidAt, isUpcoming ? 'future' : readTense(text, saidAt));
  if (!found) return null;
  const { period, words, before, isBareWeekday, isBareHoliday } = found;
  if (saidAt >= period.from && saidAt < period.to) return null;
  if (LIMIT.test(before.slice(-12)) || isAfterNa(before, words) || LIMIT.test(words)) return null;
  // "On Monday" is a habit or a plan unless the statement is in the past tense.
  if (isBareWeekday && (isUpcoming || !speaksOfPast(text))) return null;
  // "For Christmas" is a purpose, and "I love skiing at Christmas" a habit.
  if (isBareHoliday && (PURPOSE.test(before) || !(isUpcoming || speaksOfPast(text)))) return null;
  return period.from;
}

/** "The dentist filled a cavity, the crown comes on 5 March": the clause of the time speaks of the present. */
function readTense(text: string, saidAt: number): 'past' | 'present' {
  const before = readStatementTime(text, saidAt, 'past')?.before ?? '';
  const start = before.length - (before.split(CLAUSE_END).at(-1) ?? '').length;
  const clause = text.slice(start).split(CLAUSE_END, 1)[0] ?? '';
  if (GERMAN.test(clause)) return GERMAN_PAST.test(clause) ? 'past' : 'present';
  return readStatement(clause).verbAt === -1 || speaksOfPast(clause) ? 'past' : 'present';
}

const CLAUSE_END = /[,;:] /u;
const GERMAN = /(?<!\p{L})(?:ich|wir|mein\p{L}*|unser\p{L}*)(?!\p{L})/iu;
/** Verbs have no capital letter, unlike "Miete" and "Karte". */
const GERMAN_PAST =
  /(?<!\p{L})(?:[Ww]ar(?:en)?|hatten?|wurden?|(?!möchte|könnte|sollte|heute|bitte)\p{Ll}{3,}ten?|[Hh]a(?:be|ben|t)(?!\p{L}).*(?<!\p{L})(?:\p{Ll}{0,5}ge\p{Ll}+(?:t|en)|(?:be|ver|er|ent|zer)\p{Ll}+(?:t|en)|\p{Ll}+iert)|(?:[Bb]in|[Ii]st|[Ss]ind)(?!\p{L}).*(?<!\p{L})\p{Ll}{0,5}ge\p{Ll}+(?:t|en))(?!\p{L})/u;

function speaksOfPast(text: string): boolean {
  const { isMainPast, hasPast } = readStatement(text);
  return isMainPast || hasPast;
}

function anyWord(words: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
}
