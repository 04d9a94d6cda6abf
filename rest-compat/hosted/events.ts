import { z } from 'zod';
import { readEventPeriod, listEventsByPage } from '../../src/resolvers/event/list-events.js';
import { getEvent } from '../../src/resolvers/event/get-event.js';
import { withFieldNames } from '../../src/validate.js';
import { describeRoute } from './route.js';
import { queryText, scopeQuery } from './fields.js';
import { toEnvelope, createEnvelopeSchema, toPageRequest, pageQuery } from './paging.js';
import { getContext, resolveProjectId, hostedPlugin, resolveTarget } from './plugin.js';
import { Event, toEvent } from './present.js';

const params = z.object({ event_id: z.string().describe('A UUID.') });
const edge = 'A day (YYYY-MM-DD), which counts as a whole, or an ISO date-time.';
const dates = {
  start_date: queryText().describe(`First time of acceptance. ${edge}`),
  end_date: queryText().describe(`Last time of acceptance. ${edge}`),
};
const query = z.object({
  ...pageQuery,
  event_type: queryText(),
  ...dates,
  ...scopeQuery,
});
const SingleEvent = Event.extend({ graph_status: z.null(), error: z.string().nullable() });

/** Registers the routes of events. One event has two paths: the documented one, and a variant from other documents. */
export const eventRoutes = hostedPlugin((scope) => {
  const list = describeRoute('listEvents', { 200: createEnvelopeSchema(Event) }, { isPaged: true, querystring: query });
  scope.get('/v1/events/', list, async (request) => {
    const page = toPageRequest(request.query, 50);
    const { event_type: type, start_date: startDate, end_date: endDate } = request.query;
    const input = {
      projectId: await resolveProjectId(request),
      type,
      ...readEventPeriod({ startDate, endDate }),
      ...page,
    };
    const names = { type: 'eventType', since: 'startDate', until: 'endDate' };
    const { rows, total } = await withFieldNames(names, () => listEventsByPage(getContext(request), input));
    return toEnvelope(request, page, { results: rows.map(toEvent), total });
  });

  const read = describeRoute('getEvent', { 200: SingleEvent }, { params, querystring: z.object(scopeQuery) });
  for (const path of ['/v1/event/:event_id/', '/v1/events/:event_id/']) {
    scope.get(path, read, async (request) => {
      const { ctx, projectId } = await resolveTarget(request);
      const event = await getEvent(ctx, { projectId, id: request.params.event_id });
      return { ...toEvent(event), graph_status: null, error: event.error };
    });
  }
});
