import { z } from 'zod';
import { getProjectStatistics } from '../../src/resolvers/statistics/get-project-statistics.js';
import { describeRoute } from './route.js';
import { scopeQuery } from './fields.js';
import { hostedPlugin, resolveTarget } from './plugin.js';

const count = z.number().int();

const Statistics = z.object({
  total_memories: count,
  total_retrieval_events: count.describe('Searches, lists and reads of memories.'),
  total_add_events: count,
  total_api_retrieval_events: count.describe('Those of the retrievals that came with an API key.'),
  total_retrieval_events_limit: count.describe('0: there is no limit.'),
  total_users_with_memories: count,
  total_agents_with_memories: count,
  total_runs_with_memories: count,
  memories_per_user: count,
  memories_per_agent: count,
  memories_per_run: count,
});

export const statisticsRoutes = hostedPlugin((scope) => {
  const read = describeRoute('projectStatistics', { 200: Statistics }, { querystring: z.object(scopeQuery) });
  scope.get('/v1/stats/', read, async (request) => {
    const { ctx, projectId } = await resolveTarget(request);
    const found = await getProjectStatistics(ctx, { projectId });
    return {
      total_memories: found.memories,
      total_retrieval_events: found.retrievals,
      total_add_events: found.adds,
      total_api_retrieval_events: found.apiRetrievals,
      total_retrieval_events_limit: 0,
      total_users_with_memories: found.users,
      total_agents_with_memories: found.agents,
      total_runs_with_memories: found.runs,
      memories_per_user: average(found.ofUsers, found.users),
      memories_per_agent: average(found.ofAgents, found.agents),
      memories_per_run: average(found.ofRuns, found.runs),
    };
  });
});

/** Returns the average as an integer, or 0 without owners. */
function average(memories: number, owners: number): number {
  return owners === 0 ? 0 : Math.round(memories / owners);
}
