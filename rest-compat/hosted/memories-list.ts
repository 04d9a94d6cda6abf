import { z } from 'zod';
import { ValidationError } from '../../src/errors.js';
import { listMemoriesByPage, type ListMemoriesByPageInput } from '../../src/resolvers/memory/list-memories-by-page.js';
import { listMemoryOrigins } from '../../src/resolvers/memory/memory-origins.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { isJsonObject } from '../../src/validate.js';
import { listErrorBody, messageBody } from './errors.js';
import { describeRoute } from './route.js';
import {
  entityFields,
  jsonObject,
  knownNames,
  optionalFlag,
  optionalText,
  pickFields,
  queryNames,
  queryNumber,
  queryText,
  readTimes,
  scopeFields,
  scopeQuery,
} from './fields.js';
import { joinEntityIds, narrowFilters, noTopLevelEntities, requireEntityFilter } from './filters.js';
import { toEnvelope, createEnvelopeSchema, toPageRequest, pageQuery, readLimit } from './paging.js';
import { getContext, resolveProjectId, hostedPlugin, type RestScope, resolveTarget } from './plugin.js';
import { Memory, memoryFieldNames, toHostedMemory, toList } from './present.js';

const Listed = Memory.partial();

const EntityMemory = Memory.pick({
  id: true,
  memory: true,
  metadata: true,
  categories: true,
  created_at: true,
  updated_at: true,
}).extend({
  input: z.array(z.unknown()).describe('Messages that the memory was extracted from. Empty for imported memories.'),
  is_updated: z.boolean(),
});

const entityTypes: readonly string[] = ['user', 'agent', 'app', 'run'];

const paged = { page: z.number().nullish(), page_size: z.number().nullish() };

const ListBody = z.object({
  filters: jsonObject.nullish(),
  ...noTopLevelEntities,
  ...paged,
  show_expired: optionalFlag(),
  latest_only: optionalFlag().describe(
    'Leave out superseded memories, and those outdated with a probability of .7 or more.',
  ),
  include_merged: optionalFlag().describe('Also list memories that were merged into others.'),
  ...readTimes,
  start_date: optionalText(),
  end_date: optionalText(),
  categories: z.array(z.string()).nullish(),
  fields: knownNames(memoryFieldNames).nullish(),
  keywords: optionalText(),
  ...scopeFields,
});

const ListV2Body = z.object({
  filters: jsonObject.nullish(),
  ...entityFields,
  fields: knownNames(memoryFieldNames).nullish(),
  ...paged,
  ...scopeFields,
});

const ListQuery = z.object({ ...pageQuery, ...scopeQuery });

const ListV1Query = z.object({
  user_id: queryText(),
  agent_id: queryText(),
  app_id: queryText(),
  run_id: queryText(),
  ...scopeQuery,
  metadata: queryText(),
  keywords: queryText(),
  start_date: queryText(),
  end_date: queryText(),
  categories: queryNames(),
  fields: queryNames(knownNames(memoryFieldNames)),
  limit: queryNumber(),
  ...pageQuery,
});

/** Registers the routes that list memories: with page numbers, and the older ones without. */
export const memoryListRoutes = hostedPlugin((scope) => {
  const present = describeRoute(
    'listMemories',
    { 200: createEnvelopeSchema(Listed) },
    { isPaged: true, body: ListBody, querystring: ListQuery },
  );
  scope.post('/v3/memories/', present, async (request) => {
    const { body, query } = request;
    const page = toPageRequest({ page: query.page ?? body.page, page_size: query.page_size ?? body.page_size });
    const filter = readFilter(narrowFilters(body.filters, body), { requireEntity: true });
    return toEnvelope(
      request,
      page,
      await list(request, {
        ...page,
        filter,
        includeExpired: body.show_expired,
        latestOnly: body.latest_only,
        includeMerged: body.include_merged,
        asOf: body.as_of,
        validAt: body.valid_at,
        fields: body.fields,
      }),
    );
  });

  const second = describeRoute(
    'listMemoriesV2',
    { 200: z.array(Listed) },
    { errors: messageBody, body: ListV2Body, querystring: ListQuery },
  );
  scope.post('/v2/memories/', second, async (request) => {
    const { body, query } = request;
    // Older clients send the page in the query, like version 3.
    const page = toPageRequest({ page: query.page ?? body.page, page_size: query.page_size ?? body.page_size });
    const { results } = await list(request, {
      ...page,
      filter: readFilter(joinEntityIds(body), { requireEntity: true }),
      fields: body.fields,
    });
    return results;
  });

  const first = describeRoute(
    'listMemoriesV1',
    { 200: z.union([z.array(Listed), createEnvelopeSchema(Listed)]) },
    { errors: listErrorBody, isPaged: true, querystring: ListV1Query },
  );
  scope.get('/v1/memories/', first, async (request) => {
    const { query } = request;
    const beside = { ...query, metadata: query.metadata === undefined ? null : readMetadata(query.metadata) };
    const filter = readFilter(narrowFilters(requireEntityFilter(query), beside), { requireEntity: true });
    if (query.page === undefined || query.page_size === undefined) {
      const { results } = await list(request, {
        page: 1,
        pageSize: readLimit(query.limit),
        filter,
        fields: query.fields,
      });
      return results;
    }
    const page = toPageRequest(query);
    return toEnvelope(request, page, await list(request, { ...page, filter, fields: query.fields }));
  });

  entityMemories(scope);
});

/** Registers the route for the memories of one entity, with their origins. */
function entityMemories(scope: RestScope): void {
  const params = z.object({
    entity_type: z.string().describe('user, agent, app or run'),
    entity_id: z.string().describe('Its name.'),
  });
  const read = describeRoute(
    'listMemoriesOfEntity',
    { 200: createEnvelopeSchema(EntityMemory) },
    {
      isPaged: true,
      params,
      querystring: z.object({ page: queryNumber(), ...scopeQuery }),
    },
  );
  scope.get('/v1/memories/:entity_type/:entity_id/', read, async (request) => {
    const { entity_type: type, entity_id: name } = request.params;
    if (!entityTypes.includes(type))
      throw new ValidationError({ entityType: [`must be one of ${entityTypes.join(', ')}.`] });
    // `*` means any entity in filters, but is not a valid name here.
    if (name === '*' || name === '') throw new ValidationError({ entityId: ['must be the name of one entity.'] });
    const { ctx, projectId } = await resolveTarget(request);
    const page = toPageRequest(request.query);
    const { rows, total, hasNextPage } = await listMemoriesByPage(ctx, {
      projectId,
      filter: readFilter({ [`${type}_id`]: name }),
      ...page,
    });
    const origins = await listMemoryOrigins(ctx, { projectId, ids: rows.map((row) => row.id) });
    const results = rows.map((row) => {
      const { id, memory, metadata, categories, created_at, updated_at } = toHostedMemory(row);
      const origin = origins.get(row.id);
      return {
        id,
        memory,
        metadata,
        categories,
        created_at,
        updated_at,
        input: toList(origin?.input),
        is_updated: origin?.isUpdated ?? false,
      };
    });
    return toEnvelope(request, page, { results, total, hasNextPage });
  });
}

async function list(
  request: { body: unknown; query: unknown },
  { fields, ...input }: Omit<ListMemoriesByPageInput, 'projectId'> & { fields: readonly string[] | null | undefined },
): Promise<{ results: z.infer<typeof Listed>[]; total: number; hasNextPage: boolean }> {
  const { rows, total, hasNextPage } = await listMemoriesByPage(getContext(request), {
    ...input,
    projectId: await resolveProjectId(request),
  });
  return { results: rows.map((row) => pickFields(toHostedMemory(row), fields)), total, hasNextPage };
}

function readMetadata(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Falls through to the error for values that are not an object.
  }
  throw new ValidationError({ metadata: ['must be an object, as JSON text.'] });
}
