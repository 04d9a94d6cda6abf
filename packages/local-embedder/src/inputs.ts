// What the process of a model reads, as one text: a text, a query and a text that may answer it, or a part of a message with its words.

/** Characters of a query that are read, so that a long one leaves room for the text. */
const QUERY_MAX = 1_000;
// Texts in Postgres have no NUL.
const SEPARATOR = '\0';
const PASSAGE = `${SEPARATOR}${SEPARATOR}`;

/** A word, and the signs between it and the word before. */
interface PassageWord {
  readonly gap: string;
  readonly text: string;
  /** How it is written, as a number below 8. */
  readonly form: number;
}

/** A part of a message. */
export interface Passage {
  readonly words: readonly PassageWord[];
  /** The signs after the last word. */
  readonly tail: string;
  /** The end of the message before. */
  readonly before: string;
}

/** Joins a query and a text to the one text that the process of a model takes. */
export function joinPair(query: string, text: string): string {
  return `${toSingle(query.slice(0, QUERY_MAX)) || ' '}${SEPARATOR}${toSingle(text)}`;
}

export const isPair = (text: string): boolean => text.includes(SEPARATOR);

/** Returns a text that is nothing else. */
export const toSingle = (text: string): string => text.replaceAll(SEPARATOR, ' ');

/** Splits what `joinPair` joined. */
export function splitPair(pair: string): { query: string; text: string } {
  const at = pair.indexOf(SEPARATOR);
  return at < 0 ? { query: pair, text: '' } : { query: pair.slice(0, at), text: pair.slice(at + 1) };
}

/** Words of a passage that are read, and characters of each and of what is around them. */
const [WORDS_MAX, CHARACTERS_MAX, BEFORE_MAX] = [100, 60, 400];

/** Writes a passage, cut to what a reader takes, so that the process gets it whole. */
export function writePassage({ words, tail, before }: Passage): string {
  const cut = words.slice(0, WORDS_MAX).map(({ gap, text, form }) => ({
    gap: gap.slice(-CHARACTERS_MAX / 2),
    text: text.slice(0, CHARACTERS_MAX),
    form,
  }));
  const passage = { words: cut, tail: tail.slice(0, CHARACTERS_MAX), before: before.slice(-BEFORE_MAX) };
  return PASSAGE + JSON.stringify(passage satisfies Passage);
}

/** Returns what `writePassage` wrote. Null: the text is something else. */
export const readPassage = (text: string): Passage | null =>
  text.startsWith(PASSAGE) ? (JSON.parse(text.slice(PASSAGE.length)) as Passage) : null;
