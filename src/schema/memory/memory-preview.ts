import {
  previewMemories,
  type MemoryPreview,
  type PreviewedLink,
  type PreviewedMemory,
} from '../../resolvers/memory/preview-memories.js';
import { builder } from '../builder.js';
import { inChosenProject } from '../project/project-argument.js';
import { fromCategories } from '../category.js';
import { LinkRelationType, LinkSourceType } from './memory-link.js';
import { MessageRoleType } from './memory.js';
import { AddMemoriesInput } from './memory-mutations.js';

const PreviewedLinkType = builder.objectRef<PreviewedLink>('PreviewedMemoryLink').implement({
  description: 'A stored memory that a previewed memory would make outdated.',
  fields: (t) => ({
    memoryId: t.exposeID('memoryId', { description: 'The ID of the stored memory.' }),
    text: t.exposeString('text', { description: 'The text of the stored memory.' }),
    probability: t.exposeFloat('probability', { description: 'How likely the stored memory is outdated, 0 to 1.' }),
    relation: t.expose('relation', {
      type: LinkRelationType,
      description: 'Effect of the new memory on the stored one.',
    }),
    source: t.expose('source', { type: LinkSourceType, description: 'Who found the link.' }),
    reason: t.stringOrNull('reason', 'Reason given by the model. Null for built-in rules.'),
    isConfirmed: t.exposeBoolean('isConfirmed', {
      description: 'Whether the stored memory would be marked as superseded or merged immediately.',
    }),
  }),
});

const PreviewEvent = builder.enumType('PreviewedMemoryEvent', {
  description: 'What `addMemories` would do with a text.',
  values: {
    ADD: { description: 'The text would be stored as a new memory.' },
    NOOP: { description: 'The same scope has the text already, or an earlier message adds it.' },
  } as const,
});

export const PreviewedMemoryType = builder.objectRef<PreviewedMemory>('PreviewedMemory').implement({
  description: 'A memory that `addMemories` would store.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The text of the memory.' }),
    event: t.expose('event', { type: PreviewEvent, description: 'What `addMemories` would do with the text.' }),
    existingMemoryId: t.idOrNull(
      'existingMemoryId',
      'ID of the stored memory with the same text. Null if there is none.',
    ),
    role: t.field({
      type: MessageRoleType,
      description: 'Role of the source message: USER or ASSISTANT.',
      resolve: ({ role }) => (role === 'assistant' ? 'assistant' : 'user'),
    }),
    actor: t.stringOrNull('actor', 'Name of the speaker in the source message. Null if the message has no name.'),
    userId: t.stringOrNull(
      'userId',
      'The user that the memory would belong to. Null if the memory would have no user.',
    ),
    agentId: t.stringOrNull(
      'agentId',
      'The agent that the memory would belong to. Null if the memory would have no agent.',
    ),
    appId: t.stringOrNull('appId', 'The app that the memory would belong to. Null if the memory would have no app.'),
    runId: t.stringOrNull(
      'runId',
      'The run (session) that the memory would belong to. Null if the memory would have no run.',
    ),
    categories: t.exposeStringList('categories', { description: 'Categories that the memory would get.' }),
    outdates: t.expose('outdates', {
      type: [PreviewedLinkType],
      description: 'Stored memories that the memory would make outdated.',
    }),
  }),
});

const PreviewMemoriesPayload = builder.objectRef<MemoryPreview>('PreviewMemoriesPayload').implement({
  description: 'Effect of adding the messages. Nothing is stored.',
  fields: (t) => ({
    memories: t.expose('memories', {
      type: [PreviewedMemoryType],
      description: 'The memories that would be stored, in the order of the messages.',
    }),
    unusedMessages: t.exposeIntList('unusedMessages', {
      description: 'Messages that produce no memory, by number from 1.',
    }),
    redactedMessages: t.exposeIntList('redactedMessages', {
      description: 'Messages with redacted secrets, by number from 1.',
    }),
    hasModel: t.exposeBoolean('hasModel', {
      description: 'Whether a language model extracted the facts. False: the built-in rules did, or `infer` is false.',
    }),
  }),
});

builder.queryField('previewMemories', (t) =>
  t.field({
    type: PreviewMemoriesPayload,
    description:
      'Dry run of `addMemories`: what would be stored, and what would become outdated. `metadata`, `expirationDate`, `isImmutable` and `wait` change no preview.',
    args: t.inputArg(AddMemoriesInput, 'The messages and their owner.'),
    resolve: async (_root, { input }, ctx) =>
      previewMemories(ctx, {
        ...(await inChosenProject(ctx, input)),
        customCategories: fromCategories(input.customCategories),
      }),
  }),
);
