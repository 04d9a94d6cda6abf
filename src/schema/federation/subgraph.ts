import {
  GraphQLObjectType,
  GraphQLSchema,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  lexicographicSortSchema,
  type GraphQLAbstractType,
  type GraphQLNamedType,
} from 'graphql';
import { companyUser, createFederationFields, type EntityTypes } from './entities.js';
import { hiddenFields, toSubgraphFieldName, toSubgraphTypeName, type RootType } from './names.js';
import { printSubgraph } from './sdl.js';
import { createUserType } from './user.js';

export interface Subgraph {
  /** The schema to execute, with `_service` and `_entities`. */
  readonly schema: GraphQLSchema;
  /** The schema document for the composition of a supergraph. */
  readonly sdl: string;
}

/** Converts the schema to a subgraph of Apollo Federation 2. The given schema stays unchanged. */
export function createSubgraph(given: GraphQLSchema): Subgraph {
  // Sorting copies every type that is renamed here.
  const copy = lexicographicSortSchema(given);
  const user = createUserType(copy);
  const originals = renameTypes(copy);
  const roots = {
    mutation: toSubgraphRoot('Mutation', copy.getMutationType()),
    subscription: toSubgraphRoot('Subscription', copy.getSubscriptionType()),
  };
  const query = toSubgraphRoot('Query', copy.getQueryType());
  // Only reachable types are part of it: `types` is not passed on.
  const base = new GraphQLSchema({ ...roots, query, types: [user] });
  const entities: EntityTypes = new Map(
    Object.values(base.getTypeMap())
      .filter((type) => isObjectType(type))
      .filter((type) => type === user || isNode(type, originals))
      .map((type) => [type.name, { type, name: type === user ? companyUser : (originals.get(type) ?? type.name) }]),
  );
  const sdl = printSubgraph(lexicographicSortSchema(base), new Set(entities.keys()));
  const config = query.toConfig();
  const extended = new GraphQLObjectType({
    ...config,
    fields: { ...config.fields, ...createFederationFields(entities, sdl) },
  });
  return { schema: lexicographicSortSchema(new GraphQLSchema({ ...roots, query: extended })), sdl };
}

type Originals = ReadonlyMap<GraphQLNamedType, string>;

const isNode = (type: GraphQLObjectType, originals: Originals): boolean =>
  type.getInterfaces().some((each) => originals.get(each) === 'Node');

/** Renames types of general names. @returns the name in the schema of each type */
function renameTypes(schema: GraphQLSchema): Originals {
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const originals = new Map<GraphQLNamedType, string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (isBuiltIn(type.name) || (isObjectType(type) && roots.has(type))) continue;
    originals.set(type, type.name);
    type.extensions = { ...type.extensions, originalName: type.name };
    type.name = toSubgraphTypeName(type.name);
    if (isAbstractType(type)) renameResolvedType(type);
  }
  return originals;
}

const isBuiltIn = (name: string): boolean => /^(__.*|ID|String|Int|Float|Boolean)$/.test(name);

// Resolvers know the names of the schema.
function renameResolvedType(type: GraphQLAbstractType): void {
  const { resolveType } = type;
  if (!resolveType) return;
  const renamed: typeof resolveType = async (...args) => {
    const name = await resolveType(...args);
    return name == null ? name : toSubgraphTypeName(name);
  };
  if (isInterfaceType(type)) type.resolveType = renamed;
  else type.resolveType = renamed;
}

function toSubgraphRoot(name: RootType, type: GraphQLObjectType | null | undefined): GraphQLObjectType {
  if (!type) throw new Error(`The schema has no type ${name}.`);
  const config = type.toConfig();
  const shown = Object.entries(config.fields).filter(([field]) => !hiddenFields[name].has(field));
  const fields = shown.map(([field, value]) => [toSubgraphFieldName(name, field), value] as const);
  return new GraphQLObjectType({ ...config, fields: Object.fromEntries(fields) });
}
