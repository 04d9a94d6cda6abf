import { CATEGORY_WORDS, DEFAULT_CATEGORIES, type Category } from './category-words.js';
import { findSureCategories, isBorrowed, mayBeEnglish } from './sure-categories.js';
import { stem, getStems, getWords } from '../words/stem.js';

export { DEFAULT_CATEGORIES, type Category } from './category-words.js';

const CATCH_ALL = 'misc';

/**
 * Assigns categories without a model. A default category matches if the text contains one of its words, a custom one if
 * the text contains a stem of its name or description. Returns names in catalog order; `misc` only alone and only if
 * the catalog has it. Matches words, not meaning: it misses paraphrases and ignores word senses.
 */
export function categorize(text: string, catalog: readonly Category[] = DEFAULT_CATEGORIES): string[] {
  const words = getWords(text);
  const known = mayBeEnglish(text) ? words : words.filter(isBorrowed);
  const stems = new Set(words.flatMap((word) => [stem(word), `=${word}`]));
  const englishStems = new Set(known.flatMap((word) => [stem(word), `=${word}`]));
  const sure = findSureCategories(text, catalog);
  const fitting = catalog
    .filter(
      (category) => category.name !== CATCH_ALL && (sure.has(category.name) || fits(category, { stems, englishStems })),
    )
    .map((category) => category.name);
  if (fitting.length > 0) return fitting;
  return catalog.some((category) => category.name === CATCH_ALL) ? [CATCH_ALL] : [];
}

function fits(category: Category, text: { stems: ReadonlySet<string>; englishStems: ReadonlySet<string> }): boolean {
  const known = CATEGORY_STEMS.get(category.name);
  if (known && intersects(known, text.englishStems)) return true;
  return !isBuiltIn(category) && intersects(describedStems(category), text.stems);
}

/** Whether a category is a default one, not one of the same name that a project describes in another way. */
export function isBuiltIn({ name, description }: Category): boolean {
  return DEFAULT_CATEGORIES.some((entry) => entry.name === name && entry.description === description);
}

/** Returns the stems of a custom category, without words that are common in descriptions. */
function describedStems(category: Category): Set<string> {
  const stems = getStems(`${category.name.replaceAll('_', ' ')} ${category.description ?? ''}`);
  for (const word of DESCRIPTION_STEMS) stems.delete(word);
  return stems;
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const item of a) if (b.has(item)) return true;
  return false;
}

const CATEGORY_STEMS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(CATEGORY_WORDS).map(([name, words]) => [
    name,
    new Set(words.split(' ').map((word) => (word.startsWith('=') ? word : stem(word)))),
  ]),
);

const DESCRIPTION_STEMS = new Set(
  (
    'information info detail details data fact facts thing things anything everything relate related relating concern concerning about ' +
    'include includes including user users person people memory memories category topic topics statement statements general various ' +
    'other others etc such like e g i use used using mention mentions mentioned any all'
  )
    .split(' ')
    .map(stem),
);
