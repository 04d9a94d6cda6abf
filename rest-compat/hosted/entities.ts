import { z } from 'zod';
import { getProject } from '../../src/resolvers/project/get-project.js';
import { createEntity } from '../../src/resolvers/entity/create-entity.js';
import { getEntity } from '../../src/resolvers/entity/get-entity.js';
import { listEntitiesByPage } from '../../src/resolvers/entity/list-entities.js';
import { readText } from '../../src/resolvers/shared/text-fields.js';
import { collectFieldErrors } from '../../src/validate.js';
import { messageBody } from './errors.js';
import { describeRoute } from './route.js';
import { jsonObject, scopeFields, scopeQuery } from './fields.js';
import { toEnvelope, createEnvelopeSchema, toPageRequest, pageQuery } from './paging.js';
import { hostedPlugin, type RestScope, resolveTarget } from './plugin.js';
import { Entity, toHostedEntity } from './present.js';

const querystring = z.object(scopeQuery);

const totalNames = {
  total_users: z.number(),
  total_agents: z.number(),
  total_apps: z.number(),
  total_runs: z.number(),
};

/** Registers the routes of users, agents, apps and runs. */
export const entityRoutes = hostedPlugin((scope) => {
  const list = describeRoute(
    'listEntities',
    { 200: createEnvelopeSchema(Entity).extend(totalNames) },
    { isPaged: true, querystring: z.object({ ...pageQuery, ...scopeQuery }) },
  );
  scope.get('/v1/entities/', list, async (request) => {
    const page = toPageRequest(request.query);
    const { ctx, projectId } = await resolveTarget(request);
    const { rows, total, totals } = await listEntitiesByPage(ctx, { projectId, ...page });
    const { count, next, previous, results } = toEnvelope(request, page, {
      results: rows.map(toHostedEntity),
      total,
    });
    const counted = {
      total_users: totals.user,
      total_agents: totals.agent,
      total_apps: totals.app,
      total_runs: totals.run,
    };
    return { count, next, previous, ...counted, results };
  });
  readRoutes(scope);
  for (const type of types) createRoute(scope, type);
});

const Single = Entity.omit({ total_memories: true });
const option = z.object({ value: z.string(), label: z.string() });
const parameter = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  placeholder: z.string(),
  options: z.array(option),
});
const Filters = z.object({
  event_type: z.array(z.string()),
  categories: z.array(z.string()),
  users: z.array(z.string()),
  parameters: z.array(parameter),
});

const eventTypes = ['ADD', 'UPDATE', 'DELETE', 'SEARCH', 'GET_ALL', 'GET', 'DELETE_ALL', 'DELETE_USER'];

function readRoutes(scope: RestScope): void {
  const filters = describeRoute('entityFilters', { 200: Filters }, { failures: [403, 404], querystring });
  scope.get('/v1/entities/filters/', filters, async (request) => {
    const { ctx, projectId } = await resolveTarget(request);
    const { rows } = await listEntitiesByPage(ctx, { projectId, type: 'user', page: 1, pageSize: 200 });
    const categories = categoryNames((await getProject(ctx, projectId)).customCategories);
    const parameters = types.map((type) => ({
      name: `${type}_id`,
      label: `${capital(type)} ID`,
      type: 'text',
      placeholder: `Id of the ${type}`,
      options: [],
    }));
    return { event_type: eventTypes, categories, users: rows.map(({ name }) => name), parameters };
  });

  const params = z.object({
    entity_type: z.string().meta({ enum: ['user', 'agent', 'app', 'run'] }),
    entity_id: z.string(),
  });
  const read = describeRoute('getEntity', { 200: z.array(Single) }, { errors: messageBody, params, querystring });
  scope.get('/v2/entities/:entity_type/:entity_id/', read, async (request) => {
    const { entity_type: type, entity_id: name } = request.params;
    const { ctx, projectId } = await resolveTarget(request);
    const { total_memories: _count, ...shown } = toHostedEntity(await getEntity(ctx, { projectId, type, name }));
    return [shown];
  });
}

const types = ['user', 'agent', 'app', 'run'] as const;
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const Created = z.object({
  id: z.number().int(),
  metadata: z.unknown(),
  created_at: z.string(),
  updated_at: z.string(),
  graph_entities: z.null(),
  is_deleted: z.literal(false),
  user_id: z.string().optional(),
  agent_id: z.string().optional(),
  app_id: z.string().optional(),
  run_id: z.string().optional(),
  name: z.string().optional(),
  project: z.string().describe('Id of the project.'),
});

// Users have no name. The names of agents, apps and runs are stored in their metadata.
function createRoute(scope: RestScope, type: (typeof types)[number]): void {
  const label = type === 'user' ? {} : { name: z.string().min(1, { error: 'must not be blank.' }) };
  const body = z.object({ [`${type}_id`]: z.string(), ...label, metadata: jsonObject.nullish(), ...scopeFields });
  const create = describeRoute(`create${capital(type)}Entity`, { 201: Created }, { body });
  scope.post(`/v1/${type}s/`, create, async (request, reply) => {
    const {
      [`${type}_id`]: id,
      name,
      metadata,
    } = request.body as {
      readonly name?: string;
      readonly metadata?: Record<string, unknown> | null;
      readonly [key: string]: unknown;
    };
    const check = collectFieldErrors();
    readText(check, 'name', name);
    check.throwIfAny();
    const kept = name === undefined ? metadata : { ...metadata, name };
    const { ctx, projectId } = await resolveTarget(request);
    const row = await createEntity(ctx, { projectId, type, name: id, metadata: kept });
    const { id: number, metadata: stored, created_at, updated_at } = toHostedEntity(row);
    const shown = {
      id: Number(number),
      [`${type}_id`]: row.name,
      ...(name !== undefined && { name }),
      metadata: stored,
      created_at,
      updated_at,
    };
    return reply.code(201).send({ ...shown, graph_entities: null, is_deleted: false, project: row.projectId });
  });
}

/** Returns the names of categories given as text or as `{name: description}`. */
function categoryNames(list: unknown): string[] {
  return [list ?? []].flat().flatMap((item: unknown) => (typeof item === 'string' ? [item] : Object.keys(item ?? {})));
}
