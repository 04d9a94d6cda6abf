import { getRarity } from '../correction/word-rarity.js';
import { isEverydayWord } from '../words/concepts.js';
import { stem } from '../words/stem.js';

const LEAST_LENGTH = 5;
/** Length from which two letters may differ. */
const TWO_EDITS_LENGTH = 10;

/** Share of its weight that a corrected word keeps: rare words such as "negative" resemble others, too. */
export const CORRECTED_SHARE = 0.5;

/** A shorter word is part of too many others. */
const PART_LENGTH = 4;
const PREFIX_LENGTH = 3;
/** What may follow a word at the end of a compound: "Hündin", "Hunde", "Lehrerin". */
const COMPOUND_ENDING = /^(?:e[ns]?|er[ns]?|n|s|(?:er)?in(?:nen)?|jes?)?$/u;

interface WordLexeme {
  readonly word: string;
  readonly lexeme: string;
}

/** Whether a lexeme of a query that no memory contains may be misspelt: a frequent English word and an everyday word are not. */
export function mayBeMisspelt({ word, lexeme }: WordLexeme): boolean {
  return (
    lexeme.length >= LEAST_LENGTH &&
    /^\p{L}+$/u.test(lexeme) &&
    getRarity(stem(word.toLowerCase())) === 1 &&
    !isEverydayWord(word)
  );
}

/**
 * Returns what a lexeme and compounds that end with it have in common: the stemmer takes the last "e" and "er" of long words only, so it leaves
 * "Lehrer", but not "Klassenlehrer". Null: too short.
 */
export function toCompoundPart(lexeme: string): string | null {
  if (!/^\p{L}+$/u.test(lexeme) || lexeme.length < PART_LENGTH) return null;
  const part = lexeme.replace(/er?$/u, '');
  return part.length >= PART_LENGTH ? part : lexeme.replace(/e$/u, '');
}

/** Whether a word of a scope may be a compound that ends with a lexeme: "Motorsäge" is a "Säge". */
export function isCompoundOf(lexeme: string, word: string): boolean {
  const part = toCompoundPart(lexeme);
  const at = part === null ? -1 : word.lastIndexOf(part);
  return at >= PREFIX_LENGTH && COMPOUND_ENDING.test(word.slice(at + (part?.length ?? 0)));
}

/** Returns the word of a scope that is nearest to a misspelt lexeme, the shortest of several. Undefined if none is near. */
export function correctSpelling(lexeme: string, words: readonly string[]): string | undefined {
  const most = lexeme.length >= TWO_EDITS_LENGTH ? 2 : 1;
  let best: { word: string; edits: number } | undefined;
  for (const word of words) {
    if (word.length < LEAST_LENGTH - 1 || Math.abs(word.length - lexeme.length) > most) continue;
    const edits = countEdits(withEnding(lexeme), withEnding(word));
    if (edits > most) continue;
    if (!best || edits < best.edits || (edits === best.edits && word.length < best.word.length)) best = { word, edits };
  }
  return best?.word;
}

/** The stemmer writes a final y of a word as i, but not of a misspelt one. */
function withEnding(lexeme: string): string {
  return lexeme.replace(/i$/u, 'y');
}

/** Number of letters to insert, remove, replace or swap with the next one. */
export function countEdits(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const replaced = (last[column - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? (before[column - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}
