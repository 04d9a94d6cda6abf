import { z } from 'zod';
import { listHistoryByPage } from '../../src/resolvers/memory/list-history.js';
import { errorBody, pagedAnswers } from '../errors.js';
import { queryNumber, queryText } from '../fields.js';
import { envelope, envelopeOf, pageOf, pageQuery, readLimit } from '../paging.js';
import { contextOf, projectOf, restPlugin } from '../plugin.js';
import { HistoryEntry, presentHistory } from '../present.js';

const query = z.object({
  ...pageQuery,
  limit: queryNumber().describe('Entries on a page; page_size is the same.'),
  org_id: queryText(),
  project_id: queryText(),
});

/** What happened in the whole project. */
export const historyRoutes = restPlugin((scope) => {
  const feed = { querystring: query, response: pagedAnswers(envelopeOf(HistoryEntry), errorBody) };
  scope.get(
    '/v1/memories/events/',
    { config: { operation: 'listHistory', errors: errorBody }, schema: feed },
    async (request) => {
      const { page: number, page_size: size, limit } = request.query;
      const page = pageOf({ page: number, page_size: size ?? readLimit(limit) });
      const { rows, ...rest } = await listHistoryByPage(contextOf(request), {
        projectId: await projectOf(request),
        ...page,
      });
      return envelope(request, page, { results: rows.map(presentHistory), ...rest });
    },
  );
});
