import type { AppContext } from '../../context.js';
import { readQueryTime, type QueryTime } from '../../engine/dates.js';
import { queryWords } from '../../engine/names.js';
import { BM25, planQuery, type QueryPlan } from '../../engine/query-plan.js';
import { readQueryAim } from '../../engine/rank/query-aim.js';
import {
  listQueryForms,
  mergeCounts,
  mergeMatches,
  separateForms,
  withForms,
  type QueryLexemes,
} from '../../engine/rank/merge-forms.js';
import { chooseLexemeSets, estimateScopeTerms } from '../../engine/rank/scope-sample.js';
import { countScopeTerms, type ScopeTerms } from '../../engine/rank/scope-terms.js';
import type { PoolMemory, RankQuery } from '../../engine/rank/types.js';
import type { MemoryScope } from '../../stores/memory/memory-scope.js';
import type { QueryVector } from '../../stores/search/cosines.js';
import type { ScopeRead } from '../../stores/search/search-scope.js';
import type { SearchRequest } from '../../stores/search/vector-search.js';
import { startEmbedding, type StartedEmbedding } from './start-embedding.js';

/** Settings that tests may change. Together they limit how many memories one statement reads. */
export interface SearchSettings {
  /** Scopes up to this size are read and ranked completely. Also the sample size of larger scopes. */
  readonly wholeScopeMax: number;
  /** Scopes up to this size compare every memory with the query. In larger ones, indexes select candidates. */
  readonly exactScopeMax: number;
  /** Number of memories read through the word index in a large scope. */
  readonly matchingMax: number;
  /** Minimum number of candidates per signal in a large scope, because ranking needs more than it returns. */
  readonly candidatesMin: number;
  /** Number of rows of all projects that the vector index visits before a large scope is compared completely. */
  readonly visitedMax: number;
}

/** Settings of every API. */
export const defaultSearchSettings: SearchSettings = {
  wholeScopeMax: 2_000,
  exactScopeMax: 10_000,
  matchingMax: 4_000,
  candidatesMin: 100,
  visitedMax: 40_000,
};

/** Memories to rank, and the query to rank them by. */
export interface SearchPool extends Pick<ScopeRead, 'hasFeedback' | 'hasLinks'> {
  readonly memories: readonly PoolMemory[];
  readonly query: RankQuery;
}

export interface PoolRequest {
  readonly query: string;
  readonly topK: number;
  readonly keywordOnly: boolean;
  readonly referenceDate: Date;
  /** Time zone of relative times in the query. Default UTC. */
  readonly timeZone?: string | undefined;
}

/** Neighbors on each side that are read with each candidate of a large scope. */
const NEIGHBOR_REACH = 3;

/** Reads the memories that may match a query. Returns null for an empty scope. */
export async function loadSearchPool(
  ctx: AppContext,
  memories: MemoryScope,
  { request, settings }: { request: PoolRequest; settings: SearchSettings },
): Promise<SearchPool | null> {
  const time = readQueryTime(request.query, request.referenceDate.getTime(), request.timeZone);
  const words = queryWords(time.text);
  const embedding = startEmbedding(ctx, memories, { text: time.text, keywordOnly: request.keywordOnly });
  const forms = listQueryForms(words);
  const wanted = { words: [...words, ...forms.keys()], limit: settings.wholeScopeMax };
  const read = await ctx.stores.vectors.readScope(memories, wanted);
  const own = separateForms(read.lexemes, forms);
  if (read.isLarge) return readLargePool(ctx, memories, { request, settings, read, own, time, embedding });
  if (read.memories.length === 0) return null;
  const pool = mergeCounts(read.memories, own);
  const facts = countScopeTerms(pool, own.lexemes);
  const plan = planQuery(time.text, facts);
  const vector = await embedding.finish(plan, facts);
  return {
    hasFeedback: read.hasFeedback,
    hasLinks: read.hasLinks,
    memories: await withCosines(ctx, memories, { pool, vector }),
    query: toRankQuery({ plan, facts, request, time }),
  };
}

interface LargePoolRequest {
  readonly request: PoolRequest;
  readonly settings: SearchSettings;
  readonly read: Extract<ScopeRead, { isLarge: true }>;
  readonly own: QueryLexemes;
  readonly time: QueryTime;
  readonly embedding: StartedEmbedding;
}

async function readLargePool(
  ctx: AppContext,
  memories: MemoryScope,
  { request, settings, read, own, time, embedding }: LargePoolRequest,
): Promise<SearchPool | null> {
  const sample = mergeMatches(read.sample, own);
  const facts = estimateScopeTerms(sample, own.lexemes);
  const plan = planQuery(time.text, facts);
  const vector = await embedding.finish(plan, facts);
  const wanted: SearchRequest = {
    vector,
    terms: plan.terms.flatMap(({ lexeme, weight }) => withForms(lexeme, own).map((form) => ({ lexeme: form, weight }))),
    // Half of the limit, because the number of matching memories is an estimate.
    lexemeSets: chooseLexemeSets(sample, plan.terms, settings.matchingMax / 2).map((set) =>
      set.map((lexeme) => withForms(lexeme, own)),
    ),
    averageLength: facts.averageLength,
    bm25: BM25,
    matchingMax: settings.matchingMax,
    poolSize: Math.max(settings.candidatesMin, 2 * request.topK),
    scopeSize: facts.memories,
    visitedMax: settings.visitedMax,
  };
  const ids = await (facts.memories > settings.exactScopeMax
    ? ctx.stores.vectors.proposeByIndex(memories, wanted)
    : ctx.stores.vectors.proposeExactly(memories, wanted));
  const pool = await ctx.stores.vectors.readPool(memories, {
    ids,
    lexemes: wanted.terms.map(({ lexeme }) => lexeme),
    reach: NEIGHBOR_REACH,
  });
  if (pool.length === 0) return null;
  return {
    hasFeedback: read.hasFeedback,
    hasLinks: read.hasLinks,
    memories: await withCosines(ctx, memories, { pool: mergeCounts(pool, own), vector }),
    query: { ...toRankQuery({ plan, facts, request, time }), isSelection: true },
  };
}

async function withCosines(
  ctx: AppContext,
  { scope }: MemoryScope,
  { pool, vector }: { pool: readonly PoolMemory[]; vector: QueryVector | null },
): Promise<PoolMemory[]> {
  if (!vector) return [...pool];
  const ids = pool.map(({ id }) => id);
  const cosines = await ctx.stores.vectors.readCosines(scope, { ids, vector });
  return pool.map((memory) => ({ ...memory, semantic: cosines.get(memory.id) ?? null }));
}

function toRankQuery({
  plan,
  facts,
  request,
  time,
}: {
  plan: QueryPlan;
  facts: ScopeTerms;
  request: PoolRequest;
  time: QueryTime;
}): RankQuery {
  return {
    terms: plan.terms,
    keywordIdeal: plan.keywordIdeal,
    averageLength: facts.averageLength,
    actor: plan.actor,
    period: time.period,
    asksFor: readQueryAim(request.query),
    keywordOnly: request.keywordOnly,
  };
}
