import { batchDeleteMemories, batchUpdateMemories } from '../../resolvers/memory/batch.js';
import { getChosenProject } from '../../resolvers/project/current-project.js';
import { toRequirement } from '../../resolvers/shared/permission-texts.js';
import { ValidationError } from '../../errors.js';
import { isUuid, toUuid } from '../../ids.js';
import { builder } from '../builder.js';
import { inputOf, payloadOf } from '../shared/mutation-types.js';
import { withFieldNames } from '../../validate.js';
import { projectOption } from '../project/project-argument.js';

const MemoryChangeInput = builder.inputType('MemoryUpdateInput', {
  description:
    'Changes of one memory in `updateMemories`. Requires `text` or `metadata`; an absent field stays unchanged.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'ID of a memory to update.' }),
    text: t.string({ description: 'New text of this memory.' }),
    metadata: t.field({
      type: 'JSON',
      description: 'JSON object that replaces the metadata of this memory. Null clears the metadata.',
    }),
  }),
});

const UpdateMemoriesInput = inputOf('updateMemories', (t) => ({
  projectId: t.id(projectOption),
  memories: t.field({
    type: [MemoryChangeInput],
    required: true,
    description: 'Changes of 1 to 1,000 memories. The server ignores unknown IDs.',
  }),
}));

const DeleteMemoriesByIdInput = inputOf('deleteMemoriesById', (t) => ({
  projectId: t.id(projectOption),
  ids: t.idList({
    required: true,
    description: 'IDs of 1 to 1,000 memories. The server ignores unknown IDs.',
  }),
}));

const UpdateMemoriesPayload = payloadOf<{ updated: number }>('updateMemories', (t) => ({
  updatedCount: t.exposeInt('updated', { description: 'Number of memories that were found and updated.' }),
}));

const DeleteMemoriesByIdPayload = payloadOf<{ deleted: number }>(
  'deleteMemoriesById',
  (t) => ({
    deletedCount: t.exposeInt('deleted', { description: 'Number of memories that were found and deleted.' }),
  }),
  'The history of the memories stays readable.',
);

builder.mutationFields((t) => ({
  updateMemories: t.field({
    type: UpdateMemoriesPayload,
    description: `Updates up to 1,000 memories of a project after validating all changes. Fails with NOT_FOUND if none of the IDs exists. ${toRequirement('memory:write')}`,
    ...t.change(UpdateMemoriesInput, 'The memories and their new values.'),
    resolve: async (_root, { input }, ctx) => {
      const memories = input.memories.map(({ id, text, metadata }) => ({
        id: toUuid(id),
        text: text ?? undefined,
        metadata,
      }));
      return batchUpdateMemories(ctx, { projectId: await getChosenProject(ctx, input.projectId), memories });
    },
  }),
  deleteMemoriesById: t.field({
    type: DeleteMemoriesByIdPayload,
    description: `Deletes up to 1,000 memories by their IDs in one transaction. Fails with NOT_FOUND if none of the IDs exists. ${toRequirement('memory:delete')}`,
    ...t.change(DeleteMemoriesByIdInput, 'The memories to delete.'),
    resolve: (_root, { input: { projectId, ids } }, ctx) =>
      withFieldNames({ memories: 'ids' }, async () => {
        // Selects what is deleted, as a filter does: a mistake in an ID must not pass as an ID of nothing.
        if (!ids.every(isUuid)) throw new ValidationError({ ids: ['must contain only UUIDs.'] });
        return batchDeleteMemories(ctx, { projectId: await getChosenProject(ctx, projectId), ids });
      }),
  }),
}));
