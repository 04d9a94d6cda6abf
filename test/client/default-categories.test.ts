import { expect, it } from 'vitest';
import { defaultCategories } from '../../client/default-categories.js';
import { DEFAULT_CATEGORIES } from '@memory-gateway/memory-engine';

it('shows clients the categories that the server uses', () => {
  expect(defaultCategories).toEqual(DEFAULT_CATEGORIES);
});
