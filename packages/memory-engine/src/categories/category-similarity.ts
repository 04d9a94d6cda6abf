import { isBuiltIn } from './categorize.js';
import type { Category } from './category-words.js';
import { predictCategories } from './learned-categories.js';
import { findSureCategories, isLikelyEnglish } from './sure-categories.js';

/** Minimum probabilities, or cosines of a memory and a category, for the memory to belong to the category. */
export interface CategoryThresholds {
  /** Minimum probability of a built-in category. */
  readonly builtIn: number;
  /** Minimum cosine if the memory contains a word of the category. */
  readonly withWord: number;
  /** Minimum cosine of a category of a project without such a word. */
  readonly alone: number;
  /** Its maximum distance to the best category. */
  readonly behind: number;
}

/** For all-MiniLM-L6-v2, learned by bench/learn-categories.ts and bench/categories.ts. */
export const CATEGORY_THRESHOLDS: CategoryThresholds = { builtIn: 0.6, withWord: 0.2, alone: 0.3, behind: 0 };

const CATCH_ALL = 'misc';

/** Returns the texts to embed for the categories of a catalog. */
export function categoryTexts(catalog: readonly Category[]): string[] {
  return catalog.map(({ name, description }) =>
    [name.replaceAll('_', ' '), description].filter((part) => part !== null && part !== undefined).join(': '),
  );
}

/**
 * Drops categories that only share an ambiguous word with the memory, and adds built-in ones by the `vector` of the text and similar ones of
 * a project by `cosines` in catalog order. Of the latter, a text in another language than English, or one with a sure word, gets none.
 */
export function refineCategories(
  byWords: readonly string[],
  given: {
    readonly text: string;
    readonly catalog: readonly Category[];
    readonly vector: Float32Array;
    readonly cosines: readonly number[];
    readonly thresholds: CategoryThresholds;
  },
): string[] {
  const { text, catalog, vector, cosines, thresholds } = given;
  const learned = predictCategories(vector);
  const sure = findSureCategories(text, catalog);
  const mayAdd = sure.size === 0 && isLikelyEnglish(text);
  const best = cosines.reduce(
    (most, cosine, index) => (catalog[index]?.name === CATCH_ALL ? most : Math.max(most, cosine)),
    -1,
  );
  const fits = (category: Category, cosine: number) => {
    const { name } = category;
    if (name === CATCH_ALL) return false;
    if (sure.has(name)) return true;
    if (byWords.includes(name) && cosine >= thresholds.withWord) return true;
    if (isBuiltIn(category)) return (learned.get(name) ?? 0) >= thresholds.builtIn;
    return !byWords.includes(name) && mayAdd && cosine >= thresholds.alone && cosine >= best - thresholds.behind;
  };
  const fitting = catalog.filter((category, index) => fits(category, cosines[index] ?? -1)).map(({ name }) => name);
  if (fitting.length > 0) return fitting;
  return catalog.some(({ name }) => name === CATCH_ALL) ? [CATCH_ALL] : [];
}
