import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  type GraphQLNamedType,
} from 'graphql';
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

describe('whole numbers', () => {
  const numbers = fields.filter(({ field }) => /^(?:Int|BigInt)!?$/.test(String(field.type)));
  const meaning = ({ field }: (typeof fields)[number]): string => field.description ?? '';

  it('that count something have a name that ends in Count', () => {
    const counts = numbers.filter((number) => /^Number of (?!the )/.test(meaning(number)));
    expect(counts.length).toBeGreaterThan(50);
    expect(counts.filter(({ field }) => !/[a-z]Count$/.test(field.name)).map(({ place }) => place)).toEqual([]);
  });

  it('that number something have a name that says so', () => {
    const places = numbers.filter((number) => /^Number of the /.test(meaning(number)));
    expect(places.length).toBeGreaterThan(1);
    expect(places.filter(({ field }) => !/(?:^n|N)umber$/.test(field.name)).map(({ place }) => place)).toEqual([]);
  });
});

describe('arguments and input fields', () => {
  it('with a default cannot be null, and name the default in the schema alone', () => {
    const inputFields = inputs.flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({ place: `${type.name}.${field.name}`, field })),
    );
    const args = fields.flatMap(({ place, field }) =>
      field.args.map((arg) => ({ place: `${place}(${arg.name})`, field: arg })),
    );
    const withDefault = [...inputFields, ...args].filter(({ field }) => field.defaultValue !== undefined);
    expect(withDefault.length).toBeGreaterThan(30);
    expect(withDefault.filter(({ field }) => !isNonNullType(field.type)).map(({ place }) => place)).toEqual([]);
    expect(
      withDefault.filter(({ field }) => /\bDefault\b/.test(field.description ?? '')).map(({ place }) => place),
    ).toEqual([]);
  });
});

describe('payloads of mutations', () => {
  const payloads = outputs.filter(({ name }) => name.endsWith('Payload'));

  it('name an object as its type, with the word that tells two of them apart in front', () => {
    const named = payloads.flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => !String(field.type).startsWith('[') && 'getInterfaces' in getNamedType(field.type))
        .map((field) => ({
          place: `${type.name}.${field.name}`,
          field: field.name,
          type: getNamedType(field.type).name,
        })),
    );
    expect(named.length).toBeGreaterThan(60);
    const apart = named.filter(
      ({ field, type }) => !`${field.charAt(0).toUpperCase()}${field.slice(1)}`.endsWith(type),
    );
    expect(apart.map(({ place, type }) => `${place}: ${type}`)).toEqual([
      // Two results of one type, with the stored and with the edited settings.
      'PreviewEmbeddingsPayload.edited: EmbeddingTrial',
      'PreviewEmbeddingsPayload.stored: EmbeddingTrial',
      'PreviewProjectSettingsPayload.extraction: SettingsExtractionPreview',
      'PreviewProjectSettingsPayload.search: SettingsSearchPreview',
    ]);
  });
});
