import { deleteMemoriesByFilter } from '../../src/resolvers/deletion/delete-memories.js';
import { toCamelKeys } from '../../src/snake-case.js';
import { deleteQuery, readDeleteQuery } from '../shared/delete-query.js';
import { requireOwners } from './owners.js';
import { getContext, type SelfHostedRoutes, getCurrentProjectId } from './plugin.js';
import { describeRoute } from './responses.js';
import { AcceptedDeletion } from './schemas.js';

const parameters = ['user_id', 'agent_id', 'app_id', 'run_id'] as const;

/**
 * Registers the route for bulk deletion. `event_id` in its response tracks the job that removes the hidden memories.
 */
export const selfHostedMemoryDeletionRoutes: SelfHostedRoutes = (scope) => {
  const querystring = deleteQuery(parameters);
  const remove = describeRoute('deleteMemories', { 200: AcceptedDeletion }, { level: 'admin', querystring });
  scope.delete('/memories', remove, async (request) => {
    const ctx = getContext(request);
    const given = readDeleteQuery(request.query, parameters);
    // A blank ID beside another one stays, for the use case to refuse: leaving it out would delete more.
    const owners = toCamelKeys({ ...given, ...requireOwners(given) });
    const { event } = await deleteMemoriesByFilter(ctx, { projectId: await getCurrentProjectId(ctx), ...owners });
    return { message: 'All relevant memories deleted', event_id: event.id };
  });

  const reset = describeRoute('reset', { 200: AcceptedDeletion }, { level: 'admin' });
  scope.post('/reset', reset, async (request) => {
    const ctx = getContext(request);
    const every = { userId: '*', agentId: '*', appId: '*', runId: '*' };
    const { event } = await deleteMemoriesByFilter(ctx, { projectId: await getCurrentProjectId(ctx), ...every });
    return { message: 'All memories reset', event_id: event.id };
  });
};
