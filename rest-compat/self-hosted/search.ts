import { z } from 'zod';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { searchMemories, type FoundMemory } from '../../src/resolvers/memory/search-memories.js';
import {
  after as cursor,
  answerability,
  ignoredOptions,
  instructions,
  nextCursor,
  recordHits,
  searchOrder,
  searchPrecision,
  toIgnoredOptions,
  toInstructions,
  toOutdatedBy,
  toOrder,
  toPrecision,
} from '../shared/search.js';
import { bodyInteger, jsonObject, ownerFields } from './fields.js';
import { searchFilter } from './filters.js';
import { readOwners } from './owners.js';
import { getContext, type SelfHostedRoutes, getCurrentProjectId } from './plugin.js';
import { toSelfHostedMemory } from './present.js';
import { describeRoute } from './responses.js';
import { SearchResult } from './schemas.js';
import { findUnknownFields } from './unknown-fields.js';

/** Unknown fields are read to be named in `ignored_options`. */
const SearchBody = z.looseObject({
  query: z.string(),
  filters: jsonObject.nullish(),
  top_k: bodyInteger().meta({
    description: 'Number of results to return at most. Default 20. More than 1,000 count as 1,000.',
    minimum: 1,
  }),
  threshold: z.number().nullish(),
  explain: z.boolean().nullish(),
  rerank: z.boolean().nullish(),
  show_expired: z.boolean().nullish(),
  latest_only: z
    .boolean()
    .nullish()
    .describe('Leave out superseded memories, and those outdated with a probability of .7 or more.'),
  include_merged: z.boolean().nullish().describe('Also return memories that were merged into others.'),
  precision: searchPrecision,
  order: searchOrder,
  record_hits: recordHits,
  after: cursor,
  ...ownerFields,
});

const defaults = { topK: 20 };

/** Maximum number of results. The original API documents no limit. */
const mostResults = 1_000;

export const selfHostedSearchRoutes: SelfHostedRoutes = (scope) => {
  const search = describeRoute(
    'searchMemories',
    {
      200: z.object({
        results: z.array(SearchResult),
        answerability,
        instructions,
        next_cursor: nextCursor,
        ignored_options: ignoredOptions,
      }),
    },
    { work: 'search', body: SearchBody },
  );
  scope.post('/search', search, async (request) => {
    const ctx = getContext(request);
    const {
      query,
      filters,
      top_k: topK,
      threshold,
      explain,
      show_expired: includeExpired,
      latest_only: latestOnly,
      include_merged: includeMerged,
      rerank,
      precision,
      order,
      record_hits: hits,
      after,
      ...owners
    } = request.body;
    const projectId = await getCurrentProjectId(ctx);
    const filter = readFilter(searchFilter(filters ?? {}, { ...readOwners(owners) }));
    const wanted = { topK: Math.min(topK ?? defaults.topK, mostResults), threshold: threshold ?? null };
    const found = await searchMemories(ctx, {
      projectId,
      query,
      filter,
      ...wanted,
      explain,
      after,
      includeExpired,
      latestOnly,
      includeMerged,
      recordHits: hits,
      precision: toPrecision(precision),
      order: toOrder(order),
      rerank: rerank === true ? 'ifConfigured' : false,
    });
    return {
      results: found.results.map((result) => toSearchResult(result, wanted.threshold)),
      answerability: found.answerability,
      instructions: toInstructions(found.instructions),
      next_cursor: found.nextCursor,
      ...toIgnoredOptions(ctx, rerank, findUnknownFields(request.body, SearchBody)),
    };
  });
};

function toSearchResult({ memory, score, explain, outdatedBy }: FoundMemory, threshold: number | null) {
  const { id, memory: text, hash, metadata, ...rest } = toSelfHostedMemory(memory);
  return {
    id,
    memory: text,
    hash,
    metadata,
    score,
    ...rest,
    ...(outdatedBy && { outdated_by: toOutdatedBy(outdatedBy) }),
    ...(explain && { score_details: details(explain, { score, threshold }) }),
  };
}

/** Returns the score breakdown under its wire names. */
function details(
  { semantic, keyword, contributions, logit, rank }: NonNullable<FoundMemory['explain']>,
  { score, threshold }: { score: number; threshold: number | null },
) {
  return {
    semantic_score: semantic,
    bm25_score: keyword,
    entity_boost: contributions.actor,
    raw_score: score,
    max_possible_score: 1,
    final_score: score,
    threshold,
    contributions,
    logit,
    rank,
  };
}
