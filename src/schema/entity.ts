import { createEntity } from '../resolvers/entity/create-entity.js';
import { getEntity } from '../resolvers/entity/get-entity.js';
import { listEntities } from '../resolvers/entity/list-entities.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import type { EntityRow } from '../stores/entity/entity-store.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { mutationErrors, withFieldNames } from './errors.js';

/** What memories can be kept for. */
export const EntityType = builder.enumType('EntityType', {
  description: 'What memories can be kept for.',
  values: {
    USER: { value: 'user', description: 'A user.' },
    AGENT: { value: 'agent', description: 'An agent.' },
    APP: { value: 'app', description: 'An app.' },
    RUN: { value: 'run', description: 'A run (session).' },
  } as const,
});

/** A user, agent, app or run that memories are kept for. */
export const Entity = builder.objectRef<EntityRow>('Entity').implement({
  description: 'A user, agent, app or run that memories are kept for.',
  fields: (t) => ({
    id: t.id({ description: 'Number of the entity, as text.', resolve: (entity) => String(entity.id) }),
    type: t.expose('type', { type: EntityType, description: 'What it is.' }),
    name: t.exposeString('name', { description: 'Its id as memories carry it, for example the user id.' }),
    metadata: t.expose('metadata', { type: 'JSON', nullable: true, description: 'What was attached to it.' }),
    totalMemories: t.exposeInt('totalMemories', { description: 'Number of its memories.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'First seen.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last written for.' }),
  }),
});

builder.queryField('entities', (t) =>
  t.connection({
    type: Entity,
    description: 'Entities of a project, newest first.',
    args: {
      projectId: t.arg.id({ description: 'The project; left out: the one that the API key opens.' }),
      type: t.arg({ type: EntityType, description: 'Only those of this type.' }),
    },
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, args, ctx) =>
      toConnection(await listEntities(ctx, { ...args, projectId: await chosenProject(ctx, args.projectId) })),
  }),
);

builder.queryField('entity', (t) =>
  t.field({
    type: Entity,
    description: 'One entity by its type and name.',
    args: {
      projectId: t.arg.id({ description: 'The project; left out: the one that the API key opens.' }),
      type: t.arg({ type: EntityType, required: true, description: 'What it is.' }),
      name: t.arg.string({ required: true, description: 'Its id as memories carry it.' }),
    },
    authScopes: { signedIn: true },
    resolve: async (_root, args, ctx) =>
      getEntity(ctx, { ...args, projectId: await chosenProject(ctx, args.projectId) }),
  }),
);

const CreateEntityInput = builder.inputType('CreateEntityInput', {
  description:
    'An entity, before anything is remembered for it. One that exists is kept, with the metadata that is given.',
  fields: (t) => ({
    projectId: t.id({ description: 'The project; left out: the one that the API key opens.' }),
    type: t.field({ type: EntityType, required: true, description: 'What it is.' }),
    name: t.string({ required: true, description: 'Its id as memories will carry it, 1 to 255 characters.' }),
    metadata: t.field({ type: 'JSON', description: 'A JSON object; left out or null: what is there stays.' }),
  }),
});

const CreateEntityPayload = builder.objectRef<{ entity: EntityRow }>('CreateEntityPayload').implement({
  description: 'The entity is recorded.',
  fields: (t) => ({ entity: t.expose('entity', { type: Entity, description: 'The entity.' }) }),
});

builder.mutationField('createEntity', (t) =>
  t.field({
    type: CreateEntityPayload,
    errors: mutationErrors,
    description: 'Records an entity before anything is remembered for it.',
    args: { input: t.arg({ type: CreateEntityInput, required: true, description: 'The entity.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) =>
      withFieldNames({ [`${input.type}Id`]: 'name' }, async () => ({
        entity: await createEntity(ctx, { ...input, projectId: await chosenProject(ctx, input.projectId) }),
      })),
  }),
);
