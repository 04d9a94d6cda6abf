import { z } from 'zod';
import { listHistoryByPage } from '../../src/resolvers/memory/list-history.js';
import { describeRoute } from './route.js';
import { queryNumber, scopeQuery } from './fields.js';
import { toEnvelope, createEnvelopeSchema, toPageRequest, pageQuery, readLimit } from './paging.js';
import { hostedPlugin, resolveTarget } from './plugin.js';
import { HistoryEntry, toHostedHistory } from './present.js';

const query = z.object({
  ...pageQuery,
  limit: queryNumber().describe('Entries on a page; page_size is the same.'),
  ...scopeQuery,
});

export const historyRoutes = hostedPlugin((scope) => {
  const feed = describeRoute(
    'listHistory',
    { 200: createEnvelopeSchema(HistoryEntry) },
    { isPaged: true, querystring: query },
  );
  scope.get('/v1/memories/events/', feed, async (request) => {
    const { page: number, page_size: size, limit } = request.query;
    const page = toPageRequest({ page: number, page_size: size ?? readLimit(limit) });
    const { ctx, projectId } = await resolveTarget(request);
    const { rows, ...rest } = await listHistoryByPage(ctx, { projectId, ...page });
    return toEnvelope(request, page, { results: rows.map(toHostedHistory), ...rest });
  });
});
