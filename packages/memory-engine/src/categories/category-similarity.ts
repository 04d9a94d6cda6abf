import type { Category } from './category-words.js';
import { findSureCategories, isLikelyEnglish } from './sure-categories.js';

/** Minimum cosines of a memory and a category for the memory to belong to the category. */
export interface CategoryThresholds {
  /** Minimum if the memory contains a word of the category. */
  readonly withWord: number;
  readonly alone: number;
  /** Maximum distance to the best category, if the memory contains no word of the category. */
  readonly behind: number;
}

/** For all-MiniLM-L6-v2, learned by bench/categories.ts. */
export const CATEGORY_THRESHOLDS: CategoryThresholds = { withWord: 0.2, alone: 0.3, behind: 0 };

const CATCH_ALL = 'misc';

/** Returns the texts to embed for the categories of a catalog. */
export function categoryTexts(catalog: readonly Category[]): string[] {
  return catalog.map(({ name, description }) =>
    [name.replaceAll('_', ' '), description].filter((part) => part !== null && part !== undefined).join(': '),
  );
}

/**
 * Drops categories that only share an ambiguous word with the memory, and adds similar ones, by `cosines` in catalog
 * order. To a text in another language than English, or one with a sure word, it adds none.
 */
export function refineCategories(
  byWords: readonly string[],
  given: {
    readonly text: string;
    readonly catalog: readonly Category[];
    readonly cosines: readonly number[];
    readonly thresholds: CategoryThresholds;
  },
): string[] {
  const { text, catalog, cosines, thresholds } = given;
  const sure = findSureCategories(text, catalog);
  const mayAdd = sure.size === 0 && isLikelyEnglish(text);
  const best = cosines.reduce(
    (most, cosine, index) => (catalog[index]?.name === CATCH_ALL ? most : Math.max(most, cosine)),
    -1,
  );
  const fitting = catalog.flatMap(({ name }, index) => {
    const cosine = cosines[index] ?? -1;
    if (name === CATCH_ALL) return [];
    if (sure.has(name)) return [name];
    if (byWords.includes(name)) return cosine >= thresholds.withWord ? [name] : [];
    return mayAdd && cosine >= thresholds.alone && cosine >= best - thresholds.behind ? [name] : [];
  });
  if (fitting.length > 0) return fitting;
  return catalog.some(({ name }) => name === CATCH_ALL) ? [CATCH_ALL] : [];
}
