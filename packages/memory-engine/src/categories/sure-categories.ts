import type { Category } from './category-words.js';
import { SURE_WORDS } from './sure-words.js';

/** Characters of a text that are read, because a long text is searched for each category. */
const TEXT_MAX = 4_000;

const patterns: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(SURE_WORDS).map(([name, lists]) => {
    const words = lists.flatMap((list) => list.split(',')).map(toPattern);
    return [name, new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'u')];
  }),
);

/** Returns the names of the categories of which the text has a word or phrase that decides alone. */
export function findSureCategories(text: string, catalog: readonly Category[]): Set<string> {
  const folded = fold(text);
  return new Set(catalog.flatMap(({ name }) => (patterns.get(name)?.test(folded) ? [name] : [])));
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
