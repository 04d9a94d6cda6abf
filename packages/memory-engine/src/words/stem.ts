import { isStopWord } from './stop-words.js';

/** Returns the lowercase words of a text in any script, without apostrophe endings. */
export function getWords(text: string): string[] {
  return Array.from(text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu), ([word]) => word).filter(
    (word) => !/^(?:s|t|m|d|re|ve|ll)$/.test(word),
  );
}

/** Returns the stems of a text's words, without stop words. */
export function getStems(text: string): Set<string> {
  return new Set(
    getWords(text)
      .filter((word) => !isStopWord(word))
      .map(stem),
  );
}

/** Stems an English word lightly (plural, -ing, -ed, -ly, final e), unlike the lexemes of the database. */
export function stem(word: string): string {
  // Longer ones are no words, and the expressions below would look at each of their ends.
  if (word.length <= 3 || word.length > 64) return word;
  const singular = withoutPlural(word);
  const bare = withoutVerbEnding(singular).replace(/(?<=.{3})ly$/, '');
  return bare.replace(/(?<=.{2})e$/, '').replace(/(?<=.{2})y$/, 'i');
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) && !word.endsWith('is') ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  const found = /^(.*[aeiouy].*?)(?:ing|ed)$/.exec(word);
  const base = found?.[1];
  if (base === undefined || base.length < 3) return word;
  // "running" -> "run", but "falling" -> "fall".
  return /([bdgmnprt])\1$/.test(base) ? base.slice(0, -1) : base;
}
