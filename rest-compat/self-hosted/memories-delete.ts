import { z } from 'zod';
import { deleteMemoriesByFilter } from '../../src/resolvers/deletion/delete-memories.js';
import { toCamelKeys } from '../../src/snake-case.js';
import { ownerQuery } from './fields.js';
import { requireOwners } from './owners.js';
import { getContext, type SelfHostedRoutes, getCurrentProjectId } from './plugin.js';
import { describeRoute } from './responses.js';
import { AcceptedDeletion } from './schemas.js';

/**
 * Registers the route for bulk deletion. `event_id` in its response tracks the job that removes the hidden memories.
 */
export const selfHostedMemoryDeletionRoutes: SelfHostedRoutes = (scope) => {
  const querystring = z.object(ownerQuery);
  const remove = describeRoute('deleteMemories', { 200: AcceptedDeletion }, { level: 'admin', querystring });
  scope.delete('/memories', remove, async (request) => {
    const ctx = getContext(request);
    const owners = toCamelKeys(requireOwners(request.query));
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
