import { z } from 'zod';
import { readFilter, type MemoryFilter } from '../../src/resolvers/memory/read-filter.js';
import type { SearchMemoriesInput } from '../../src/resolvers/memory/search-input.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { messageBody } from './errors.js';
import { describeRoute } from './route.js';
import { entityFields, jsonObject, knownNames, optionalFlag, pickFields, readTimes, scopeFields } from './fields.js';
import {
  after,
  answerability,
  ignoredOptions,
  instructions,
  nextCursor,
  outdatedBy,
  recordHits,
  searchOrder,
  searchPrecision,
  toIgnoredOptions,
  toInstructions,
  toOutdatedBy,
  toOrder,
  toPrecision,
} from '../shared/search.js';
import { moment } from '../shared/moment.js';
import { joinEntityIds, narrowFilters, noTopLevelEntities, requireEntityFilter } from './filters.js';
import { hostedPlugin, resolveTarget } from './plugin.js';
import { Memory, memoryFieldNames, toHostedMemory } from './present.js';

const Found = Memory.extend({ score: z.number(), outdated_by: outdatedBy }).partial();

const Results = z.object({
  results: z.array(Found),
  answerability,
  instructions,
  next_cursor: nextCursor,
  ignored_options: ignoredOptions,
});

const shared = {
  query: z.string(),
  top_k: z.number().nullish().meta({
    description: 'Number of results to return at most. Default 10.',
    minimum: 1,
    maximum: 1_000,
  }),
  threshold: z
    .number()
    .nullish()
    .describe('Minimum score, 0 to 1. Default: leaves out memories that rank far below the best one.'),
  precision: searchPrecision,
  order: searchOrder,
  keyword_search: optionalFlag(),
  rerank: optionalFlag().describe('Let the configured reranker order the best results. Without one, it has no effect.'),
  show_expired: optionalFlag(),
  latest_only: optionalFlag().describe(
    'Leave out superseded memories, and those outdated with a probability of .7 or more.',
  ),
  include_merged: optionalFlag().describe('Also return memories that were merged into others.'),
  ...readTimes,
  reference_date: moment().nullish(),
  timezone: z.string().nullish().describe('Time zone of relative times in the query; default UTC.'),
  record_hits: recordHits,
  fields: knownNames(memoryFieldNames).nullish(),
  categories: z.array(z.string()).nullish(),
  metadata: jsonObject.nullish(),
  ...scopeFields,
};

const SearchBody = z.object({ ...shared, after, filters: jsonObject.nullish(), ...noTopLevelEntities });
const SearchV2Body = z.object({ ...shared, ...entityFields, filters: jsonObject.nullish() });
const SearchV1Body = z.object({ ...shared, ...entityFields, output_format: z.string().nullish() });

/** Registers the search routes: the current version and two older ones. */
export const memorySearchRoutes = hostedPlugin((scope) => {
  const present = describeRoute('searchMemories', { 200: Results }, { work: 'search', body: SearchBody });
  scope.post('/v3/memories/search/', present, (request) =>
    search(request, {
      after: request.body.after,
      filter: readFilter(narrowFilters(request.body.filters, request.body), { requireEntity: true }),
      decay: true,
    }),
  );

  const second = describeRoute(
    'searchMemoriesV2',
    { 200: z.array(Found) },
    { work: 'search', errors: messageBody, body: SearchV2Body },
  );
  scope.post('/v2/memories/search/', second, async (request) => {
    const filters = joinEntityIds(request.body);
    const filter = readFilter(narrowFilters(filters, request.body), { requireEntity: true });
    return (await search(request, { filter })).results;
  });

  const FoundV1 = z.union([z.array(Found), z.object({ results: z.array(Found), relations: z.array(z.never()) })]);
  const first = describeRoute(
    'searchMemoriesV1',
    { 200: FoundV1 },
    { work: 'search', errors: messageBody, body: SearchV1Body },
  );
  scope.post('/v1/memories/search/', first, async (request) => {
    const filter = readFilter(narrowFilters(requireEntityFilter(request.body), request.body), {
      requireEntity: true,
    });
    const { results } = await search(request, { filter });
    return request.body.output_format === 'v1.1' ? { results, relations: [] } : results;
  });
});

async function search(
  request: { body: Omit<z.infer<typeof SearchV2Body>, keyof typeof entityFields>; query: unknown },
  given: { filter: MemoryFilter } & Pick<SearchMemoriesInput, 'after' | 'decay'>,
): Promise<z.infer<typeof Results>> {
  const { body } = request;
  const { ctx, projectId } = await resolveTarget(request);
  const found = await searchMemories(ctx, {
    projectId,
    query: body.query,
    topK: body.top_k,
    threshold: body.threshold,
    precision: toPrecision(body.precision),
    order: toOrder(body.order),
    keywordSearch: body.keyword_search,
    includeExpired: body.show_expired,
    latestOnly: body.latest_only,
    includeMerged: body.include_merged,
    rerank: body.rerank === true ? 'ifConfigured' : false,
    asOf: body.as_of,
    validAt: body.valid_at,
    referenceDate: body.reference_date,
    timezone: body.timezone,
    recordHits: body.record_hits,
    ...given,
  });
  const results = found.results.map(({ memory, score, outdatedBy: newer }) =>
    pickFields({ ...toHostedMemory(memory), score, ...(newer && { outdated_by: toOutdatedBy(newer) }) }, body.fields),
  );
  return {
    results,
    answerability: found.answerability,
    instructions: toInstructions(found.instructions),
    next_cursor: found.nextCursor,
    ...toIgnoredOptions(ctx, body.rerank),
  };
}
