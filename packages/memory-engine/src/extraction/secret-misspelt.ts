import { foldWord } from '../words/function-words.js';
import type { Span } from './secret-shapes.js';

/** A word that "is", ":" or "=" follows, and may name what it is of: "passwrod for the game acount is". */
const NAMES_VALUE =
  /(?<!\p{L})\p{L}{5,11}(?=\s?[:=]|(?:\s(?:of|for|to|von|vom|für|fürs|zu|de|du|del|pour|para|per|di|do|da|van|voor)(?:\s[\p{L}'’-]{1,15}){1,4})?\s(?:is|ist|lautet|est|es|è|é)\s)/giu;
const PASSWORD_WORDS = ['password', 'passwort', 'contrasena', 'senha', 'wachtwoord', 'kennwort'];
/** Words of their own that are one letter away. */
const OTHER_WORD = /^passport$/u;
/** Shorter words are one letter away from others: "senna". They count with two letters swapped only. */
const editedMin = 6;

/** Returns misspelt words for a password, such as "passwrod" and "Paßwort", that a value follows. */
export function findMisspeltNames(segment: string): Span[] {
  return Array.from(segment.matchAll(NAMES_VALUE), ({ 0: word, index }) => ({ word, from: index }))
    .filter(({ word }) => isMisspelt(foldWord(word)))
    .map(({ word, from }) => ({ from, to: from + word.length }));
}

function isMisspelt(word: string): boolean {
  return !OTHER_WORD.test(word) && PASSWORD_WORDS.some((right) => isOneEditAway(word, right));
}

function isOneEditAway(word: string, right: string): boolean {
  let start = 0;
  while (start < word.length && word[start] === right[start]) start += 1;
  let end = 0;
  const endMax = Math.min(word.length, right.length) - start;
  while (end < endMax && word.at(-1 - end) === right.at(-1 - end)) end += 1;
  const [own, other] = [word.slice(start, word.length - end), right.slice(start, right.length - end)];
  const isSwapped = own.length === 2 && own === [...other].reverse().join('');
  return isSwapped || (right.length >= editedMin && own.length <= 1 && other.length <= 1);
}
