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

/** English names, and names that are also other words: without a day or a year, they need a capital letter. */
const NEEDS_CAPITAL =
  /^(?:.{3}|sept|mars|maio|january|february|march|april|june|july|august|september|october|november|december)$/iu;

/** Matches any month name, longest first. */
export const ANY_MONTH = MONTH_WORDS.flatMap((words) => words.split('|'))
  .sort((a, b) => b.length - a.length)
  .join('|');

const patterns = MONTH_WORDS.map((words) => new RegExp(`^(?:${words})$`, 'iu'));

/** Returns the number of a month, 0 to 11, or -1. */
export function toMonthIndex(name: string): number {
  return patterns.findIndex((pattern) => pattern.test(name));
}

/** Whether a name without a day and a year means the month. */
export function isPlainMonth(name: string): boolean {
  return /^\p{Lu}/u.test(name) || !NEEDS_CAPITAL.test(name);
}
