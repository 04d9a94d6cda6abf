import { z } from 'zod';
import { ValidationError } from '../../errors.js';
import { deleteMemory, previewMemoryDeletion } from '../../resolvers/memory/delete-memory.js';
import { updateMemory } from '../../resolvers/memory/update-memory.js';
import { assertConfirmation, createConfirmation } from '../confirmation.js';
import { Memory, toMemory } from '../memory-shape.js';
import { defineTool } from '../tool.js';

const memoryId = z.string().describe('Id of the memory.');

export const confirmation = z
  .string()
  .optional()
  .describe('Token from the preview. Leave it out for a preview that changes nothing.');

/** Tells a model how to go on after a preview. */
export const previewNote =
  'Nothing was deleted yet. Show the preview to the user; if they agree, call the tool again with the same arguments and this confirmation.';

export const updateMemoryTool = defineTool({
  name: 'update_memory',
  title: 'Update memory',
  description: 'Replace the text or the metadata of a memory. The history keeps the old text.',
  scope: 'memory:write',
  input: z.object({
    memory_id: memoryId,
    text: z.string().optional().describe('New text.'),
    metadata: z.record(z.string(), z.unknown()).optional().describe('New metadata, in place of the old.'),
  }),
  output: z.object({ memory: Memory }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  acceptsKey: true,
  async run({ ctx, projectId }, { memory_id: id, text, metadata }) {
    if (text === undefined && metadata === undefined)
      throw new ValidationError({ request: ['Give `text`, `metadata` or both.'] });
    return { memory: toMemory(await updateMemory(ctx, { projectId, id, text, metadata })) };
  },
});

export const deleteMemoryTool = defineTool({
  name: 'delete_memory',
  title: 'Delete memory',
  description: 'Delete one memory. The first call returns a preview and a confirmation; the second one deletes.',
  scope: 'memory:delete',
  input: z.object({ memory_id: memoryId, confirmation }),
  output: z.object({
    deleted: z.boolean().describe('Whether the memory is deleted now.'),
    memory: Memory,
    confirmation: z.string().optional().describe('Pass it back to delete.'),
    next: z.string().optional().describe('What to do next.'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  acceptsKey: true,
  async run(context, { memory_id: id, confirmation: token }) {
    const { ctx, projectId } = context;
    const memory = toMemory(await previewMemoryDeletion(ctx, { projectId, id }));
    const action = `delete_memory ${id}`;
    if (token === undefined)
      return { deleted: false, memory, confirmation: createConfirmation(context, action), next: previewNote };
    assertConfirmation(context, action, token);
    await deleteMemory(ctx, { projectId, id });
    return { deleted: true, memory };
  },
});
