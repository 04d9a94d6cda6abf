import { batchDeleteMemories, batchUpdateMemories } from '../resolvers/memory/batch.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import { builder } from './builder.js';
import { mutationErrors, withFieldNames } from './errors.js';

const MemoryChangeInput = builder.inputType('MemoryUpdateInput', {
  description: 'What changes in one memory of a batch. What is left out stays; something must be given.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the memory.' }),
    text: t.string({ description: 'The new text.' }),
    metadata: t.field({ type: 'JSON', description: 'Replaces what was attached; null clears it.' }),
  }),
});

const UpdateMemoriesInput = builder.inputType('UpdateMemoriesInput', {
  description: 'Changes of many memories of one project.',
  fields: (t) => ({
    projectId: t.id({ description: 'The project; left out: the one that the API key opens.' }),
    memories: t.field({
      type: [MemoryChangeInput],
      required: true,
      description: 'The changes, 1 to 1,000. Ids that nobody knows are left out.',
    }),
  }),
});

const DeleteMemoriesByIdInput = builder.inputType('DeleteMemoriesByIdInput', {
  description: 'Memories of one project, by their ids.',
  fields: (t) => ({
    projectId: t.id({ description: 'The project; left out: the one that the API key opens.' }),
    ids: t.idList({
      required: true,
      description: 'Ids of the memories, 1 to 1,000. Those that nobody knows are left out.',
    }),
  }),
});

const UpdateMemoriesPayload = builder.objectRef<{ updated: number }>('UpdateMemoriesPayload').implement({
  description: 'The memories are changed.',
  fields: (t) => ({
    updatedCount: t.exposeInt('updated', { description: 'Number of memories that were found and changed.' }),
  }),
});

const DeleteMemoriesByIdPayload = builder.objectRef<{ deleted: number }>('DeleteMemoriesByIdPayload').implement({
  description: 'The memories are gone. Their history stays readable.',
  fields: (t) => ({
    deletedCount: t.exposeInt('deleted', { description: 'Number of memories that were found and deleted.' }),
  }),
});

builder.mutationFields((t) => ({
  updateMemories: t.field({
    type: UpdateMemoriesPayload,
    errors: mutationErrors,
    description:
      'Changes up to 1,000 memories, once all changes are found acceptable. NOT_FOUND when nobody knows any of them.',
    args: { input: t.arg({ type: UpdateMemoriesInput, required: true, description: 'The changes.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      const memories = input.memories.map(({ id, text, metadata }) => ({ id, text: text ?? undefined, metadata }));
      return batchUpdateMemories(ctx, { projectId: await chosenProject(ctx, input.projectId), memories });
    },
  }),
  deleteMemoriesById: t.field({
    type: DeleteMemoriesByIdPayload,
    errors: mutationErrors,
    description:
      'Deletes up to 1,000 memories by their ids, all of them or none. NOT_FOUND when nobody knows any of them.',
    args: { input: t.arg({ type: DeleteMemoriesByIdInput, required: true, description: 'Which ones.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) =>
      withFieldNames({ memories: 'ids' }, async () =>
        batchDeleteMemories(ctx, { projectId: await chosenProject(ctx, input.projectId), ids: input.ids }),
      ),
  }),
}));
