import { addMemories, type AddedMemories } from '../../resolvers/memory/add-memories.js';
import { addMemoriesAndWait } from '../../resolvers/memory/add-memories-and-wait.js';
import { deleteMemory } from '../../resolvers/memory/delete-memory.js';
import { findMemory } from '../../resolvers/memory/find-memory.js';
import { updateMemory } from '../../resolvers/memory/update-memory.js';
import { toRequirement } from '../../resolvers/shared/permission-texts.js';
import { toUuid } from '../../ids.js';
import { ConflictError } from '../../errors.js';
import { builder } from '../builder.js';
import { offByDefault, onByDefault } from '../shared/flag.js';
import { inputOf, objectPayload, payloadOf } from '../shared/mutation-types.js';
import { CategoryInput, fromCategories } from '../category.js';
import { AddedMemory, Event, toAddedMemories } from '../event.js';
import { Memory, MessageRoleType } from './memory.js';
import { inChosenProject, projectOption } from '../project/project-argument.js';

const AttachmentKind = builder.enumType('AttachmentKind', {
  description: 'Kind of a file that a message refers to.',
  values: {
    IMAGE: { value: 'image_url', description: 'A PNG, JPEG, GIF or WebP image of at most 10 MiB.' },
    PDF: { value: 'pdf_url', description: 'A PDF document of at most 20 MiB.' },
    TEXT: { value: 'txt_url', description: 'A text file in UTF-8 of at most 200,000 characters.' },
    MDX: { value: 'mdx_url', description: 'A Markdown or MDX file in UTF-8 of at most 200,000 characters.' },
  } as const,
});

const AttachmentInput = builder.inputType('AttachmentInput', {
  description: 'A file that a message refers to. Extraction reads it with the configured language model.',
  fields: (t) => ({
    kind: t.field({ type: AttachmentKind, required: true, description: 'Kind of the file.' }),
    url: t.string({
      required: true,
      description:
        'Where the server reads the file: an http or https URL, or a data URL. For TEXT and MDX also the content as base64.',
    }),
  }),
});

export const MessageInput = builder.inputType('MessageInput', {
  description: 'One message of a conversation.',
  fields: (t) => ({
    role: t.field({ type: MessageRoleType, required: true, description: 'Role of the message.' }),
    content: t.string({ description: 'Text of the message. Null: none, as beside attachments.' }),
    name: t.string({ description: 'Name of the speaker, if several people share a role. Default: none.' }),
    timestamp: t.field({
      type: 'DateTime',
      description:
        'When the message was written. Becomes `createdAt` of its memories. Default: the `timestamp` of the conversation.',
    }),
    attachments: t.field({
      type: [AttachmentInput],
      description:
        'Images, PDFs and text files that belong to the message, at most 10. Requires a language model. Ignored if `infer` is false.',
    }),
  }),
});

export const AddMemoriesInput = inputOf(
  'addMemories',
  (t) => ({
    projectId: t.id(projectOption),
    messages: t.field({
      type: [MessageInput],
      required: true,
      description: 'Messages of the conversation, oldest first.',
    }),
    userId: t.string({ description: 'ID of the user that the new memories belong to.' }),
    agentId: t.string({ description: 'ID of the agent that the new memories belong to.' }),
    appId: t.string({ description: 'ID of the app that the new memories belong to.' }),
    runId: t.string({ description: 'ID of the run (session) that the new memories belong to.' }),
    infer: t.boolean(
      onByDefault(
        'Whether to extract facts from the messages in the background. False stores each message unchanged before the request returns.',
      ),
    ),
    wait: t.boolean(
      offByDefault(
        'Whether to respond only when the extraction has ended, with its `results`, or after 60 seconds. The extraction goes on if you disconnect.',
      ),
    ),
    metadata: t.field({
      type: 'JSON',
      description: 'JSON object to attach to every memory that this request creates, at most 64 kB.',
    }),
    expirationDate: t.field({
      type: 'LocalDate',
      description:
        'Last day (UTC, inclusive) on which searches and lists return the new memories. Null: they never expire.',
    }),
    timestamp: t.field({
      type: 'DateTime',
      description: 'When the conversation took place. Becomes `createdAt` of the memories. Default: now.',
    }),
    timezone: t.string({
      description:
        'Time zone of the speakers, such as `Europe/Lisbon`. Extraction reads "yesterday" and other relative times in it. Default: UTC.',
    }),
    isImmutable: t.boolean(offByDefault('Rejects later updates of the new memories.')),
    includes: t.string({ description: 'Describes what extraction keeps; it drops everything else.' }),
    excludes: t.string({ description: 'Describes what extraction leaves out.' }),
    customInstructions: t.string({
      description: "Extraction instructions for this request. Overrides the project's instructions.",
    }),
    agentCustomInstructions: t.string({
      description:
        "Extraction instructions for this request if `agentId` is given. Overrides the project's instructions for agents.",
    }),
    customCategories: t.field({
      type: [CategoryInput],
      description: "Categories for this request. Overrides the project's categories.",
    }),
  }),
  'Requires at least one of `userId`, `agentId`, `appId` and `runId`.',
);

const UpdateMemoryInput = inputOf(
  'updateMemory',
  (t) => ({
    id: t.id({ required: true, description: 'ID of the memory to update.' }),
    text: t.string({ description: 'New text of the memory.' }),
    metadata: t.field({
      type: 'JSON',
      description: 'JSON object that replaces the metadata. Null clears the metadata.',
    }),
    categories: t.stringList({
      description: 'New categories of the memory, at most 50 names. An empty list removes all categories.',
    }),
    expirationDate: t.field({
      type: 'LocalDate',
      description: 'New last day (UTC, inclusive) on which the memory is returned. Null: the memory never expires.',
    }),
    timestamp: t.field({ type: 'DateTime', description: 'New creation time of the memory.' }),
  }),
  'An absent field stays unchanged.',
);

const DeleteMemoryInput = inputOf('deleteMemory', (t) => ({
  id: t.id({ required: true, description: 'ID of the memory to delete.' }),
  deleteReplaced: t.boolean(
    offByDefault('Whether to also delete the memories that it replaced, directly or through others, at most 100.'),
  ),
}));

const AddMemoriesPayload = payloadOf<AddedMemories>('addMemories', (t) => ({
  event: t.expose('event', {
    type: Event,
    description: 'Event of this request. While it is PENDING or RUNNING, subscribe to `event` to follow it.',
  }),
  results: t.field({
    type: [AddedMemory],
    nullable: true,
    description:
      'One result per fact, or per message with `infer: false`. Null while the extraction is pending or running.',
    resolve: ({ event, results }) => toAddedMemories(event, results),
  }),
  ignoredInstructions: t.exposeStringList('ignoredInstructions', {
    description: 'Sentences of the instructions that have no effect without a language model.',
  }),
  ignoredOptions: t.exposeStringList('ignoredOptions', {
    description:
      'Options of the request that have no effect on it: those of the extraction and `attachments` with `infer: false`, and `agentCustomInstructions` without an agent.',
  }),
}));

const DeleteMemoryPayload = payloadOf<{ id: string; replacedIds: readonly string[] }>(
  'deleteMemory',
  (t) => ({
    deletedMemoryId: t.exposeID('id', { description: 'ID of the deleted memory.' }),
    deletedReplacedIds: t.expose('replacedIds', {
      type: ['ID'],
      description: 'IDs of the replaced memories that `deleteReplaced` deleted with it. Empty without it.',
    }),
  }),
  'The history of the memory stays; `Project.keepsDeletedText` decides whether its texts stay too.',
);

builder.mutationFields((t) => ({
  addMemories: t.field({
    type: AddMemoriesPayload,
    description: `Stores memories of a conversation. ${toRequirement('memory:write')}`,
    ...t.change(AddMemoriesInput, 'The messages and their owner.', [ConflictError]),
    resolve: async (_root, { input: { wait, isImmutable: immutable, ...input } }, ctx) => {
      const add = wait === true ? addMemoriesAndWait : addMemories;
      return add(ctx, {
        ...(await inChosenProject(ctx, input)),
        immutable,
        customCategories: fromCategories(input.customCategories),
      });
    },
  }),
  updateMemory: t.field({
    type: objectPayload('updateMemory', ['memory', Memory], 'The memory after the update.'),
    description: `Updates the text, metadata or dates of a memory. ${toRequirement('memory:write')}`,
    ...t.change(UpdateMemoryInput, 'The memory and the new values.'),
    resolve: (_root, { input }, ctx) =>
      updateMemory(ctx, {
        ...input,
        id: toUuid(input.id),
        text: input.text ?? undefined,
        timestamp: input.timestamp ?? undefined,
      }),
  }),
  deleteMemory: t.field({
    type: DeleteMemoryPayload,
    description: `Deletes one memory. This cannot be undone. ${toRequirement('memory:write')}`,
    ...t.change(DeleteMemoryInput, 'The memory to delete.'),
    resolve: async (_root, { input }, ctx) => {
      const id = toUuid(input.id);
      const { projectId } = await findMemory(ctx, { id });
      const { replacedIds } = await deleteMemory(ctx, { ...input, id, projectId });
      return { id, replacedIds };
    },
  }),
}));
