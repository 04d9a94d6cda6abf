import { cancelDeletion, undoDeletion } from '../resolvers/deletion/stop-deletion.js';
import { deleteEntity } from '../resolvers/deletion/delete-entity.js';
import {
  deleteMemoriesByFilter,
  previewDeletion,
  type DeletionPreview,
} from '../resolvers/deletion/delete-memories.js';
import type { AcceptedDeletion } from '../resolvers/deletion/accept-deletion.js';
import { readFilter } from '../resolvers/memory/read-filter.js';
import { deleteOrganization } from '../resolvers/organization/delete-organization.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import type { AppContext } from '../context.js';
import { builder } from './builder.js';
import { Deletion } from './deletion.js';
import { EntityType } from './entity.js';
import { mutationErrors } from './errors.js';
import { Event } from './event.js';
import { Memory } from './memory.js';
import { MemoryFilter, toFilter, type MemoryFilterInput } from './memory-filter.js';

interface DeleteMemoriesArguments {
  projectId?: string | null;
  userId?: string | null;
  agentId?: string | null;
  appId?: string | null;
  runId?: string | null;
  metadata?: NonNullable<unknown> | null;
  filter?: MemoryFilterInput | null;
}

const DeleteMemoriesInput = builder.inputRef<DeleteMemoriesArguments>('DeleteMemoriesInput').implement({
  description:
    'Which memories. All that is given must hold; an id of `*` stands for every one, and not for none. Where `*` is all that is given, it is the union: `userId: "*"` are the memories of every user. ' +
    'Everything is deleted with `*` for all four ids and nothing else. Without any filter nothing is.',
  fields: (t) => ({
    projectId: t.id({ description: 'The project; left out: the one that the API key opens.' }),
    userId: t.string({ description: 'The user, or `*`.' }),
    agentId: t.string({ description: 'The agent, or `*`.' }),
    appId: t.string({ description: 'The app, or `*`.' }),
    runId: t.string({ description: 'The run (session), or `*`.' }),
    metadata: t.field({ type: 'JSON', description: 'An object that the metadata contain.' }),
    filter: t.field({ type: MemoryFilter, description: 'Further conditions.' }),
  }),
});

const DeletionPreviewType = builder.objectRef<DeletionPreview>('DeletionPreview').implement({
  description: 'What a deletion would delete.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of memories, expired ones included.' }),
    sample: t.field({
      type: [Memory],
      description: 'Up to ten of them, newest first.',
      resolve: (preview) => [...preview.sample],
    }),
  }),
});

const DeletionPayload = builder.objectRef<AcceptedDeletion>('DeletionPayload').implement({
  description: 'The deletion after the call.',
  fields: (t) => ({
    event: t.expose('event', {
      type: Event,
      description: 'The operation, to be followed. Its total is null until all of a large deletion is counted.',
    }),
    deletion: t.expose('deletion', { type: Deletion, description: 'The receipt, as far as it goes.' }),
  }),
});

const DeletionEventInput = builder.inputType('DeletionEventInput', {
  description: 'A deletion under way.',
  fields: (t) => ({ eventId: t.id({ required: true, description: 'Id of its event.' }) }),
});

const DeleteEntityInput = builder.inputType('DeleteEntityInput', {
  description: 'An entity to delete with all of its memories.',
  fields: (t) => ({
    projectId: t.id({ description: 'The project; left out: the one that the API key opens.' }),
    type: t.field({ type: EntityType, required: true, description: 'What it is.' }),
    name: t.string({ required: true, description: 'Its id as memories carry it; taken literally, `*` too.' }),
  }),
});

const DeleteOrganizationInput = builder.inputType('DeleteOrganizationInput', {
  description: 'An organization to delete for good, with all of its projects.',
  fields: (t) => ({ organizationId: t.id({ required: true, description: 'Id of the organization.' }) }),
});

const DeleteOrganizationPayload = builder
  .objectRef<{ deletedOrganizationId: string; deletionId: string }>('DeleteOrganizationPayload')
  .implement({
    description: 'The deletion was accepted: nobody sees the organization any more, and its rows are being removed.',
    fields: (t) => ({
      deletedOrganizationId: t.exposeID('deletedOrganizationId', { description: 'Id of the deleted organization.' }),
      deletionId: t.exposeID('deletionId', { description: 'Id of the receipt.' }),
    }),
  });

async function toUseCase(ctx: AppContext, { filter, projectId, ...flat }: DeleteMemoriesArguments) {
  const writtenFilter = toFilter(filter);
  return { ...flat, projectId: await chosenProject(ctx, projectId), filter: readFilter(writtenFilter), writtenFilter };
}

builder.queryField('previewDeletion', (t) =>
  t.field({
    type: DeletionPreviewType,
    description: 'What `deleteMemories` with the same input would delete. Changes nothing.',
    args: { input: t.arg({ type: DeleteMemoriesInput, required: true, description: 'Which memories.' }) },
    authScopes: { signedIn: true },
    complexity: 20,
    resolve: async (_root, { input }, ctx) => previewDeletion(ctx, await toUseCase(ctx, input)),
  }),
);

builder.mutationFields((t) => ({
  deleteMemories: t.field({
    type: DeletionPayload,
    errors: mutationErrors,
    description:
      'Deletes the memories that fit. From the answer on nobody sees them; they are removed in the background, with their history. Memories that are added later stay.',
    args: { input: t.arg({ type: DeleteMemoriesInput, required: true, description: 'Which memories.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => deleteMemoriesByFilter(ctx, await toUseCase(ctx, input)),
  }),
  cancelDeletion: t.field({
    type: DeletionPayload,
    errors: mutationErrors,
    description: 'Ends a deletion that is not done. What was not removed yet is back at once.',
    args: { input: t.arg({ type: DeletionEventInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => cancelDeletion(ctx, input),
  }),
  undoDeletion: t.field({
    type: DeletionPayload,
    errors: mutationErrors,
    description:
      'Takes a deletion back before anything was removed (see `undoUntil`). All of its memories are back at once.',
    args: { input: t.arg({ type: DeletionEventInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => undoDeletion(ctx, input),
  }),
  deleteEntity: t.field({
    type: DeletionPayload,
    errors: mutationErrors,
    description:
      'Deletes an entity with all of its memories, in the same way. One that nobody knows is deleted already.',
    args: { input: t.arg({ type: DeleteEntityInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) =>
      deleteEntity(ctx, { ...input, projectId: await chosenProject(ctx, input.projectId) }),
  }),
  deleteOrganization: t.field({
    type: DeleteOrganizationPayload,
    errors: mutationErrors,
    description: 'Deletes an organization and everything in it, irreversibly.',
    args: { input: t.arg({ type: DeleteOrganizationInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => ({
      ...(await deleteOrganization(ctx, input)),
      deletedOrganizationId: input.organizationId,
    }),
  }),
}));
