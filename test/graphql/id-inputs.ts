import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isUnionType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
} from 'graphql';
import { graphqlOperations, type GraphQLOperation } from '../isolation/graphql-operations.js';
import type { Ids } from '../isolation/ids.js';

const kinds = ['query', 'mutation', 'subscription'] as const;
type Input = GraphQLArgument | GraphQLInputField;
type Values = Readonly<Record<string, unknown>>;

/** An argument or input field of the type ID, and a request with everything else that its root field needs. */
export interface IdInput {
  readonly kind: (typeof kinds)[number];
  readonly field: string;
  /** Path from the arguments, such as `input.memories.id`. */
  readonly path: string;
  readonly document: string;
  /** Variables in which other inputs name existing objects. */
  variables(ids: Ids, id: string): Values;
  /** The ID that the request has at the path, if it needs one. */
  given(ids: Ids): unknown;
}

/** Required neighbors of an ID in an optional input. */
const neighbors: Values = { key: 'digest', partNumber: 1, text: 'The lamp is blue.' };

/** Returns every input of the type ID, of every root field. */
export function listIdInputs(schema: GraphQLSchema): IdInput[] {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return kinds.flatMap((kind) => {
    const operations = graphqlOperations(schema, kind);
    return Object.values(roots[kind]?.getFields() ?? {}).flatMap((field) =>
      findPaths(field.args).map((path) => toIdInput(schema, operations, { kind, field, path })),
    );
  });
}

/** Finds the IDs in inputs. Conditions inside of conditions are those outside. */
export function findPaths(inputs: readonly Input[], within: readonly string[] = []): (readonly string[])[] {
  return inputs.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    if (named.name === 'ID') return [[name]];
    if (!isInputObjectType(named) || within.includes(named.name)) return [];
    return findPaths(Object.values(named.getFields()), [...within, named.name]).map((path) => [name, ...path]);
  });
}

interface Place {
  readonly kind: IdInput['kind'];
  readonly field: GraphQLField<unknown, unknown>;
  readonly path: readonly string[];
}

function toIdInput(
  schema: GraphQLSchema,
  operations: readonly GraphQLOperation[],
  { kind, field, path }: Place,
): IdInput {
  const isOfOrganization = path.at(-1) === 'organizationId';
  const own = operations.filter(({ name }) => name.replace(/\(.*/, '') === field.name);
  const operation = own.find(({ name }) => name.endsWith('(organizationId)') === isOfOrganization);
  const base = (ids: Ids) => (operation ?? own[0])?.variables(ids) ?? {};
  return {
    kind,
    field: field.name,
    path: path.join('.'),
    document: toDocument(schema, kind, field),
    variables: (ids, id) => withValue(field.args, path, { id, given: base(ids) }),
    given: (ids) => path.reduce<unknown>((value, name) => (first(value) as Values | undefined)?.[name], base(ids)),
  };
}

const first = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : value);

/** Writes a document that selects how the request ended. */
function toDocument(schema: GraphQLSchema, kind: string, { name, args, type }: GraphQLField<unknown, unknown>): string {
  const typeOf = (each: GraphQLArgument) => String(isRequiredArgument(each) ? each.type : getNullableType(each.type));
  const head = args.map((each) => `$${each.name}: ${typeOf(each)}`).join(', ');
  const given = args.map((each) => `${each.name}: $${each.name}`).join(', ');
  const output = getNamedType(type);
  const members = isUnionType(output) ? schema.getPossibleTypes(output).map((each) => each.name) : [];
  const errors = kind === 'mutation' && members.length > 0 ? '... on Error { code message }' : '';
  const fields = members.includes('ValidationError') ? '... on ValidationError { fields { field messages } }' : '';
  return `${kind} (${head}) { ${name}(${given}) ${isLeafType(output) ? '' : `{ __typename ${errors} ${fields} }`} }`;
}

/** Sets the ID at a path, in a list where the input is one. */
function withValue(
  inputs: readonly Input[],
  [name = '', ...rest]: readonly string[],
  { id, given }: { id: string; given: Values },
): Values {
  const input = inputs.find((each) => each.name === name);
  if (!input) throw new Error(`There is no input ${name}.`);
  const named = getNamedType(input.type);
  const fields = isInputObjectType(named) ? Object.values(named.getFields()) : [];
  const known = Object.entries(neighbors).filter(([key]) => fields.some((field) => field.name === key));
  const before = first(given[name]) ?? Object.fromEntries(known);
  const value = rest.length === 0 ? id : withValue(fields, rest, { id, given: before as Values });
  return { ...given, [name]: isListType(getNullableType(input.type)) ? [value] : value };
}
