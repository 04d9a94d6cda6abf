import { listFeedbackOfMemories, listFeedback } from '../resolvers/feedback/list-feedback.js';
import { giveFeedback, type GivenFeedback } from '../resolvers/feedback/give-feedback.js';
import { findMemory } from '../resolvers/memory/find-memory.js';
import type { FeedbackRow } from '../stores/feedback-store.js';
import type { MemoryRow } from '../stores/memory/memory-row.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import { toUuid } from '../ids.js';
import { builder } from './builder.js';
import { inputOf, payloadOf } from './shared/mutation-types.js';
import { Node } from './node.js';
import { connectionType } from './shared/connection.js';
import { withFieldNames } from '../validate.js';
import { Memory, memoryOrNull } from './memory/memory.js';
import { inChosenProject, projectOption } from './project/project-argument.js';

const FeedbackRatingType = builder.enumType('FeedbackRating', {
  description: 'Rating of a memory.',
  values: {
    POSITIVE: { description: 'The memory was helpful.' },
    NEGATIVE: { description: 'The memory was not helpful.' },
    VERY_NEGATIVE: { description: 'The memory is wrong or harmful.' },
  } as const,
});

const Feedback = builder.objectRef<FeedbackRow>('Feedback').implement({
  interfaces: [Node],
  description: 'Feedback of one user or API key on one memory.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the feedback, a UUID.' }),
    memoryId: t.exposeID('memoryId', { description: 'ID of the rated memory.' }),
    memory: t.field(memoryOrNull('memoryId', 'The rated memory. Null if it no longer exists.')),
    rating: t.exposeOrNull(
      'feedback',
      FeedbackRatingType,
      'Rating of the memory. Null: the feedback has only a reason.',
    ),
    reason: t.stringOrNull('feedbackReason', 'Reason for the rating. Null: none.'),
    givenBy: t.stringOrNull(
      'givenBy',
      'Who gave the feedback: a user ID, a key prefix or an auth mode. Null if unknown.',
    ),
    createdAt: t.time('createdAt', 'When the feedback was first given.'),
    updatedAt: t.time('updatedAt', 'When the feedback was last changed.'),
  }),
});

builder.objectField(Memory, 'feedback', (t) =>
  t.loadableList({
    type: Feedback,
    description: 'Feedback on the memory, newest first. At most 100 items.',
    load: (memories: MemoryRow[], ctx) => listFeedbackOfMemories(ctx, { memories }),
    resolve: (memory) => memory,
  }),
);

builder.queryField('feedback', (t) =>
  t.page(connectionType(Feedback, 'feedback', 'Feedback'), {
    description: 'Lists feedback on the memories of a project, newest first.',
    args: {
      projectId: t.arg.id(projectOption),
      memoryId: t.arg.id({ description: 'Returns only feedback on this memory.' }),
      rating: t.arg({ type: FeedbackRatingType, description: 'Returns only feedback with this rating.' }),
    },
    resolve: async (_root, args, ctx) =>
      listFeedback(ctx, {
        ...(await inChosenProject(ctx, args)),
        memoryId: toUuid(args.memoryId),
        feedback: args.rating,
      }),
  }),
);

const GiveFeedbackInput = inputOf(
  'giveFeedback',
  (t) => ({
    memoryId: t.id({ required: true, description: 'ID of the memory to rate.' }),
    rating: t.field({ type: FeedbackRatingType, description: 'New rating of the memory. Default: none.' }),
    reason: t.string({ description: 'Reason for the new rating, at most 5,000 characters. Default: none.' }),
  }),
  'Replaces your earlier feedback on the memory; without rating and reason, removes it.',
);

const GiveFeedbackPayload = payloadOf<GivenFeedback>('giveFeedback', (t) => ({
  feedback: t.exposeOrNull('feedback', Feedback, 'Your feedback on the memory. Null: it was removed.'),
  memory: t.field({
    type: Memory,
    description: 'The memory that you rated.',
    resolve: ({ memoryId }, _args, ctx) => findMemory(ctx, { id: memoryId }),
  }),
}));

builder.mutationField('giveFeedback', (t) =>
  t.field({
    type: GiveFeedbackPayload,
    description: `Stores, replaces or removes your feedback on a memory. ${toRequirement('feedback:write')}`,
    ...t.change(GiveFeedbackInput, 'The memory and your feedback.'),
    resolve: (_root, { input }, ctx) =>
      withFieldNames({ feedback: 'rating', feedbackReason: 'reason' }, () =>
        giveFeedback(ctx, { memoryId: toUuid(input.memoryId), feedback: input.rating, feedbackReason: input.reason }),
      ),
  }),
);
