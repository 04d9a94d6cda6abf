import { findCompound, findGloss, fold, type WordList } from './word-list.js';

/** Characters at the beginning of a text that tell its language. */
const SAMPLE = 600;
/** A text with no more words may be a name: "Luna" is no moon. It stays beside its gloss. */
const SURE_WORDS = 2;
/** English words that hardly any text in English lacks. Counted twice: an unusual word of it may be one of another language. */
const SURE: ReadonlySet<string> = new Set(
  'i my me the is am are was were have has had do does did of and to with for you your he she her his we our they this that what where when who how which not can will would from on it its'.split(
    ' ',
  ),
);
/** Least share of known words. Other languages have words in common with those of the lists. */
const KNOWN_MIN = 0.5;
/** A word that is known by its stem and ending counts less than one that stands in a list. */
const STEM_COUNT = 0.9;
/** Words that stand beside each other in a phrase of the list tell more of related languages apart. */
const PHRASE_COUNT = 0.2;
/** Words of the longest phrase in a word list. */
const PHRASE_MAX = 4;

interface Token {
  readonly text: string;
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

/** What follows an apostrophe in English tells no other language. */
const CONTRACTION = /['’](?:s|t|m|d|ll|re|ve)\b/giu;

const LETTERS = /^[\p{L}\p{M}'’-]+$/u;
const readTokens = (text: string): Token[] =>
  Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), (match) => ({
    text: match[0],
    folded: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));

/** Word lists by language, and the English words that they are glossed with. */
export interface Glossary {
  readonly lists: readonly WordList[];
  readonly english: ReadonlySet<string>;
}

/** Collects the English words of the lists. */
export function createGlossary(lists: readonly WordList[]): Glossary {
  const glosses = lists.flatMap(({ words, stems }) => [...words.values(), ...stems.values()]);
  return { lists, english: new Set(glosses.flatMap((gloss) => fold(gloss).split(' '))) };
}

/**
 * Replaces the words of a text in a known language by English ones, for a model that reads English: "Wo wohne ich?" is "where live I?". A text
 * that has as many English words stays as it is, and so do names and unknown words.
 */
export function glossText({ lists, english }: Glossary, text: string): string {
  const list = findLanguage({ lists, english }, text);
  if (!list) return text;
  const tokens = readTokens(text);
  const gloss = replaceWords(list, text, tokens);
  return tokens.length > SURE_WORDS ? gloss : `${gloss} ${text}`;
}

/** Replaces single words of a text as `glossText` does. A word keeps its place, and may become several. */
export function glossWords(glossary: Glossary, text: string, words: readonly string[]): string[] {
  const list = findLanguage(glossary, text);
  if (!list) return [...words];
  const toEnglish = (part: string) => findGloss(list, fold(part)) ?? findCompound(list, fold(part)) ?? part;
  return words.map((word) => (LETTERS.test(word) ? word.split(/['’-]/u).map(toEnglish).join(' ') : word));
}

/** Finds the list of the language of a text. Null: English, or unknown. */
export function findLanguage({ lists, english }: Glossary, text: string): WordList | null {
  const tokens = readTokens(text.slice(0, SAMPLE).replace(CONTRACTION, ''));
  const words = tokens.filter(({ folded }) => /\p{L}/u.test(folded));
  const englishWords = words.filter(({ folded }) => SURE.has(folded) || isEnglish(english, folded));
  const sure = englishWords.filter(({ folded }) => SURE.has(folded));
  let best: WordList | null = null;
  let most = Math.max(englishWords.length, words.length * KNOWN_MIN * STEM_COUNT - 0.01);
  for (const list of lists) {
    const known = words.map((word, index) => countKnown(list, word, words[index + 1]));
    const count =
      known.reduce((sum, each) => sum + each, 0) - sure.filter(({ folded }) => findGloss(list, folded) === null).length;
    if (count > most) [best, most] = [list, count];
  }
  return best;
}

function countKnown(list: WordList, { text, folded }: Token, next: Token | undefined): number {
  const isForeign = Array.from(text.toLowerCase().normalize('NFC')).some(
    (letter) => letter > 'z' && !list.letters.has(letter),
  );
  if (isForeign || findGloss(list, folded) === null) return 0;
  const isPhrase = next !== undefined && list.words.has(`${folded} ${next.folded}`);
  return (list.words.has(folded) ? 1 : STEM_COUNT) + (isPhrase ? PHRASE_COUNT : 0);
}

const isEnglish = (english: ReadonlySet<string>, word: string): boolean =>
  english.has(word) ||
  [/s$/, /es$/, /e?d$/, /ing$/, /ly$/].some((ending) => {
    const base = word.replace(ending, '');
    return base !== word && base.length > 2 && (english.has(base) || english.has(`${base}e`));
  });

function replaceWords(list: WordList, text: string, tokens: readonly Token[]): string {
  const parts: string[] = [];
  let end = 0;
  for (let at = 0; at < tokens.length;) {
    const { gloss, length } = readPhrase(list, tokens, at);
    const [first, last] = [tokens[at], tokens[at + length - 1]];
    if (!first || !last) break;
    parts.push(text.slice(end, first.start).replace(/['’-]/gu, ' '), gloss ?? text.slice(first.start, last.end));
    end = last.end;
    at += length;
  }
  parts.push(text.slice(end));
  return parts.join('').replace(/[¿¡]/gu, '').replace(/ {2,}/gu, ' ').trim();
}

function readPhrase(list: WordList, tokens: readonly Token[], at: number): { gloss: string | null; length: number } {
  for (let length = Math.min(PHRASE_MAX, tokens.length - at); length > 1; length -= 1) {
    const phrase = tokens.slice(at, at + length);
    const gloss = findGloss(list, phrase.map(({ folded }) => folded).join(' '));
    if (gloss !== null) return { gloss, length };
  }
  const word = tokens[at]?.folded ?? '';
  return { gloss: findGloss(list, word) ?? findCompound(list, word), length: 1 };
}
