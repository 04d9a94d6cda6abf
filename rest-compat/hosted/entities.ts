import { z } from 'zod';
import { listEntitiesByPage } from '../../src/resolvers/entity.js';
import { answers, errorBody } from '../errors.js';
import { queryText } from '../fields.js';
import { envelope, envelopeOf, pageOf, pageQuery } from '../paging.js';
import { contextOf, projectOf, restPlugin } from '../plugin.js';
import { Entity, presentEntity } from '../present.js';

const query = z.object({ ...pageQuery, org_id: queryText(), project_id: queryText() });

const totalNames = { total_users: z.number(), total_agents: z.number(), total_apps: z.number(), total_runs: z.number() };

/** Users, agents, apps and runs. */
export const entityRoutes = restPlugin((scope) => {
  const list = { querystring: query, response: answers(envelopeOf(Entity).extend(totalNames), errorBody, [400, 404]) };
  scope.get('/v1/entities/', { config: { operation: 'listEntities', errors: errorBody }, schema: list }, async (request) => {
    const page = pageOf(request.query);
    const { rows, total, totals } = await listEntitiesByPage(contextOf(request), { projectId: await projectOf(request), ...page });
    const { count, next, previous, results } = envelope(request, page, { results: rows.map(presentEntity), total });
    const counted = { total_users: totals.user, total_agents: totals.agent, total_apps: totals.app, total_runs: totals.run };
    return { count, next, previous, ...counted, results };
  });
});
