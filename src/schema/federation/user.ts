import {
  assertObjectType,
  defaultFieldResolver,
  getNullableType,
  GraphQLID,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import type { AppContext } from '../../context.js';
import { NotFoundError, nullFor } from '../../errors.js';
import { getChosenProject } from '../../resolvers/project/current-project.js';
import type { MemoryFilterInput } from '../memory/memory-filter.js';

/** A user of the company, by the id that memories name as `userId`. */
export interface UserReference {
  readonly id: string;
}

/** Points of a profile, as of a search. */
const profileCost = 20;

type Fields = Readonly<Record<string, GraphQLFieldConfig<unknown, AppContext>>>;
type SearchArgs = Readonly<Record<string, unknown>> & { readonly filter?: MemoryFilterInput | null };
type SearchParameters = Parameters<GraphQLFieldResolver<UserReference, AppContext, SearchArgs>>;

/**
 * Creates the fields that the subgraph adds to a company's `User`. They reuse the resolvers of the schema, so they
 * authorize, limit and batch in the same way. All are nullable, so a missing credential does not null the whole query.
 */
export function createUserType(schema: GraphQLSchema): GraphQLObjectType<UserReference, AppContext> {
  const { memories } = assertObjectType(schema.getType('Entity')).toConfig().fields;
  const { searchMemories, profile } = (schema.getQueryType()?.toConfig().fields ?? {}) as Fields;
  if (!memories || !searchMemories || !profile) throw new Error('The schema lacks fields of the type User.');
  const list = getResolver(memories);
  const search = getResolver(searchMemories);
  const read = getResolver(profile);
  return new GraphQLObjectType<UserReference, AppContext>({
    name: 'User',
    description: 'A user of your application, known by the ID that memories name as `userId`.',
    fields: {
      id: { type: new GraphQLNonNull(GraphQLID), description: 'ID of the user, the `userId` of memories.' },
      memories: {
        ...reuse(memories),
        description:
          'Memories of the user in your default project, newest first. Leaves out expired and merged memories.',
        resolve: async (...[{ id }, args, ctx, info]) =>
          list({ projectId: await getProjectOfRequest(ctx), type: 'user', name: id }, args, ctx, info),
      },
      searchMemories: {
        ...reuse(searchMemories),
        description: 'Searches the memories of the user in your default project. Returns the best matches first.',
        resolve: async (...[{ id }, { filter, ...args }, ctx, info]: SearchParameters) => {
          const ofUser: MemoryFilterInput = { userId: { eq: id } };
          const both = filter ? { and: [ofUser, filter] } : ofUser;
          return search({}, { ...args, filter: both, projectId: await getProjectOfRequest(ctx) }, ctx, info);
        },
      },
      profile: {
        ...reuse(profile),
        // Each profile is read with statements of its own.
        extensions: { ...profile.extensions, complexity: { field: profileCost } },
        description: 'Profile of the user in your default project. Null if the project has no memories of the user.',
        resolve: async (...[{ id }, args, ctx, info]) => {
          const projectId = await getProjectOfRequest(ctx);
          return Promise.resolve(read({}, { ...args, userId: id, projectId }, ctx, info)).catch(nullFor(NotFoundError));
        },
      },
    },
  });
}

/** Copies a field for `User`, which knows the user and the project. The complexity is copied with the extensions. */
function reuse({ type, args = {}, extensions }: GraphQLFieldConfig<unknown, AppContext>) {
  const { projectId: _projectId, userId: _userId, ...others } = args;
  return { type: getNullableType(type), args: others, extensions };
}

function getResolver({ resolve = defaultFieldResolver }: GraphQLFieldConfig<unknown, AppContext>) {
  return resolve;
}

// One statement finds the default project, however many users a request refers to.
const projects = new WeakMap<AppContext, Promise<string>>();

function getProjectOfRequest(ctx: AppContext): Promise<string> {
  const found = projects.get(ctx) ?? getChosenProject(ctx);
  projects.set(ctx, found);
  return found;
}
