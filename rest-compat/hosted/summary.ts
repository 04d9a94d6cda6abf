import { z } from 'zod';
import { summarizeMemories } from '../../src/resolvers/summary/summarize-memories.js';
import { describeResponses, errorBody } from './errors.js';
import { jsonObject, scopeFields } from './fields.js';
import { getContext, resolveProjectId, hostedPlugin } from './plugin.js';

const SummaryBody = z.object({
  filters: jsonObject.nullish().describe('Absent: every memory of the project.'),
  ...scopeFields,
});

/** Registers the route for summaries of memories. */
export const summaryRoutes = hostedPlugin((scope) => {
  const read = {
    body: SummaryBody,
    response: describeResponses(z.array(z.object({ summary: z.string() })), errorBody, [400, 403, 404]),
  };
  scope.post(
    '/v1/summary/',
    { config: { operation: 'summarizeMemories', errors: errorBody, idempotency: false }, schema: read },
    async (request) => {
      const { text } = await summarizeMemories(getContext(request), {
        projectId: await resolveProjectId(request),
        filters: request.body.filters,
      });
      return text === null ? [] : [{ summary: text }];
    },
  );
});
