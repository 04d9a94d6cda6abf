import { z } from 'zod';
import { giveFeedback } from '../../src/resolvers/feedback/give-feedback.js';
import { toCamelKeys } from '../../src/snake-case.js';
import { describeRoute } from './route.js';
import { optionalText, scopeFields } from './fields.js';
import { hostedPlugin, resolveTarget } from './plugin.js';

const FeedbackBody = z.object({
  memory_id: z.string().describe('A UUID.'),
  feedback: optionalText().meta({
    description: 'Rating. Null together with a null reason removes the rating.',
    enum: ['POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE', null],
  }),
  feedback_reason: optionalText(),
  ...scopeFields,
});

const Feedback = z.object({
  id: z.uuid().nullable().describe('ID of the rating (UUID); null when there was no rating to remove.'),
  feedback: z.string().nullable(),
  feedback_reason: z.string().nullable(),
});

export const feedbackRoutes = hostedPlugin((scope) => {
  const give = describeRoute('giveFeedback', { 200: Feedback }, { body: FeedbackBody });
  scope.post('/v1/feedback/', give, async (request) => {
    const given = toCamelKeys(request.body);
    const { ctx, projectId } = await resolveTarget(request);
    const { feedback, removedId } = await giveFeedback(ctx, { ...given, projectId });
    return {
      id: feedback?.id ?? removedId,
      feedback: feedback?.feedback ?? null,
      feedback_reason: feedback?.feedbackReason ?? null,
    };
  });
});
