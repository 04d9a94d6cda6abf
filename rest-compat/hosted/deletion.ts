import { z } from 'zod';
import { deleteEntity, deleteEntityById } from '../../src/resolvers/deletion/delete-entity.js';
import { deleteMemoriesByFilter } from '../../src/resolvers/deletion/delete-memories.js';
import { batchDeleteMemories, batchUpdateMemories } from '../../src/resolvers/memory/batch.js';
import { deleteOrganization } from '../../src/resolvers/organization/delete-organization.js';
import { withFieldNames } from '../../src/validate.js';
import { toCamelKeys } from '../../src/snake-case.js';
import { deleteQuery, readDeleteQuery } from '../shared/delete-query.js';
import { messageBody } from './errors.js';
import { describeRoute } from './route.js';
import { Message, jsonObject, optionalText, scopeFields, scopeQuery } from './fields.js';
import { getContext, resolveProjectId, hostedPlugin, resolveTarget } from './plugin.js';

const Accepted = z.object({ message: z.string(), event_id: z.string() });

const parameters = ['user_id', 'agent_id', 'app_id', 'run_id', 'metadata', 'org_id', 'project_id'] as const;

const entityPath = z.object({
  entity_type: z.string().meta({ enum: ['user', 'agent', 'app', 'run'] }),
  entity_id: z.string(),
});

const updates = z.object({
  memories: z.array(z.object({ memory_id: z.string(), text: optionalText(), metadata: jsonObject.nullish() })),
  ...scopeFields,
});
const deletions = z.object({ memories: z.array(z.object({ memory_id: z.string() })), ...scopeFields });

export const deletionRoutes = hostedPlugin((scope) => {
  const byFilter = describeRoute('deleteMemories', { 200: Accepted }, { querystring: deleteQuery(parameters) });
  scope.delete('/v1/memories/', byFilter, async (request) => {
    const { org_id, project_id, ...given } = readDeleteQuery(request.query, parameters);
    const named = { query: { org_id, project_id }, body: null, context: getContext(request) };
    const projectId = await resolveProjectId(named);
    const { event } = await deleteMemoriesByFilter(getContext(request), { projectId, ...toCamelKeys(given) });
    return accepted(event.id);
  });

  const entity = { params: entityPath, querystring: z.object(scopeQuery) };
  const byName = describeRoute('deleteEntity', { 200: Accepted }, { ...entity, errors: messageBody });
  scope.delete('/v2/entities/:entity_type/:entity_id/', byName, async (request) => {
    const { entity_type: type, entity_id: name } = request.params;
    const { ctx, projectId } = await resolveTarget(request);
    const { event } = await withFieldNames({ name: 'entityId' }, () => deleteEntity(ctx, { projectId, type, name }));
    return accepted(event.id);
  });
  const byId = describeRoute('deleteEntityById', { 200: Accepted }, entity);
  scope.delete('/v1/entities/:entity_type/:entity_id/', byId, async (request) => {
    const { entity_type: type, entity_id: id } = request.params;
    const { ctx, projectId } = await resolveTarget(request);
    const { event } = await deleteEntityById(ctx, { projectId, type, id });
    return accepted(event.id);
  });

  const organization = describeRoute(
    'deleteOrganization',
    { 200: Message },
    { errors: messageBody, failures: [403, 404], params: z.object({ org_id: z.string() }) },
  );
  scope.delete('/api/v1/orgs/organizations/:org_id/', organization, async (request) => {
    await deleteOrganization(getContext(request), { organizationId: request.params.org_id });
    return { message: 'Organization deleted successfully' };
  });

  const update = describeRoute('batchUpdateMemories', { 200: Message }, { body: updates });
  scope.put('/v1/batch/', update, async (request) => {
    const memories = request.body.memories.map(({ memory_id: id, text, metadata }) => ({
      id,
      text: text ?? undefined,
      metadata,
    }));
    const { ctx, projectId } = await resolveTarget(request);
    const { updated } = await batchUpdateMemories(ctx, { projectId, memories });
    return { message: `Successfully updated ${updated} memories` };
  });

  const remove = describeRoute('batchDeleteMemories', { 200: Message }, { body: deletions });
  scope.delete('/v1/batch/', remove, async (request) => {
    const ids = request.body.memories.map(({ memory_id: id }) => id);
    const { ctx, projectId } = await resolveTarget(request);
    const { deleted } = await batchDeleteMemories(ctx, { projectId, ids });
    return { message: `Successfully deleted ${deleted} memories` };
  });
});

function accepted(eventId: string): z.infer<typeof Accepted> {
  return { message: 'Delete in progress. This may take some time.', event_id: eventId };
}
