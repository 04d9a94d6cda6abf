import { createEntity } from '../resolvers/entity/create-entity.js';
import { listMemoriesOfEntity } from '../resolvers/entity/entity-memories.js';
import { getEntity } from '../resolvers/entity/get-entity.js';
import { listEntities } from '../resolvers/entity/list-entities.js';
import type { EntityCategoryRow, RelatedEntityRow } from '../stores/entity/entity-relations.js';
import type { EntityRow } from '../stores/entity/entity-store.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import { builder } from './builder.js';
import { inputOf, payloadOf } from './shared/mutation-types.js';
import { Node } from './node.js';
import { connectionType } from './shared/connection.js';
import { withFieldNames } from '../validate.js';
import { toTypedId } from '../ids.js';
import { isFirstPage } from '../page.js';
import { loaders } from './shared/loaders.js';
import { Memory, MemoryConnection } from './memory/memory.js';
import { OrderDirection } from './shared/order-direction.js';
import { inChosenProject, projectOption } from './project/project-argument.js';

export const EntityType = builder.enumType('EntityType', {
  description: 'Type of an entity.',
  values: {
    USER: { value: 'user', description: 'A user of an application.' },
    AGENT: { value: 'agent', description: 'An AI agent.' },
    APP: { value: 'app', description: 'An application.' },
    RUN: { value: 'run', description: 'A run (session) of an agent or application.' },
  } as const,
});

const entityTypes = ['user', 'agent', 'app', 'run'] as const;

const EntityCategory = builder.objectRef<EntityCategoryRow>('EntityCategory').implement({
  description: 'A category of the memories of an entity.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the category.' }),
    memoryCount: t.exposeInt('totalMemories', {
      description: 'Number of memories of the entity in the category.',
    }),
  }),
});

const RelatedEntity = builder.objectRef<RelatedEntityRow>('RelatedEntity').implement({
  description: 'An entity that shares memories with another entity.',
  fields: (t) => ({
    type: t.expose('type', { type: EntityType, description: 'Type of the related entity.' }),
    name: t.exposeString('name', { description: 'Name of the related entity.' }),
    sharedMemoryCount: t.exposeInt('sharedMemories', {
      description: 'Number of memories that belong to both entities.',
    }),
  }),
});

const Entity = builder.objectRef<EntityRow>('Entity').implement({
  interfaces: [Node],
  description: 'A user, agent, app or run (session) that memories belong to.',
  fields: (t) => ({
    id: t.id({ description: 'ID of the entity, `ent_…`.', resolve: (entity) => toTypedId('ent', entity.id) }),
    type: t.expose('type', { type: EntityType, description: 'Type of the entity.' }),
    name: t.exposeString('name', {
      description: 'Name of the entity: the user ID, agent ID, app ID or run ID of its memories.',
    }),
    metadata: t.exposeOrNull('metadata', 'JSON', 'JSON object attached by the client. Null: no metadata.'),
    memoryCount: t.exposeInt('totalMemories', { description: 'Number of memories that belong to the entity.' }),
    memories: t.page(MemoryConnection, {
      description: 'Memories that belong to the entity, newest first. Leaves out expired and merged memories.',
      resolve: ({ projectId, type, name }, args, ctx) => {
        if (isFirstPage(args)) return loaders(ctx).entityMemories(args.first, projectId).load({ type, name });
        return listMemoriesOfEntity(ctx, { ...args, projectId, entity: { type, name } });
      },
    }),
    categories: t.field({
      type: [EntityCategory],
      description: 'The 20 most frequent categories of the memories of the entity.',
      complexity: 20,
      resolve: async ({ projectId, type, name }, _args, ctx) =>
        loaders(ctx).entityCategories(projectId).load({ type, name }),
    }),
    relatedEntities: t.field({
      type: [RelatedEntity],
      description: 'The 20 entities that share the most memories with the entity.',
      complexity: 20,
      resolve: async ({ projectId, type, name }, _args, ctx) =>
        loaders(ctx).relatedEntities(projectId).load({ type, name }),
    }),
    createdAt: t.time('createdAt', 'When the first memory of the entity was added, or the entity was created.'),
    updatedAt: t.time('updatedAt', 'When a memory of the entity was last added.'),
  }),
});

builder.objectField(Memory, 'entities', (t) =>
  t.field({
    type: [Entity],
    description: 'The entities that the memory belongs to: its user, agent, app and run, in this order.',
    complexity: 4,
    resolve: async ({ projectId, userId, agentId, appId, runId }, _args, ctx) => {
      const names = { user: userId, agent: agentId, app: appId, run: runId };
      const keys = entityTypes.flatMap((type) => (names[type] === null ? [] : [{ type, name: names[type] }]));
      const found = await Promise.all(keys.map((key) => loaders(ctx).entity(projectId).load(key)));
      return found.filter((entity) => entity !== null);
    },
  }),
);

const EntityOrderField = builder.enumType('EntityOrderField', {
  description: 'Field that a list of entities is sorted by.',
  values: {
    CREATED_AT: { value: 'createdAt', description: 'Sorts by the time of the first memory.' },
    UPDATED_AT: { value: 'updatedAt', description: 'Sorts by the time when a memory was last added.' },
    NAME: { value: 'name', description: 'Sorts by name, capital letters first.' },
    MEMORY_COUNT: { value: 'totalMemories', description: 'Sorts by the number of memories.' },
  } as const,
});

const EntityOrder = builder.inputType('EntityOrder', {
  description: 'Sort order of a list of entities. Entities with equal values are sorted by ID.',
  fields: (t) => ({
    field: t.field({ type: EntityOrderField, required: true, description: 'Field to sort the entities by.' }),
    direction: t.field({ type: OrderDirection, required: true, description: 'Direction to sort the entities in.' }),
  }),
});

builder.queryField('entities', (t) =>
  t.page(connectionType(Entity, 'entities', 'An entity'), {
    description: 'Lists entities of a project, newest first unless you pass `orderBy`.',
    args: {
      projectId: t.arg.id(projectOption),
      type: t.arg({ type: EntityType, description: 'Returns only entities of this type.' }),
      search: t.arg.string({
        description: 'Returns only entities whose name contains this text, case-insensitive. At most 255 characters.',
      }),
      orderBy: t.arg({ type: EntityOrder, description: 'Sort order of the entities. Default: newest first.' }),
    },
    resolve: async (_root, args, ctx) =>
      listEntities(ctx, { ...(await inChosenProject(ctx, args)), order: args.orderBy }),
  }),
);

builder.queryField('entity', (t) =>
  t.field({
    type: Entity,
    nullable: true,
    description: 'Finds an entity by its type and name. Null with the error NOT_FOUND if the project has none.',
    args: {
      projectId: t.arg.id(projectOption),
      type: t.arg({ type: EntityType, required: true, description: 'Type of the entity to find.' }),
      name: t.arg.string({ required: true, description: 'Name of the entity to find.' }),
    },
    resolve: async (_root, args, ctx) => getEntity(ctx, await inChosenProject(ctx, args)),
  }),
);

const CreateEntityInput = inputOf(
  'createEntity',
  (t) => ({
    projectId: t.id(projectOption),
    type: t.field({ type: EntityType, required: true, description: 'Type of the new entity.' }),
    name: t.string({ required: true, description: 'Name of the new entity, 1 to 255 characters.' }),
    metadata: t.field({
      type: 'JSON',
      description: 'JSON object to attach to the entity. Absent or null: existing metadata is kept.',
    }),
  }),
  'If the entity exists, the mutation only replaces its metadata.',
);

const CreateEntityPayload = payloadOf<{ entity: EntityRow }>('createEntity', (t) => ({
  entity: t.expose('entity', { type: Entity, description: 'The entity that was created or already existed.' }),
}));

builder.mutationField('createEntity', (t) =>
  t.field({
    type: CreateEntityPayload,
    description: `Creates an entity before its first memory is added. ${toRequirement('memory:write')}`,
    ...t.change(CreateEntityInput, 'The entity to create.'),
    resolve: (_root, { input }, ctx) =>
      withFieldNames({ [`${input.type}Id`]: 'name' }, async () => ({
        entity: await createEntity(ctx, await inChosenProject(ctx, input)),
      })),
  }),
);
