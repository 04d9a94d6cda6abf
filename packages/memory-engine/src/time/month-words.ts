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

/** Matches any month name, longest first. */
export const ANY_MONTH = MONTH_WORDS.flatMap((words) => words.split('|'))
  .sort((a, b) => b.length - a.length)
  .join('|');

/** Returns the number of a month, 0 to 11, or -1. */
export function toMonthIndex(name: string): number {
  return findPattern(MONTH_WORDS, name);
}

/** Whether a name without a day and a year means the month, after the text before it. */
export function isPlainMonth(name: string, before: string): boolean {
  return /^\p{Lu}/u.test(name) || !NEEDS_CAPITAL.test(name) || BEFORE_MONTH.test(before.slice(-12));
}
