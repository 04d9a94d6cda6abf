import type { AppContext } from '../../context.js';
import {
  readQueryTime,
  type QueryTime,
  queryWords,
  BM25,
  planQuery,
  readAnswerKind,
  readQueryAim,
  readQueryOrder,
  listQueryForms,
  readQueryTopics,
  mergeCounts,
  mergeMatches,
  separateForms,
  withForms,
  type QueryLexemes,
  type QueryPlan,
  chooseLexemeSets,
  estimateScopeTerms,
  countScopeTerms,
  type ScopeTerms,
  type PoolMemory,
  type RankQuery,
  type MemoryFilter,
} from '@memory-gateway/memory-engine';
import type { MemoryScope } from '../../stores/memory/memory-scope.js';
import type { QueryVector } from '../../stores/search/cosines.js';
import type { ScopeRead } from '../../stores/search/search-scope.js';
import type { SearchRequest } from '../../stores/search/vector-search.js';
import { correctForms, doubtCorrected, replaceMisspelt, type CorrectedForms } from './correct-words.js';
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
  /** Reads memories that may be missing in the pool, if the search may return them. */
  find(ids: readonly string[]): Promise<readonly PoolMemory[]>;
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

/** Newest standing instructions of a large scope that are compared with a query. */
const INSTRUCTIONS_READ = 20;

/** Reads the memories that may match a query. Returns null for an empty scope. */
export async function loadSearchPool(
  ctx: AppContext,
  memories: MemoryScope,
  { request, settings }: { request: PoolRequest; settings: SearchSettings },
): Promise<SearchPool | null> {
  const time = readTime(request);
  const topics = readQueryTopics(time.text, queryWords(time.text));
  const { words, stated, examples } = topics;
  const embedding = startEmbedding(ctx, memories, { text: time.text, keywordOnly: request.keywordOnly });
  const forms = listQueryForms(words);
  const readWith = (known: CorrectedForms) =>
    ctx.stores.vectors.readScope(memories, {
      words: [
        ...words,
        ...[...known.forms.keys()].filter((form) => !known.lexemes.has(form)),
        ...stated.keys(),
        ...examples.keys(),
      ],
      lexemes: [...known.lexemes],
      limit: settings.wholeScopeMax,
    });
  const uncorrected: CorrectedForms = { forms, lexemes: new Set(), spelling: new Map() };
  let read = await readWith(uncorrected);
  const corrected = read.isLarge
    ? uncorrected
    : await correctForms(ctx, memories, { text: time.text, read: read.memories, lexemes: read.lexemes, forms, topics });
  if (corrected.forms.size > forms.size) read = await readWith(corrected);
  const own = separateForms(read.lexemes, corrected.forms, topics);
  if (read.isLarge) return readLargePool(ctx, memories, { request, settings, read, own, time, embedding });
  if (read.memories.length === 0) return null;
  const pool = mergeCounts(read.memories, own);
  const facts = { ...countScopeTerms(pool, own.lexemes), owners: listUserIds(memories.filter) };
  const planned = doubtCorrected(planQuery(time.text, facts), { own, forms, corrected });
  const plan = { ...planned, denseQuery: replaceMisspelt(planned.denseQuery, corrected) };
  const vector = await embedding.finish(plan, facts);
  const found = await withCosines(ctx, memories, { pool, vector, query: time.text });
  return {
    hasFeedback: read.hasFeedback,
    hasLinks: read.hasLinks,
    memories: found,
    query: toRankQuery({ plan, facts, request, time }),
    find: (ids) => Promise.resolve(found.filter(({ id }) => ids.includes(id))),
  };
}

/** A question is not longer. What is, is a text to find others like it, and reading all of it for a time would keep other callers waiting. */
const timeReadMax = 4_000;

function readTime({ query, referenceDate, timeZone }: PoolRequest): QueryTime {
  const read = readQueryTime(query.slice(0, timeReadMax), referenceDate.getTime(), timeZone);
  const behind = query.slice(timeReadMax);
  return behind === '' ? read : { ...read, text: read.text + behind, rest: read.rest + behind };
}

/** Lists the user ids that every memory of a filter has one of. */
function listUserIds(filter: MemoryFilter): readonly string[] {
  if (filter.kind === 'and') return filter.filters.flatMap(listUserIds);
  return filter.kind === 'entity' && filter.field === 'userId' && filter.test === 'in' ? filter.values : [];
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
  const facts = { ...estimateScopeTerms(sample, own.lexemes), owners: listUserIds(memories.filter) };
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
  const [proposed, instructions] = await Promise.all([
    facts.memories > settings.exactScopeMax
      ? ctx.stores.vectors.proposeByIndex(memories, wanted)
      : ctx.stores.vectors.proposeExactly(memories, wanted),
    ctx.stores.vectors.listInstructions(memories, INSTRUCTIONS_READ),
  ]);
  const lexemes = [...wanted.terms.map(({ lexeme }) => lexeme), ...own.exampleOf.keys()];
  const readMemories = async (ids: readonly string[], reach: number) => {
    const found = await ctx.stores.vectors.readPool(memories, { ids, lexemes, reach });
    return withCosines(ctx, memories, { pool: mergeCounts(found, own), vector, query: time.text });
  };
  const pool = await readMemories([...new Set([...proposed, ...instructions])], NEIGHBOR_REACH);
  if (pool.length === 0) return null;
  return {
    hasFeedback: read.hasFeedback,
    hasLinks: read.hasLinks,
    memories: pool,
    query: { ...toRankQuery({ plan, facts, request, time }), isSelection: true },
    find: async (missing) => (await readMemories(missing, 0)).filter(({ id }) => missing.includes(id)),
  };
}

/** Moved vectors lie further from all statements. With this factor, as many facts pass the thresholds as before. */
const MOVED_COSINE_SCALE = 1.1;

/** Adds the cosine of each memory with the query. A fact, which no run tells the context of, is compared with the query as a statement. */
async function withCosines(
  ctx: AppContext,
  { scope }: MemoryScope,
  { pool, vector, query }: { pool: readonly PoolMemory[]; vector: QueryVector | null; query: string },
): Promise<PoolMemory[]> {
  if (!vector) return [...pool];
  const read = async (values: Float32Array, memories: readonly PoolMemory[]): Promise<ReadonlyMap<string, number>> => {
    const ids = memories.map(({ id }) => id);
    return ids.length === 0 ? new Map() : ctx.stores.vectors.readCosines(scope, { ids, vector: { ...vector, values } });
  };
  // An emoji alone asks nothing.
  const isQuestion = /\p{L}/u.test(query);
  const moved = isQuestion && ctx.embedder?.id === vector.embedder && ctx.embedder.towardsStatements?.(vector.values);
  const isFact = ({ run }: PoolMemory) => Boolean(moved) && run === null;
  const [facts, messages] = await Promise.all([
    read(moved || vector.values, pool.filter(isFact)),
    read(
      vector.values,
      pool.filter((memory) => !isFact(memory)),
    ),
  ]);
  const scale = (cosine: number | undefined) => cosine && Math.min(1, MOVED_COSINE_SCALE * cosine);
  return pool.map((memory) => {
    const { id } = memory;
    return { ...memory, semantic: messages.get(id) ?? scale(facts.get(id)) ?? null };
  });
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
    answerKind: readAnswerKind(request.query),
    order: readOrder(time),
    keywordOnly: request.keywordOnly,
  };
}

/** "The last day of April" asks for a day, and not for the last memory. */
function readOrder({ text, rest }: QueryTime): RankQuery['order'] {
  const order = readQueryOrder(text);
  return readQueryOrder(rest) === order ? order : null;
}
