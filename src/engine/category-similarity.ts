import type { Category } from './category-words.js';

/** Cosines of a memory and a category from which the memory belongs to the category. */
export interface CategoryThresholds {
  /** For a category whose words the memory contains. */
  readonly withWord: number;
  /** For any other category. */
  readonly alone: number;
  /** How far a category without a word in common may lie behind the best one. */
  readonly behind: number;
}

/** For all-MiniLM-L6-v2; learned by bench/categories.ts. */
export const CATEGORY_THRESHOLDS: CategoryThresholds = { withWord: 0.225, alone: 0.2, behind: 0 };

const CATCH_ALL = 'misc';

/** The texts to embed for the categories of a catalog. */
export function categoryTexts(catalog: readonly Category[]): string[] {
  return catalog.map(({ name, description }) =>
    [name.replaceAll('_', ' '), description].filter((part) => part !== null && part !== undefined).join(': '),
  );
}

/**
 * Corrects the categories that words suggest by meaning: leaves out those that the memory has only a word in common with, and adds
 * those that it is about in other words. Names come back in catalogue order; `misc` only alone.
 * @param given.cosines of the memory and each category, in catalogue order
 */
export function refineCategories(
  byWords: readonly string[],
  given: {
    readonly catalog: readonly Category[];
    readonly cosines: readonly number[];
    readonly thresholds: CategoryThresholds;
  },
): string[] {
  const { catalog, cosines, thresholds } = given;
  const best = cosines.reduce(
    (most, cosine, index) => (catalog[index]?.name === CATCH_ALL ? most : Math.max(most, cosine)),
    -1,
  );
  const fitting = catalog.flatMap(({ name }, index) => {
    const cosine = cosines[index] ?? -1;
    if (name === CATCH_ALL) return [];
    if (byWords.includes(name)) return cosine >= thresholds.withWord ? [name] : [];
    return cosine >= thresholds.alone && cosine >= best - thresholds.behind ? [name] : [];
  });
  if (fitting.length > 0) return fitting;
  return catalog.some(({ name }) => name === CATCH_ALL) ? [CATCH_ALL] : [];
}
