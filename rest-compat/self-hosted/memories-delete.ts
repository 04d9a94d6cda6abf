import { z } from 'zod';
import { deleteMemoriesByFilter } from '../../src/resolvers/deletion/delete-memories.js';
import { ownerQuery } from './fields.js';
import { requireOwners } from './owners.js';
import { getContext, type SelfHostedRoutes, getCurrentProjectId } from './plugin.js';
import { route, selfHostedResponses } from './responses.js';
import { AcceptedDeletion } from './schemas.js';

/**
 * Registers the route for bulk deletion. `event_id` in its response tracks the job that removes the hidden memories.
 */
export const selfHostedMemoryDeletionRoutes: SelfHostedRoutes = (scope) => {
  const querystring = z.object(ownerQuery);
  const remove = route(
    { level: 'admin', operation: 'deleteMemories' },
    { querystring },
    selfHostedResponses(AcceptedDeletion),
  );
  scope.delete('/memories', remove, async (request) => {
    const ctx = getContext(request);
    const { user_id: userId, agent_id: agentId, app_id: appId, run_id: runId } = requireOwners(request.query);
    const { event } = await deleteMemoriesByFilter(ctx, {
      projectId: await getCurrentProjectId(ctx),
      userId,
      agentId,
      appId,
      runId,
    });
    return { message: 'All relevant memories deleted', event_id: event.id };
  });

  const reset = route({ level: 'admin', operation: 'reset' }, {}, selfHostedResponses(AcceptedDeletion));
  scope.post('/reset', reset, async (request) => {
    const ctx = getContext(request);
    const every = { userId: '*', agentId: '*', appId: '*', runId: '*' };
    const { event } = await deleteMemoriesByFilter(ctx, { projectId: await getCurrentProjectId(ctx), ...every });
    return { message: 'All memories reset', event_id: event.id };
  });
};
