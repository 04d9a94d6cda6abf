import fc from 'fast-check';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isObjectType,
  isScalarType,
  isUnionType,
  isInterfaceType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import type { Known } from './from-schema.js';
import { hostileNumbers, hostileText, hostileValue } from './hostile.js';

/** An operation with one field, whose arguments are all variables. */
export interface FuzzedField {
  readonly name: string;
  readonly document: string;
  readonly variables: fc.Arbitrary<Readonly<Record<string, unknown>>>;
}

/** Every query or mutation field, with any input that a caller may send. */
export function fieldsOf(schema: GraphQLSchema, kind: 'query' | 'mutation', known: Known): FuzzedField[] {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  return Object.values(root?.getFields() ?? {}).map((field) => ({
    name: field.name,
    document: documentOf(schema, kind, field),
    variables: variablesOf(field, known),
  }));
}

function documentOf(schema: GraphQLSchema, kind: string, { name, args, type }: GraphQLField<unknown, unknown>): string {
  const declared =
    args.length > 0
      ? `(${args.map((arg) => `$${arg.name}: ${String(isRequiredArgument(arg) ? arg.type : getNullableType(arg.type))}`).join(', ')})`
      : '';
  const given = args.length > 0 ? `(${args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')})` : '';
  return `${kind} Fuzz${declared} { ${name}${given}${selectionOf(schema, getNamedType(type), 3)} }`;
}

// The server accepts 30 aliases in one document.
const aliasesMax = 28;

/** Selects every field without arguments, to the given depth. Equal names in a union get aliases. */
function selectionOf(schema: GraphQLSchema, type: GraphQLNamedType, depth: number): string {
  if (isUnionType(type) || isInterfaceType(type)) {
    const types = schema.getPossibleTypes(type);
    const most = Math.floor(aliasesMax / types.length);
    const parts = types.map(
      (each) => `... on ${each.name} { ${selectedOf(schema, each, { depth, prefix: `${each.name}_`, most })} }`,
    );
    return ` { __typename ${parts.join(' ')} }`;
  }
  return isObjectType(type) ? ` { ${selectedOf(schema, type, { depth, prefix: '', most: 12 })} }` : '';
}

function selectedOf(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  { depth, prefix, most }: { depth: number; prefix: string; most: number },
): string {
  if (!isObjectType(type)) return '__typename';
  const shown = Object.values(type.getFields()).filter(
    (field) => isShown(field.type, depth) && field.args.every((arg) => !isNonNullType(arg.type)),
  );
  const alias = (name: string) => (prefix ? `${prefix}${name}: ` : '');
  return [
    '__typename',
    ...shown
      .slice(0, most)
      .map((field) => `${alias(field.name)}${field.name}${selectionOf(schema, getNamedType(field.type), depth - 1)}`),
  ].join(' ');
}

function isShown(type: GraphQLOutputType, depth: number): boolean {
  const named = getNamedType(type);
  return isScalarType(named) || isEnumType(named) || depth > 1;
}

function variablesOf({ args }: GraphQLField<unknown, unknown>, known: Known): FuzzedField['variables'] {
  const model = Object.fromEntries(
    args.map(({ name, type }) => [
      name,
      name === 'idempotencyKey' ? rareKey : valueOf(type, { known, name, depth: 0 }),
    ]),
  );
  const required = args.filter(isRequiredArgument).map(({ name }) => name);
  return fc.record(model, { requiredKeys: required, noNullPrototype: true });
}

const rareKey = fc.oneof(
  { weight: 12, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom('some-key-1', 'short', 'x'.repeat(2_000), 'line\r\nbreak-in-key') },
);

interface Place {
  readonly known: Known;
  /** Name of the nearest field. */
  readonly name: string;
  readonly depth: number;
}

const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function valueOf(type: GraphQLInputType, place: Place): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valueOf(type.ofType, place);
  const named = getNamedType(type);
  const meaningful = isEnumType(named) ? undefined : place.known[wireName(place.name)];
  // Of inputs only two have known values: random filters rarely pass the schema, and without a model the server refuses attachments.
  const isKnownInput = place.name === 'attachments' || (named.name === 'MemoryFilter' && place.name === 'filter');
  const isKnownType = !isInputObjectType(named) || isKnownInput;
  const isText = isScalarType(named) && ['String', 'ID'].includes(named.name) && !isListType(type);
  return fc.oneof(
    { weight: 10, arbitrary: fittingOf(type, place) },
    ...(meaningful && isKnownType ? [{ weight: 25, arbitrary: fc.constantFrom(...meaningful) }] : []),
    // Values of another type than the schema's would be rejected early.
    { weight: isText ? 3 : 1, arbitrary: isText ? hostileText : hostileValue },
  );
}

function fittingOf(type: GraphQLInputType, place: Place): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return fittingOf(type.ofType, place);
  if (isListType(type)) return fc.array(valueOf(type.ofType, place), { maxLength: 3 });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
  if (!isInputObjectType(type)) return scalarOf(type.name);
  // Inputs are recursive: a filter in a filter.
  if (place.depth > 3) return fc.constant({});
  const fields = Object.values(type.getFields());
  const model = Object.fromEntries(
    fields.map((field) => [field.name, valueOf(field.type, { ...place, name: field.name, depth: place.depth + 1 })]),
  );
  if (type.isOneOf)
    return fc.oneof(
      ...fields.map(({ name }) => fc.record({ [name]: model[name] ?? fc.constant(null) }, { noNullPrototype: true })),
    );
  const required = fields
    .filter((field) => isNonNullType(field.type) && field.defaultValue === undefined)
    .map(({ name }) => name);
  return fc.record(model, { requiredKeys: required, noNullPrototype: true });
}

const integers = hostileNumbers.filter((value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31);

function scalarOf(name: string): fc.Arbitrary<unknown> {
  switch (name) {
    case 'Int':
      return fc.oneof(fc.integer({ min: -1, max: 30 }), fc.constantFrom(...integers));
    case 'Float':
      return fc.constantFrom(...hostileNumbers);
    case 'Boolean':
      return fc.boolean();
    case 'DateTime':
      return fc.constantFrom(
        '2024-05-01T10:00:00Z',
        '2099-01-01T00:00:00+02:00',
        '0001-01-01T00:00:00Z',
        '9999-12-31T23:59:59.999Z',
        '+275760-09-13T00:00:00Z',
      );
    case 'LocalDate':
      return fc.constantFrom('2024-05-01', '2099-12-31', '0001-01-01', '9999-12-31');
    case 'JSON':
      return hostileValue;
    default:
      return fc.oneof(fc.constantFrom('tea', 'rosa', 'I moved to Lisbon'), hostileText);
  }
}
