import { z } from 'zod';
import { eventPeriod, listEventsByPage } from '../../src/resolvers/event/list-events.js';
import { getEvent } from '../../src/resolvers/event/get-event.js';
import { answers, errorBody, pagedAnswers } from '../errors.js';
import { queryText } from '../fields.js';
import { envelope, envelopeOf, pageOf, pageQuery } from '../paging.js';
import { contextOf, projectOf, restPlugin } from '../plugin.js';
import { Event, presentEvent } from '../present.js';

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
  org_id: queryText(),
  project_id: queryText(),
});
const SingleEvent = Event.extend({ graph_status: z.null(), error: z.string().nullable() });

/** Asynchronous operations. One is read by its documented path, and by the one that some texts name. */
export const eventRoutes = restPlugin((scope) => {
  const list = { querystring: query, response: pagedAnswers(envelopeOf(Event), errorBody) };
  scope.get(
    '/v1/events/',
    { config: { operation: 'listEvents', errors: errorBody }, schema: list },
    async (request) => {
      const page = pageOf(request.query, 50);
      const { event_type: type, start_date: startDate, end_date: endDate } = request.query;
      const input = { projectId: await projectOf(request), type, ...eventPeriod({ startDate, endDate }), ...page };
      const { rows, total } = await listEventsByPage(contextOf(request), input);
      return envelope(request, page, { results: rows.map(presentEvent), total });
    },
  );

  const read = { params, response: answers(SingleEvent, errorBody, [400, 403, 404]) };
  for (const path of ['/v1/event/:event_id/', '/v1/events/:event_id/']) {
    scope.get(path, { config: { operation: 'getEvent', errors: errorBody }, schema: read }, async (request) => {
      const event = await getEvent(contextOf(request), {
        projectId: await projectOf(request),
        id: request.params.event_id,
      });
      return { ...presentEvent(event), graph_status: null, error: event.error };
    });
  }
});
