import { findLanguage, type Glossary } from './gloss.js';
import { findCompound, findGloss, fold } from './word-list.js';

/** Letters of a word that may be misspelt: a shorter one resembles too many, and a longer one is no word. */
const LENGTH = { least: 5, most: 30 } as const;
/** Letters from which any letter of a word among others may be wrong. In a shorter word, two are swapped, or one is doubled. */
const ANY_LETTER_LENGTH = 6;
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/**
 * Returns the known word that differs by one letter from an unknown word of a text. It is of the language of the text, or of any if the text is that
 * word alone. Folded. Null: the word is known, or no known word is near.
 */
export function correctWord(glossary: Glossary, word: string, text: string): string | null {
  const folded = fold(word);
  if (!/^\p{L}+$/u.test(folded) || folded.length < LENGTH.least || folded.length > LENGTH.most) return null;
  const list = text === word ? null : findLanguage(glossary, text);
  const lists = text === word ? glossary.lists : list ? [list] : [];
  const isWhole = (each: string) => glossary.english.has(each) || lists.some(({ words }) => words.has(each));
  const isForm = (each: string) => lists.some((own) => findGloss(own, each) !== null);
  // A name or a word of another language is right as well.
  const isRight = glossary.lists.some((own) => (findGloss(own, folded) ?? findCompound(own, folded)) !== null);
  if (isRight || isWhole(folded)) return null;
  const likely = [...listSwapped(folded), ...listDoubled(folded)];
  const others = text === word || folded.length >= ANY_LETTER_LENGTH ? listChanged(folded) : [];
  for (const words of [likely, others]) {
    const right = words.find(isWhole) ?? words.find(isForm);
    if (right !== undefined) return right;
  }
  return null;
}

/** The places between the letters of a word, with what stands before and after them. */
const split = (word: string) =>
  Array.from({ length: word.length + 1 }, (_, at) => ({ before: word.slice(0, at), after: word.slice(at) }));

const listSwapped = (word: string): string[] =>
  split(word).flatMap(({ before, after }) =>
    after.length > 1 ? [`${before}${after.charAt(1)}${after.charAt(0)}${after.slice(2)}`] : [],
  );

/** Words with a letter twice that stands there once, and the other way round. */
const listDoubled = (word: string): string[] =>
  split(word).flatMap(({ before, after }) => {
    if (after === '') return [];
    return after.charAt(0) === after.charAt(1) ? [before + after.slice(1)] : [before + after.charAt(0) + after];
  });

/** Words with a letter more, less, or another one. */
const listChanged = (word: string): string[] => [
  ...split(word).flatMap(({ before, after }) => LETTERS.map((letter) => before + letter + after)),
  ...split(word).flatMap(({ before, after }) => (after === '' ? [] : [before + after.slice(1)])),
  ...split(word).flatMap(({ before, after }) =>
    after === '' ? [] : LETTERS.map((letter) => before + letter + after.slice(1)),
  ),
];
