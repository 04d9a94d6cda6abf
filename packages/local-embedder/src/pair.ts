/** Characters of a query that are read, so that a long one leaves room for the text. */
const QUERY_MAX = 1_000;
// Texts in Postgres have no NUL.
const SEPARATOR = '\0';

/** Joins a query and a text to the one text that the process of a model takes. */
export function joinPair(query: string, text: string): string {
  return `${toSingle(query.slice(0, QUERY_MAX))}${SEPARATOR}${text}`;
}

export const isPair = (text: string): boolean => text.includes(SEPARATOR);

/** Returns a text that is no pair. */
export const toSingle = (text: string): string => text.replaceAll(SEPARATOR, ' ');

/** Splits what `joinPair` joined. */
export function splitPair(pair: string): { query: string; text: string } {
  const at = pair.indexOf(SEPARATOR);
  return at < 0 ? { query: pair, text: '' } : { query: pair.slice(0, at), text: pair.slice(at + 1) };
}
