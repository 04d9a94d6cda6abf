import {
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLString,
  GraphQLUnionType,
  type GraphQLFieldConfigMap,
} from 'graphql';
import type { AppContext } from '../../context.js';
import { ForbiddenError, ValidationError } from '../../errors.js';
import { findNodeOfType } from '../../resolvers/node/find-node.js';
import { isUserId } from '../../resolvers/profile/get-profile.js';
import { findOrNull, loaders } from '../shared/loaders.js';

/** The types that other subgraphs refer to, by their names in the subgraph. `name` is the name in the schema. */
export type EntityTypes = ReadonlyMap<string, { readonly type: GraphQLObjectType; readonly name: string }>;

/** The name in the schema that stands for a company's user. Our accounts are renamed. */
export const companyUser = 'company user';

type Finder = (ctx: AppContext, id: string) => Promise<object | null>;

// Many references of these types are read with few statements.
const batchFinders: ReadonlyMap<string, Finder> = new Map<string, Finder>([
  [companyUser, (_ctx, id) => Promise.resolve(isUserId(id) ? { id } : null)],
  ['Memory', (ctx, id) => loaders(ctx).anyMemory.load(id)],
  ['Project', (ctx, id) => findOrNull(loaders(ctx).project, id)],
]);

/** Points of a reference that is read with statements of its own. */
const singleCost = 20;

interface Arguments {
  readonly representations: readonly unknown[];
}

/** Creates the root fields of Apollo Federation: `_service` with the schema document, and `_entities`. */
export function createFederationFields(entities: EntityTypes, sdl: string): GraphQLFieldConfigMap<unknown, AppContext> {
  const any = new GraphQLScalarType({ name: '_Any', description: 'Reference of another subgraph to an object.' });
  // Rows contain no type name, so it is stored next to them.
  const typeNames = new WeakMap<object, string>();
  const entity = new GraphQLUnionType({
    name: '_Entity',
    description: 'An object that other subgraphs may refer to.',
    types: [...entities.values()].map(({ type }) => type),
    resolveType: (value: object) => typeNames.get(value),
  });
  const findEntity = async (ctx: AppContext, reference: unknown, index: number) => {
    const { type, name, id } = readReference(entities, reference, index);
    const find = batchFinders.get(name) ?? ((...[context, key]) => findNodeOfType(context, { type: name, id: key }));
    const found = await find(ctx, id);
    if (found) typeNames.set(found, type);
    return found;
  };
  return {
    _service: {
      type: new GraphQLNonNull(createServiceType(sdl)),
      description: 'Describes this subgraph.',
      resolve: () => ({}),
    },
    _entities: {
      type: new GraphQLNonNull(new GraphQLList(entity)),
      description: 'Finds objects by references, in their order. Null for each object that you cannot see.',
      args: {
        representations: {
          type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(any))),
          description: 'References: objects with `__typename` and `id`.',
        },
      },
      extensions: { complexity: ({ representations }: Arguments) => costOfReferences(entities, representations) },
      resolve: (_root, { representations }: Arguments, ctx) =>
        representations.map((reference, index) => findEntity(ctx, reference, index)),
    },
  };
}

function createServiceType(sdl: string): GraphQLObjectType<unknown, AppContext> {
  return new GraphQLObjectType<unknown, AppContext>({
    name: '_Service',
    description: 'Description of this subgraph.',
    fields: {
      sdl: {
        type: GraphQLString,
        description: 'Schema document of this subgraph. Null with the error FORBIDDEN if introspection is off.',
        resolve: (_service, _args, ctx) => readSdl(ctx, sdl),
      },
    },
  });
}

function readSdl(ctx: AppContext, sdl: string): string {
  if (ctx.config.graphql.introspection) return sdl;
  throw new ForbiddenError('`sdl` is disabled together with introspection. Run `memory-gateway subgraph-schema`.');
}

/** Returns the cost of references. The selection of the query counts for each of them. */
function costOfReferences(entities: EntityTypes, representations: readonly unknown[]) {
  const costs = representations.map((reference): number => {
    const known = findType(entities, reference);
    return known && !batchFinders.has(known.name) ? singleCost : 1;
  });
  return { field: 1 + costs.reduce((sum, cost) => sum + cost, 0), multiplier: Math.max(1, costs.length) };
}

/** @throws ValidationError */
function readReference(entities: EntityTypes, reference: unknown, index: number) {
  const id = readField(reference, 'id');
  const known = findType(entities, reference);
  const path = `representations.${index}`;
  if (!known)
    throw new ValidationError({ [`${path}.__typename`]: ['`__typename` must be a type of this subgraph with a key.'] });
  if (typeof id !== 'string') throw new ValidationError({ [`${path}.id`]: ['`id` must be a string.'] });
  return { type: known.type.name, name: known.name, id };
}

function findType(entities: EntityTypes, reference: unknown) {
  const type = readField(reference, '__typename');
  return typeof type === 'string' ? entities.get(type) : undefined;
}

const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
