import { addMemories, type AddedMemories } from '../resolvers/memory/add-memories.js';
import { deleteMemory } from '../resolvers/memory/delete-memory.js';
import { findMemory } from '../resolvers/memory/find-memory.js';
import { updateMemory } from '../resolvers/memory/update-memory.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import type { MemoryRow } from '../stores/memory/memory-row.js';
import { builder } from './builder.js';
import { mutationErrors } from './errors.js';
import { Event } from './event.js';
import { Memory } from './memory.js';

const MessageInput = builder.inputType('MessageInput', {
  description: 'One message of a conversation.',
  fields: (t) => ({
    role: t.string({ required: true, description: 'user, assistant or system. System messages are not remembered.' }),
    content: t.string({ required: true, description: 'The text.' }),
    name: t.string({ description: 'Who said it, when several people share a role.' }),
  }),
});

const AddMemoriesInput = builder.inputType('AddMemoriesInput', {
  description: 'Messages to remember. At least one of userId, agentId, appId and runId is needed.',
  fields: (t) => ({
    projectId: t.id({ description: 'The project; left out: the one that the API key opens.' }),
    messages: t.field({ type: [MessageInput], required: true, description: 'The messages, oldest first.' }),
    userId: t.string({ description: 'The user they are about.' }),
    agentId: t.string({ description: 'The agent they are about.' }),
    appId: t.string({ description: 'The app they come from.' }),
    runId: t.string({ description: 'The run (session) they come from.' }),
    infer: t.boolean({
      defaultValue: true,
      description: 'true: facts are extracted in the background. false: each message is stored as it stands, at once.',
    }),
    metadata: t.field({ type: 'JSON', description: 'An object to attach to every memory that comes of this.' }),
    expirationDate: t.field({ type: 'LocalDate', description: 'Last day on which they are found.' }),
    timestamp: t.field({ type: 'DateTime', description: 'When it was said; left out: now.' }),
    immutable: t.boolean({ defaultValue: false, description: 'Refuse later changes.' }),
    includes: t.string({ description: 'Keep only what fits this hint.' }),
    excludes: t.string({ description: 'Leave out what fits this hint.' }),
    customInstructions: t.string({ description: "Instructions for this call instead of the project's." }),
    customCategories: t.field({
      type: 'JSON',
      description: "`[{name: description}]` for this call instead of the project's.",
    }),
  }),
});

const UpdateMemoryInput = builder.inputType('UpdateMemoryInput', {
  description: 'What to change; what is left out stays.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the memory.' }),
    text: t.string({ description: 'The new text.' }),
    metadata: t.field({ type: 'JSON', description: 'Replaces what was attached; null clears it.' }),
    expirationDate: t.field({ type: 'LocalDate', description: 'Last day on which it is found; null: never expires.' }),
    timestamp: t.field({ type: 'DateTime', description: 'When it was said.' }),
  }),
});

const DeleteMemoryInput = builder.inputType('DeleteMemoryInput', {
  description: 'A memory to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the memory.' }) }),
});

const AddedMemory = builder.objectRef<NonNullable<AddedMemories['results']>[number]>('AddedMemory').implement({
  description: 'What became of one message.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the memory.' }),
    text: t.exposeString('memory', { description: 'Its text.' }),
    event: t.exposeString('event', { description: 'ADD, or NOOP when the same text was there already.' }),
  }),
});

const AddMemoriesPayload = builder.objectRef<AddedMemories>('AddMemoriesPayload').implement({
  description: 'The messages are stored, or (infer) accepted for extraction.',
  fields: (t) => ({
    event: t.expose('event', { type: Event, description: 'The operation; follow it when it is PENDING.' }),
    results: t.field({
      type: [AddedMemory],
      nullable: true,
      description: 'The memories; null while extraction is pending.',
      resolve: (outcome) => outcome.results && [...outcome.results],
    }),
  }),
});

const MemoryPayload = builder.objectRef<MemoryRow>('MemoryPayload').implement({
  description: 'The memory after the change.',
  fields: (t) => ({ memory: t.field({ type: Memory, description: 'The memory.', resolve: (memory) => memory }) }),
});

const DeleteMemoryPayload = builder.objectRef<{ id: string }>('DeleteMemoryPayload').implement({
  description: 'The memory is gone. Its history stays readable.',
  fields: (t) => ({ deletedMemoryId: t.exposeID('id', { description: 'Id of the deleted memory.' }) }),
});

builder.mutationFields((t) => ({
  addMemories: t.field({
    type: AddMemoriesPayload,
    errors: mutationErrors,
    description: 'Remembers messages.',
    args: { input: t.arg({ type: AddMemoriesInput, required: true, description: 'The messages and their scope.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) =>
      addMemories(ctx, { ...input, projectId: await chosenProject(ctx, input.projectId) }),
  }),
  updateMemory: t.field({
    type: MemoryPayload,
    errors: mutationErrors,
    description: 'Changes a memory.',
    args: { input: t.arg({ type: UpdateMemoryInput, required: true, description: 'The changes.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) =>
      updateMemory(ctx, { ...input, text: input.text ?? undefined, timestamp: input.timestamp ?? undefined }),
  }),
  deleteMemory: t.field({
    type: DeleteMemoryPayload,
    errors: mutationErrors,
    description: 'Deletes a memory.',
    args: { input: t.arg({ type: DeleteMemoryInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      const { projectId } = await findMemory(ctx, { id: input.id });
      await deleteMemory(ctx, { projectId, id: input.id });
      return { id: input.id };
    },
  }),
}));
