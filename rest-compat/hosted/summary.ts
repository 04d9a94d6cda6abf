import { z } from 'zod';
import { summarizeMemories } from '../../src/resolvers/summary/summarize-memories.js';
import { describeRoute } from './route.js';
import { jsonObject, scopeFields } from './fields.js';
import { noTopLevelEntities } from './filters.js';
import { hostedPlugin, resolveTarget } from './plugin.js';

const SummaryBody = z.object({
  filters: jsonObject.nullish().describe('Absent: every memory of the project.'),
  ...noTopLevelEntities,
  ...scopeFields,
});

export const summaryRoutes = hostedPlugin((scope) => {
  const read = describeRoute(
    'summarizeMemories',
    { 200: z.array(z.object({ summary: z.string() })) },
    { idempotency: false, body: SummaryBody },
  );
  scope.post('/v1/summary/', read, async (request) => {
    const { ctx, projectId } = await resolveTarget(request);
    const { text } = await summarizeMemories(ctx, { projectId, filters: request.body.filters });
    return text === null ? [] : [{ summary: text }];
  });
});
