import { cancelDeletion, undoDeletion } from '../../resolvers/deletion/stop-deletion.js';
import { deleteEntity } from '../../resolvers/deletion/delete-entity.js';
import {
  deleteMemoriesByFilter,
  previewDeletion,
  type DeletionPreview,
} from '../../resolvers/deletion/delete-memories.js';
import type { AcceptedDeletion } from '../../resolvers/deletion/accept-deletion.js';
import { getDeletion } from '../../resolvers/deletion/list-deletions.js';
import { readFilter } from '../../resolvers/memory/read-filter.js';
import { deleteOrganization } from '../../resolvers/organization/delete-organization.js';
import { getChosenProject } from '../../resolvers/project/current-project.js';
import type { AppContext } from '../../context.js';
import { toRequirement } from '../../resolvers/shared/permission-texts.js';
import { ConflictError } from '../../errors.js';
import { builder } from '../builder.js';
import { idInput, inputOf, payloadOf } from '../shared/mutation-types.js';
import { Deletion } from './deletion.js';
import { listEntityRemains, type EntityRemain } from './entity-remains.js';
import { EntityType } from '../entity.js';
import { withFieldNames } from '../../validate.js';
import { fromTypedId, toUuid } from '../../ids.js';
import { inChosenProject, projectOption } from '../project/project-argument.js';
import { Event } from '../event.js';
import { Memory } from '../memory/memory.js';
import { MemoryFilter, toFilter } from '../memory/memory-filter.js';

const DeleteMemoriesInput = builder.inputType('DeleteMemoriesInput', {
  description:
    'Selects memories to delete. A memory is deleted if it meets all conditions. `*` matches every memory that has such an ID. ' +
    'To delete everything, pass `*` for all four IDs and nothing else. An input without conditions is rejected.',
  fields: (t) => ({
    projectId: t.id(projectOption),
    userId: t.string({ description: 'ID of the user whose memories are deleted, or `*`.' }),
    agentId: t.string({ description: 'ID of the agent whose memories are deleted, or `*`.' }),
    appId: t.string({ description: 'ID of the app whose memories are deleted, or `*`.' }),
    runId: t.string({ description: 'ID of the run (session) whose memories are deleted, or `*`.' }),
    metadata: t.field({ type: 'JSON', description: 'JSON object that the metadata of a memory must contain.' }),
    filter: t.field({ type: MemoryFilter, description: 'Additional conditions on the memories to delete.' }),
    undoSeconds: t.int({
      description:
        'Grace period in seconds, 0 to 2592000, in which `undoDeletion` restores the memories. Default: the setting `DELETION_UNDO_SECONDS`.',
    }),
  }),
});

const DeletionPreviewType = builder.objectRef<DeletionPreview>('PreviewDeletionPayload').implement({
  description: 'The memories that a deletion would delete.',
  fields: (t) => ({
    memoryCount: t.exposeInt('count', { description: 'Number of memories, including expired memories.' }),
    sample: t.expose('sample', { type: [Memory], description: 'Up to 10 of the memories, newest first.' }),
  }),
});

const deletionPayload = (name: string, mutation: string) =>
  builder.objectRef<AcceptedDeletion>(name).implement({
    description: `Payload of \`${mutation}\`.`,
    fields: (t) => ({
      event: t.expose('event', {
        type: Event,
        description: `Event of the deletion after \`${mutation}\`. Its \`totalCount\` is null while the server is still counting.`,
      }),
      deletion: t.expose('deletion', { type: Deletion, description: `Receipt of the deletion after \`${mutation}\`.` }),
    }),
  });

const DeleteMemoriesPayload = deletionPayload('DeleteMemoriesPayload', 'deleteMemories');
const EntityRemainType = builder.objectRef<EntityRemain>('EntityRemain').implement({
  description: 'What the database keeps of an entity after its deletion.',
  fields: (t) => ({
    columns: t.exposeStringList('columns', { description: 'Columns of the database, as `table.column`.' }),
    content: t.exposeString('content', { description: 'What the columns hold.' }),
    until: t.exposeString('until', { description: 'How long it stays.' }),
  }),
});
const DeleteEntityPayload = deletionPayload('DeleteEntityPayload', 'deleteEntity');
builder.objectField(DeleteEntityPayload, 'remains', (t) =>
  t.field({
    type: [EntityRemainType],
    description: 'What stays after the deletion, and how long. `eraseSubject` removes most of it. See docs/privacy.md.',
    resolve: () => [...listEntityRemains()],
  }),
);
const CancelDeletionPayload = deletionPayload('CancelDeletionPayload', 'cancelDeletion');
const UndoDeletionPayload = deletionPayload('UndoDeletionPayload', 'undoDeletion');

const deletionId = 'ID of the deletion, `del_…`, or the ID of its event.';

const DeleteEntityInput = inputOf('deleteEntity', (t) => ({
  projectId: t.id(projectOption),
  type: t.field({ type: EntityType, required: true, description: 'Type of the entity to delete.' }),
  name: t.string({
    required: true,
    description: 'Name of the entity to delete, taken literally: `*` is a name too.',
  }),
}));

const DeleteOrganizationPayload = payloadOf<{ deletedOrganizationId: string; deletionId: string }>(
  'deleteOrganization',
  (t) => ({
    deletedOrganizationId: t.exposeID('deletedOrganizationId', { description: 'ID of the deleted organization.' }),
    deletion: t.field({
      type: Deletion,
      description: 'Receipt of the deleted organization.',
      resolve: ({ deletionId: id }, _args, ctx) => getDeletion(ctx, { id }),
    }),
  }),
  'The organization is hidden now and removed in the background.',
);

async function toUseCase(ctx: AppContext, { filter, projectId, ...flat }: typeof DeleteMemoriesInput.$inferInput) {
  const writtenFilter = toFilter(filter);
  return {
    ...flat,
    projectId: await getChosenProject(ctx, projectId),
    filter: readFilter(writtenFilter),
    writtenFilter,
  };
}

builder.queryField('previewDeletion', (t) =>
  t.field({
    type: DeletionPreviewType,
    description:
      'Returns what `deleteMemories` would delete with the same input. Changes nothing. `undoSeconds` changes no preview.',
    args: t.inputArg(DeleteMemoriesInput, 'The memories that a deletion would delete.'),
    complexity: 20,
    resolve: async (_root, { input }, ctx) => previewDeletion(ctx, await toUseCase(ctx, input)),
  }),
);

builder.mutationFields((t) => ({
  deleteMemories: t.field({
    type: DeleteMemoriesPayload,
    description: `Deletes the memories that match the input. They are hidden at once and removed with their history in the background. Memories added later stay. ${toRequirement('memory:delete')}`,
    ...t.change(DeleteMemoriesInput, 'The memories to delete.'),
    resolve: async (_root, { input }, ctx) => deleteMemoriesByFilter(ctx, await toUseCase(ctx, input)),
  }),
  cancelDeletion: t.field({
    type: CancelDeletionPayload,
    description: `Cancels a deletion that has not finished. Memories that were not removed yet are visible again. ${toRequirement('memory:delete')}`,
    ...t.change(idInput('cancelDeletion', deletionId), 'The deletion to cancel.', [ConflictError]),
    resolve: (_root, { input }, ctx) => cancelDeletion(ctx, { eventId: toUuid(fromTypedId('del', input.id)) }),
  }),
  undoDeletion: t.field({
    type: UndoDeletionPayload,
    description: `Undoes a deletion within its grace period (see \`undoUntil\`). All of its memories are visible again. ${toRequirement('memory:delete')}`,
    ...t.change(idInput('undoDeletion', deletionId), 'The deletion to undo.', [ConflictError]),
    resolve: (_root, { input }, ctx) => undoDeletion(ctx, { eventId: toUuid(fromTypedId('del', input.id)) }),
  }),
  deleteEntity: t.field({
    type: DeleteEntityPayload,
    description: `Deletes an entity with all of its memories, in the same way as \`deleteMemories\`. Succeeds if the entity does not exist. ${toRequirement('memory:delete')}`,
    ...t.change(DeleteEntityInput, 'The entity to delete.'),
    resolve: async (_root, { input }, ctx) => deleteEntity(ctx, await inChosenProject(ctx, input)),
  }),
  deleteOrganization: t.field({
    type: DeleteOrganizationPayload,
    description: `Deletes an organization and everything in it. This cannot be undone. ${toRequirement('organization:delete')}`,
    ...t.change(idInput('deleteOrganization', 'ID of the organization to delete.'), 'The organization to delete.'),
    resolve: (_root, { input }, ctx) =>
      withFieldNames({ organizationId: 'id' }, async () => ({
        ...(await deleteOrganization(ctx, { organizationId: input.id })),
        deletedOrganizationId: input.id,
      })),
  }),
}));
