import { readStanding } from '../traits/standing.js';
import { findPossibleLanguages } from '../words/function-words.js';
import type { Category } from './category-words.js';
import { SURE_WORDS } from './sure-words.js';

/** Characters of a text that are read, because a long text is searched for each category. */
const TEXT_MAX = 4_000;

/** Words of a text that show its language. */
const WORDS_MAX = 100;
/** Shorter English words mean something else in other languages ("son", "Rock"), longer ones are borrowed ("tennis"). */
const BORROWED_LENGTH_MIN = 5;
const SHORT_BORROWED = new Set('film yoga judo golf jazz gym wifi visa usb app apps job jobs team'.split(' '));

interface LanguagePattern {
  readonly language: string;
  /** Matches words and phrases of the language. */
  readonly own: RegExp;
  /** Matches words that other languages borrow. */
  readonly borrowed: RegExp | null;
}

const patterns: ReadonlyMap<string, readonly LanguagePattern[]> = new Map(
  Object.entries(SURE_WORDS).map(([name, lists]) => [
    name,
    Object.entries(lists).map(([language, list]) => {
      const words = list.split(',');
      const loans = language === 'English' ? words.filter(isBorrowed) : [];
      return { language, own: toAnyOf(words), borrowed: loans.length > 0 ? toAnyOf(loans) : null };
    }),
  ]),
);

/** Whether an English word means the same in other languages. */
export function isBorrowed(word: string): boolean {
  return !word.includes(' ') && (word.length >= BORROWED_LENGTH_MIN || SHORT_BORROWED.has(word));
}

function toAnyOf(words: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(toPattern).join('|')})(?![\\p{L}\\p{N}])`, 'u');
}

/** Returns the names of the categories of which the text has a word or phrase, of a language that it may be in, that decides alone. */
export function findSureCategories(text: string, catalog: readonly Category[]): Set<string> {
  const folded = fold(text);
  const languages = findPossibleLanguages(folded.split(/[^\p{L}\p{N}]+/u, WORDS_MAX));
  const hasEnglish = mayBeEnglish(text);
  const hasWord = ({ language, own, borrowed }: LanguagePattern) =>
    (language === 'English' ? hasEnglish : languages.has(language))
      ? own.test(folded)
      : borrowed?.test(folded) === true;
  const isSure = (name: string) =>
    patterns.get(name)?.some(hasWord) || (name === WISHES && readStanding(text.slice(0, TEXT_MAX)).instruction);
  return new Set(catalog.flatMap(({ name }) => (isSure(name) ? [name] : [])));
}

/** The category of standing wishes. */
const WISHES = 'user_preferences';

/** "User has a son.": `has`, `a` and `son` are Spanish words as well. */
const ENGLISH_PHRASE = /(?<![\p{L}\p{N}])(?:user|she|they|(?:has|had|is|was|in|as) an?)(?![\p{L}\p{N}])/iu;

/** Whether a text has an English word or so few words of any language that it may be English. */
export function mayBeEnglish(text: string): boolean {
  return (
    isLikelyEnglish(text) ||
    ENGLISH_PHRASE.test(text.slice(0, TEXT_MAX)) ||
    findPossibleLanguages(fold(text).split(/[^\p{L}\p{N}]+/u, WORDS_MAX)).has('English')
  );
}

/** `*` at the end of a word is any ending, alone it is one to three words; `#` is a number. */
function toPattern(words: string): string {
  return fold(words)
    .replaceAll(' * ', String.raw` (?:[\p{L}\p{N}]+ ){1,3}`)
    .replaceAll('*', String.raw`\p{L}*`)
    .replaceAll('#', String.raw`\p{N}+`);
}

function fold(text: string): string {
  return text
    .slice(0, TEXT_MAX)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('ß', 'ss')
    .replace(/\s+/g, ' ');
}

const englishWords = new Set(
  'i my we our the is are was were have had with and you your she they it that this'.split(' '),
);

/** Whether a text looks English, so that the built-in model compares its meaning with that of a category. */
export function isLikelyEnglish(text: string): boolean {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => englishWords.has(word));
}
