import { isInputObjectType, isObjectType, isInterfaceType, type GraphQLNamedType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/schema/index.js';

const types = Object.values(buildSchema().getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const inputs = types.filter(isInputObjectType);

interface Named {
  readonly name: string;
  readonly type: { toString(): string };
}

const isBoolean = ({ type }: Named): boolean => /^\[?Boolean\b/.test(String(type));
const outputs = types.filter((type) => isObjectType(type) || isInterfaceType(type));
const fields = outputs.flatMap((type) =>
  Object.values(type.getFields()).map((field) => ({ place: `${type.name}.${field.name}`, field })),
);

/** A Boolean that says what an object is, has, can or does begins with one of these verbs. */
const says = /^(is|has|can|needs|keeps|records|stores)[A-Z]/;
const booleans = fields.filter(({ field }) => isBoolean(field));
const shown = new Set(booleans.map(({ field }) => field.name));

const listed = (type: GraphQLNamedType, given: readonly Named[]) =>
  given.filter(isBoolean).map(({ name }) => ({ place: `${type.name}.${name}`, name }));
const options = [
  ...inputs.flatMap((type) => listed(type, Object.values(type.getFields()))),
  ...fields.flatMap(({ place, field }) =>
    field.args.filter(isBoolean).map(({ name }) => ({ place: `${place}(${name})`, name })),
  ),
];

/** The name that a field with this meaning would have. */
const toFieldNames = (name: string): string[] =>
  ['is', 'has'].map((verb) => verb + name.charAt(0).toUpperCase() + name.slice(1));

describe('Booleans', () => {
  it('of an object begin with a verb that says what the object is, has, can or does', () => {
    expect(booleans.length).toBeGreaterThan(25);
    expect(booleans.filter(({ field }) => !says.test(field.name)).map(({ place }) => place)).toEqual([]);
  });

  it('of an input have the name of the field that they set or match', () => {
    expect(options.length).toBeGreaterThan(25);
    const apart = options.filter(({ name }) => says.test(name) && !shown.has(name));
    const bare = options.filter(({ name }) => toFieldNames(name).some((field) => shown.has(field)));
    expect([apart, bare].flat().map(({ place }) => place)).toEqual([]);
  });
});

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
