import { z } from 'zod';
import { summarizeMemories } from '../../src/resolvers/summary/summarize-memories.js';
import { describeRoute } from './route.js';
import { jsonObject, scopeFields } from './fields.js';
import { getContext, resolveProjectId, hostedPlugin } from './plugin.js';

const SummaryBody = z.object({
  filters: jsonObject.nullish().describe('Absent: every memory of the project.'),
  ...scopeFields,
});

/** Registers the route for summaries of memories. */
export const summaryRoutes = hostedPlugin((scope) => {
  const read = describeRoute(
    'summarizeMemories',
    { 200: z.array(z.object({ summary: z.string() })) },
    { idempotency: false, body: SummaryBody },
  );
  scope.post('/v1/summary/', read, async (request) => {
    const { text } = await summarizeMemories(getContext(request), {
      projectId: await resolveProjectId(request),
      filters: request.body.filters,
    });
    return text === null ? [] : [{ summary: text }];
  });
});
