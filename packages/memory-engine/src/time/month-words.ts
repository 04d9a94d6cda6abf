import { findPattern } from './period.js';

/** Month names in English, German, French, Spanish, Italian, Portuguese and Dutch, January first. */
const MONTH_WORDS: readonly string[] = [
  'january|jan|januar|janvier|enero|gennaio|janeiro|januari',
  'february|feb|februar|février|fevrier|febrero|febbraio|fevereiro|februari',
  'march|mar|märz|mars|marzo|março|maart',
  'april|apr|avril|abril|aprile',
  'may|mai|mayo|maggio|maio|mei',
  'june|jun|juni|juin|junio|giugno|junho',
  'july|jul|juli|juillet|julio|luglio|julho',
  'august|aug|août|agosto|augustus',
  'september|sept?|septembre|septiembre|settembre|setembro',
  'october|oct|oktober|octobre|octubre|ottobre|outubro',
  'november|nov|novembre|noviembre|novembro',
  'december|dec|dezember|décembre|decembre|diciembre|dicembre|dezembro',
];

/** Short forms, and names that are also other words: without a day or a year, they need a capital letter, or one of {@link BEFORE_MONTH} before them. */
const NEEDS_CAPITAL = /^(?:.{3}|sept|mars|maio|march|april|june|august)$/iu;
/** "In may", as typed in a chat. */
const BEFORE_MONTH =
  /(?<!\p{L})(?:in|since|until|during|early|late|mid|im|seit|bis|en|em|début|anfang|ende|mitte)[ -]$/iu;

/** "Last may", unlike "last may be wrong". */
const SHIFTED =
  /(?<!\p{L})(?:last|next|past|letzte[nm]|vorige[nm]|nächste[nm]|kommende[nm]|vorig|afgelopen|volgende|komende)[ -]$/iu;
const SHIFTED_AFTER = /^ (?:derni|prochain|passée?(?!\p{L})|pasado|scorso|passado|próximo|prossimo)/iu;
const VERB = /^(?:may|march)$/iu;
const VERB_AFTER =
  /^ (?!(?:on|in|at|with|for|to|and|or|when|because|from|until|i|we|he|she|they|it|was|were|my|our|the|bin|war|hat|habe?n?|wir|ich)(?!\p{L}))\p{L}/iu;

/** Matches any month name, longest first. */
export const ANY_MONTH = MONTH_WORDS.flatMap((words) => words.split('|'))
  .sort((a, b) => b.length - a.length)
  .join('|');

/** Returns the number of a month, 0 to 11, or -1. */
export function toMonthIndex(name: string): number {
  return findPattern(MONTH_WORDS, name);
}

const GIVEN_NAME = /^(?:april|may|june|august)$/iu;
/** Seldom a month without a word before them: "I met Jan." */
const SHORT_NAME = /^(?:jan|mar)$/iu;
const BEFORE_SHORT = /(?<!\p{L})(?:by|for|from|to|till|last|next|this|before|after|between|and|the|my|our)[ -]$/iu;
const BEFORE_PERSON =
  /(?<!\p{L})(?:with|met|meets?|called|named|calls?|texted|asked|told|saw|married|visited|loves?|hugged|adopted|daughter|son|sister|brother|wife|husband|(?:girl|boy)?friend|cousin|niece|nephew|aunt|uncle|colleague|dog|cat|boss|does|did) $/iu;
/** "June visited us", "April lives in Leeds". */
const STARTS = /(?:^|[.!?]\s)$/u;
const PERSON_VERB =
  /^ (?:is|has|(?:and|or) (?:i|me|my)|(?!lasts|starts|begins|ends|brings)\p{Ll}{3,}(?:s|ed)|went|got|took|gave|came|sold|left|became)(?!\p{L})/u;

/** Whether a name without a day and a year means the month, between the text before and after it. */
export function isPlainMonth(name: string, { before, after }: { before: string; after: string }): boolean {
  if (BEFORE_MONTH.test(before.slice(-12))) return true;
  if (SHIFTED_AFTER.test(after) || (SHIFTED.test(before) && !(VERB.test(name) && VERB_AFTER.test(after)))) return true;
  if (!/^\p{Lu}/u.test(name)) return !NEEDS_CAPITAL.test(name);
  const isAlone = before === '' && !/^\s*\p{L}/u.test(after);
  if (SHORT_NAME.test(name)) return isAlone || BEFORE_SHORT.test(before);
  if (!GIVEN_NAME.test(name)) return true;
  return !BEFORE_PERSON.test(before) && !(STARTS.test(before) && PERSON_VERB.test(after));
}
