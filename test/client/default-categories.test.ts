import { expect, it } from 'vitest';
import { defaultCategories } from '../../client/default-categories.js';
import { DEFAULT_CATEGORIES } from '../../packages/memory-engine/src/categories/category-words.js';

it('shows clients the categories that the server uses', () => {
  expect(defaultCategories).toEqual(DEFAULT_CATEGORIES);
});
