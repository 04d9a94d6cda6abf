import { z } from 'zod';
import type { AuthMode } from '../../src/auth/caller.js';
import { ValidationError } from '../../src/errors.js';
import { listRequestLogs } from '../../src/resolvers/request-log/list-request-logs.js';
import type { RequestLogFilterInput } from '../../src/resolvers/request-log/request-log-filter.js';
import type { PageArgs } from '../../src/page.js';
import { readRows } from '../shared/read-every-row.js';
import { text, wholeNumber } from './fields.js';
import { getContext, type SelfHostedRoutes } from './plugin.js';
import { toRequest } from './present.js';
import { describeRoute } from './responses.js';
import { RequestLogEntry } from './schemas.js';

const moment = z.preprocess((value) => value || undefined, z.iso.datetime({ offset: true }).optional());

const Query = z.object({
  limit: wholeNumber(1, 200),
  auth: text(),
  method: text(),
  path: text(),
  operation: text(),
  status_class: wholeNumber(1, 5),
  min_status: wholeNumber(100, 599),
  max_status: wholeNumber(100, 599),
  user_id: text(),
  key_prefix: text(),
  since: moment,
  until: moment,
  cursor: text(),
});

export const selfHostedRequestRoutes: SelfHostedRoutes = (scope) => {
  const list = describeRoute('listRequests', { 200: z.array(RequestLogEntry) }, { level: 'admin', querystring: Query });
  scope.get('/requests', list, async (request, reply) => {
    const { limit = 50, cursor, ...filter } = request.query;
    const read = (page: PageArgs) => listRequestLogs(getContext(request), { ...page, filter: toFilter(filter) });
    const { rows, next } = await readRows(read, { limit, after: cursor });
    // The body is a plain list, so a header carries the next cursor.
    if (next) reply.header('x-next-cursor', next);
    return rows.map(toRequest);
  });
};

const modes: readonly AuthMode[] = ['none', 'bearer', 'api_key', 'oauth', 'admin_api_key', 'disabled'];

function toFilter(query: Omit<z.infer<typeof Query>, 'limit' | 'cursor'>): RequestLogFilterInput {
  return {
    authTypes: readModes(query.auth),
    method: query.method,
    pathPrefix: query.path,
    operation: query.operation,
    statusClass: query.status_class,
    minStatusCode: query.min_status,
    maxStatusCode: query.max_status,
    userId: query.user_id,
    keyPrefix: query.key_prefix,
    since: query.since ? new Date(query.since) : null,
    until: query.until ? new Date(query.until) : null,
  };
}

// Clients of this route expect only requests with API keys by default.
function readModes(auth: string | undefined): readonly AuthMode[] | null {
  if (auth === undefined) return ['api_key', 'admin_api_key'];
  if (auth === 'all') return null;
  const named = auth.split(',').map((name) => name.trim());
  const known = modes.filter((mode) => named.includes(mode));
  if (known.length < new Set(named).size)
    throw new ValidationError({ auth: [`must be "all", or some of ${modes.join(', ')} with commas between them.`] });
  return known;
}
