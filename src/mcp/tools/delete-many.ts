import { z } from 'zod';
import { deleteEntity } from '../../resolvers/deletion/delete-entity.js';
import { deleteMemoriesByFilter, previewDeletion } from '../../resolvers/deletion/delete-memories.js';
import { ValidationError } from '../../errors.js';
import { toCamelKeys } from '../../snake-case.js';
import { textLimits } from '../../validate.js';
import { assertConfirmation, createConfirmation } from '../confirmation.js';
import { Memory, toMemory } from '../memory-shape.js';
import { hasOwner, ownerFields, type OwnerInput } from '../owner-input.js';
import { defineTool, type ToolContext } from '../tool.js';
import { confirmation, previewNote } from './change-memory.js';

const Output = z.object({
  deleted: z.boolean().describe('Whether the deletion was accepted. Accepted memories are hidden at once.'),
  count: z.number().describe('Number of memories that the deletion covers.'),
  sample: z.array(Memory).describe('The newest of them, at most ten.'),
  event_id: z.string().optional().describe('Id of the event that tracks the deletion.'),
  confirmation: z.string().optional().describe('Pass it back to delete.'),
  next: z.string().optional().describe('What to do next.'),
});

/** A model that misspelled an id must not tell the user that the memories are about to be deleted. */
const toNote = (count: number): string =>
  count === 0 ? `No memory matches: check the id with list_entities first. ${previewNote}` : previewNote;

const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };

const toDeletionInput = ({ projectId }: ToolContext, owners: OwnerInput) => ({ projectId, ...toCamelKeys(owners) });

export const deleteAllMemories = defineTool({
  name: 'delete_all_memories',
  title: 'Delete memories',
  description:
    'Delete all memories of a user, agent, app or run. At least one id is required. The first call returns a preview and a confirmation; the second one deletes.',
  scope: 'memory:delete',
  input: z.object({ ...ownerFields, confirmation }),
  output: Output,
  annotations,
  acceptsKey: true,
  async run(context, { confirmation: token, ...owners }) {
    const input = toDeletionInput(context, owners);
    const action = `delete_all_memories ${JSON.stringify(input)}`;
    const { count, sample } = await previewDeletion(context.ctx, input);
    const found = { count, sample: sample.map(toMemory) };
    if (token === undefined)
      return { deleted: false, ...found, confirmation: createConfirmation(context, action), next: toNote(count) };
    assertConfirmation(context, action, token);
    const { event } = await deleteMemoriesByFilter(context.ctx, input);
    return { deleted: true, ...found, event_id: event.id };
  },
});

const entityFields = [
  ['user', 'user_id'],
  ['agent', 'agent_id'],
  ['app', 'app_id'],
  ['run', 'run_id'],
] as const;

export const deleteEntities = defineTool({
  name: 'delete_entities',
  title: 'Delete an entity',
  description:
    'Delete a user, agent, app or run with all of its memories. Give exactly one id. The first call returns a preview and a confirmation; the second one deletes.',
  scope: 'memory:delete',
  input: z.object({ ...ownerFields, confirmation }),
  output: Output,
  annotations,
  acceptsKey: true,
  async run(context, { confirmation: token, ...owners }) {
    const named = entityFields.filter(([, field]) => hasOwner({ [field]: owners[field] }));
    const [entity] = named;
    if (!entity || named.length > 1)
      throw new ValidationError({ request: ['Give exactly one of `user_id`, `agent_id`, `app_id` and `run_id`.'] });
    const [type, field] = entity;
    const name = owners[field] ?? '';
    // The preview would be of every entity, and the deletion of the one that has this name.
    if (name === '*' || name.length > textLimits.name)
      throw new ValidationError({ [field]: [`must be the ID of one entity, at most ${textLimits.name} characters.`] });
    const { count, sample } = await previewDeletion(context.ctx, toDeletionInput(context, { [field]: name }));
    const found = { count, sample: sample.map(toMemory) };
    const action = `delete_entities ${type} ${name}`;
    if (token === undefined)
      return { deleted: false, ...found, confirmation: createConfirmation(context, action), next: toNote(count) };
    assertConfirmation(context, action, token);
    const { event } = await deleteEntity(context.ctx, { projectId: context.projectId, type, name });
    return { deleted: true, ...found, event_id: event.id };
  },
});
