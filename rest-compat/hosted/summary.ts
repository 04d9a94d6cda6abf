import { z } from 'zod';
import { summarizeMemories } from '../../src/resolvers/summary/summarize-memories.js';
import { answers, errorBody } from '../errors.js';
import { jsonObject, scopeFields } from '../fields.js';
import { contextOf, projectOf, restPlugin } from '../plugin.js';

const SummaryBody = z.object({
  filters: jsonObject.nullish().describe('Absent: every memory of the project.'),
  ...scopeFields,
});

/** Summaries of memories. */
export const summaryRoutes = restPlugin((scope) => {
  const read = {
    body: SummaryBody,
    response: answers(z.array(z.object({ summary: z.string() })), errorBody, [400, 403, 404]),
  };
  scope.post(
    '/v1/summary/',
    { config: { operation: 'summarizeMemories', errors: errorBody, idempotency: false }, schema: read },
    async (request) => {
      const { text } = await summarizeMemories(contextOf(request), {
        projectId: await projectOf(request),
        filters: request.body.filters,
      });
      return text === null ? [] : [{ summary: text }];
    },
  );
});
