import { feedbackOfMemories, listFeedback } from '../resolvers/feedback/list-feedback.js';
import { giveFeedback, type GivenFeedback } from '../resolvers/feedback/give-feedback.js';
import { findMemory } from '../resolvers/memory/find-memory.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import type { FeedbackRow } from '../stores/feedback/feedback-store.js';
import type { MemoryRow } from '../stores/memory/memory-row.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { mutationErrors, withFieldNames } from './errors.js';
import { Memory } from './memory.js';

const FeedbackValueType = builder.enumType('FeedbackValue', {
  description: 'A judgement of a memory.',
  values: {
    POSITIVE: { description: 'It helped.' },
    NEGATIVE: { description: 'It did not help.' },
    VERY_NEGATIVE: { description: 'It is wrong or harmful.' },
  } as const,
});

const Feedback = builder.objectRef<FeedbackRow>('Feedback').implement({
  description: 'What one caller thinks of one memory.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the feedback.' }),
    memoryId: t.exposeID('memoryId', { description: 'The memory.' }),
    feedback: t.expose('feedback', {
      type: FeedbackValueType,
      nullable: true,
      description: 'The judgement; null: a reason alone.',
    }),
    reason: t.exposeString('feedbackReason', { nullable: true, description: 'Why.' }),
    givenBy: t.exposeString('givenBy', {
      nullable: true,
      description: 'User id, key prefix or auth mode of who gave it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first given.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last given.' }),
  }),
});

builder.objectField(Memory, 'feedback', (t) =>
  t.loadableList({
    type: Feedback,
    description: 'What callers think of it, the latest first; at most 100.',
    load: (memories: MemoryRow[], ctx) => feedbackOfMemories(ctx, { memories }),
    resolve: (memory) => memory,
  }),
);

builder.queryField('feedback', (t) =>
  t.connection({
    type: Feedback,
    description: 'Feedback on the memories of a project, the latest first.',
    args: {
      projectId: t.arg.id({ description: 'The project; left out: the one that the API key opens.' }),
      memoryId: t.arg.id({ description: 'Only that on this memory.' }),
      feedback: t.arg({ type: FeedbackValueType, description: 'Only this judgement.' }),
    },
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, args, ctx) =>
      toConnection(await listFeedback(ctx, { ...args, projectId: await chosenProject(ctx, args.projectId) })),
  }),
);

const GiveFeedbackInput = builder.inputType('GiveFeedbackInput', {
  description:
    'What the caller thinks of a memory; replaces what the caller gave before. Without judgement and reason that is removed.',
  fields: (t) => ({
    memoryId: t.id({ required: true, description: 'Id of the memory.' }),
    feedback: t.field({ type: FeedbackValueType, description: 'The judgement.' }),
    reason: t.string({ description: 'Why, at most 5,000 characters.' }),
  }),
});

const FeedbackPayload = builder.objectRef<GivenFeedback>('FeedbackPayload').implement({
  description: 'The feedback was kept or removed.',
  fields: (t) => ({
    feedback: t.expose('feedback', { type: Feedback, nullable: true, description: 'As it is kept; null: removed.' }),
    memory: t.field({
      type: Memory,
      description: 'The memory.',
      resolve: ({ memoryId }, _args, ctx) => findMemory(ctx, { id: memoryId }),
    }),
  }),
});

builder.mutationField('giveFeedback', (t) =>
  t.field({
    type: FeedbackPayload,
    errors: mutationErrors,
    description: 'Keeps or removes what the caller thinks of a memory.',
    args: { input: t.arg({ type: GiveFeedbackInput, required: true, description: 'The feedback.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) =>
      withFieldNames({ feedbackReason: 'reason' }, () =>
        giveFeedback(ctx, { memoryId: input.memoryId, feedback: input.feedback, feedbackReason: input.reason }),
      ),
  }),
);
