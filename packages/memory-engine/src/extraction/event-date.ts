import { readStatement } from '../correction/statement-shape.js';
import { isAfterNa } from '../time/date-range.js';
import { readStatementTime } from '../time/dates.js';
import type { Tense } from '../time/period.js';
import { isWeekday } from '../time/relative-period.js';
import { TENSE_WORDS } from '../time/tenses.js';
import { findPossibleLanguages } from '../words/function-words.js';
import { getWords } from '../words/stem.js';
import { wholeWords } from '../words/whole-words.js';

const RECURRING = wholeWords([
  'every|each|always|usually|normally|often|sometimes|never|daily|weekly|monthly|yearly|annual(?:ly)?|birthday|anniversary',
  'jede[nrsm]?|immer|meistens|täglich|wöchentlich|geburtstag|chaque|tous les|toutes les|toujours|anniversaire',
  'cada|todos los|todas las|siempre|cumpleaños|ogni|tutti i|tutte le|sempre|compleanno|todos os|todas as|aniversário|elke|iedere|altijd|verjaardag',
]);
const RECURRING_CJK = /每|毎|生日|誕生日/u;
/** "Before 2020" and "until Friday" name a limit, not the time of the event. */
const LIMIT = wholeWords([
  'before|after|until|till|by|vor dem|nach|bis|avant(?!-hier)|après|jusqu|antes|después|hasta|prima|dopo|fino|depois|até|voor|tot',
]);
const PURPOSE = /(?<![\p{L}\p{N}])(?:for|für|pour|por|para|per|voor)\s(?:\p{L}+\s)?$/iu;
const FUTURE = wholeWords([
  "will|going to|gonna|wanna|shall|plan(?:s|ned|ning)? to|want to|next|upcoming|(?:am|are|is) \\w+ing|['’]ll|['’]m \\w+ing|['’]re \\w+ing|deadline|due",
]);

/** The patterns of tenses look from each auxiliary verb to the end of the text. 100,000 characters of "ist" took two minutes. */
const READ_MAX = 2_000;

/**
 * Returns the event time of a statement in epoch milliseconds: "I adopted a dog last Friday" means the Friday before
 * `saidAt`. Null without a time, for recurring times and limits, and for periods that contain `saidAt`.
 */
export function readEventDate(statement: string, saidAt: number): number | null {
  const text = statement.slice(0, READ_MAX);
  if (RECURRING.test(text) || RECURRING_CJK.test(text)) return null;
  const isUpcoming = FUTURE.test(text);
  const found = readStatementTime(text, saidAt, isUpcoming ? 'future' : readTense(text, saidAt));
  if (!found) return null;
  const { period, words, before, isBareWeekday, isBareHoliday } = found;
  if (saidAt >= period.from && saidAt < period.to) return null;
  if (LIMIT.test(before.slice(-12)) || isAfterNa(before, words)) return null;
  // "On Monday" is a habit or a plan unless the statement is in the past tense.
  const isPast = speaksOfPast(text) || hasForeignTense(text, 'past');
  if (isBareWeekday && (isUpcoming || !isPast)) return null;
  // "For Christmas" is a purpose, and "I love skiing at Christmas" a habit.
  if (isBareHoliday && (PURPOSE.test(before) || !(isUpcoming || isPast))) return null;
  return period.from;
}

/** "The dentist filled a cavity, the crown comes on 5 March": the clause of the time speaks of the present. */
function readTense(text: string, saidAt: number): Tense {
  const found = readStatementTime(text, saidAt, 'past');
  const before = found?.before ?? '';
  const start = before.length - (before.split(CLAUSE_END).at(-1) ?? '').length;
  const rest = text.slice(start).split(CLAUSE_END, 1)[0] ?? '';
  // A verb is read behind a subject: "The course, which I paid, starts on 7 April."
  const clause = start > 0 ? `this ${rest}` : rest;
  const words = getWords(text);
  const isEnglish = findPossibleLanguages(words).has('English') || ENGLISH.test(text);
  const isPast = (part: string) =>
    (isEnglish && (speaksOfPast(part) || PERFECT.test(part))) || hasForeignTense(part, 'past', words);
  if (ARRANGED.test(before)) return 'present';
  if (SINCE.test(before) && !hasForeignTense(clause, 'future', words)) return 'past';
  if (isPast(clause)) return 'past';
  if (hasForeignTense(clause, 'future', words)) return 'future';
  const { verbAt, isMainPast } = readStatement(clause);
  if (verbAt !== -1) return isMainPast ? 'past' : 'present';
  const around = rest.replace(found?.words.replace(/\P{L}+$/u, '') ?? '', '');
  const hasOnlyDate = getWords(around).every((word) => word.length <= 3 || isWeekday(word));
  // "We met for dinner, 20 June." and "Le 20 juin, nous avons déménagé." have their verb in another clause, and "Photo from 12 April" has none.
  if (!isEnglish) return hasOnlyDate && isPast(text) ? 'past' : 'present';
  return isPast(text) || MADE_ON.test(before) || PARTICIPLE.test(clause) ? 'past' : 'present';
}

/** Whether a text has a verb of this tense in a language that its words, or those around it, may belong to. */
function hasForeignTense(text: string, tense: 'past' | 'future', words: readonly string[] = getWords(text)): boolean {
  return [...findPossibleLanguages(words, 1)].some((language) => TENSE_WORDS[language]?.[tense].test(text));
}

/** Words of no other language, beside "in" and "a", which several have. */
const ENGLISH = wholeWords(['to|from|and|the|into|she|they']);
const CLAUSE_END =
  /[,;:] | (?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar) (?=(?:i|we|s?he|they|ich|wir|er|sie|je|nous|on|ils?|elles?|yo|io|eu|ik|hij|ze)(?!\p{L})|j['’])/iu;
/** "I booked a table for 12 March" and "moved the dentist to 19 March" name a coming day. */
const ARRANGED =
  /(?<!\p{L})(?:for|to|(?:für|auf) den|pour le|au|para (?:el|o)(?: d[ií]a)?|al|per il|naar)(?: the)? ?$/iu;
/** "I work there since May" has begun. Italian "da maggio" may also mean "from May". */
const SINCE =
  /(?<!\p{L})(?:since|seit|depuis|desde|sinds)(?: (?:the|dem|le|el|o|early|late|mid|anfang|mitte|ende|début|finales de|principios de|begin|eind))? ?$/iu;
const MADE_ON = /(?<!\p{L})(?:from|of)(?: the)? $/iu;
/** "Dad retired in June" has no other verb. */
const PARTICIPLE = /(?<!\p{L})(?!hundred|indeed)\p{Ll}{4,}ed(?!\p{L})/u;
const PERFECT = /(?:(?<!\p{L})(?:have|has|had)|['’]ve) (?:\p{Ll}+ )?(?:\p{Ll}{2,}ed|been|gone|done|seen)(?!\p{L})/u;
/** "Sat., 20 June" is no verb. */
const SATURDAY = /(?<!\p{L})sat(?:\.,?|,) /giu;
/** "I've got an interview" is no past tense. */
const HAVE_GOT =
  /(?:['’](?:ve|s)|(?<!\p{L})(?:have|has)) got(?= (?:an?|my|our|the|his|her|their|another|no|some|\d+|two|three|tickets?)(?!\p{L}))/giu;

function speaksOfPast(text: string): boolean {
  const { isMainPast, hasPast } = readStatement(text.replace(SATURDAY, '').replace(HAVE_GOT, ' have'));
  return isMainPast || hasPast;
}
