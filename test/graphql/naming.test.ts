import { isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/schema/index.js';

const types = Object.values(buildSchema().getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const inputs = types.filter(isInputObjectType);

describe('filters', () => {
  it('have `eq` on every field with operators', () => {
    const operators = ['ne', 'in', 'contains', 'icontains', 'gt', 'lt'];
    const filters = inputs.filter((type) => operators.some((name) => type.getFields()[name]));
    expect(filters.map(({ name }) => name).sort()).toEqual([
      'CategoriesFilter',
      'DayFilter',
      'EntityIdFilter',
      'KeywordsFilter',
      'TimeFilter',
    ]);
    expect(filters.filter((type) => !type.getFields()['eq']).map(({ name }) => name)).toEqual([]);
  });
});
