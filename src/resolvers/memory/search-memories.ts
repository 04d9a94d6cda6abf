import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import { onReplica, type AppContext } from '../../context.js';
import {
  estimateAnswerability,
  INSTRUCTIONS_MAX,
  LINKED_RESULTS,
  pickInstructions,
  rankMemories,
  type AnswerSigns,
  type Explanation,
  type RankedMemory,
} from '@memory-gateway/memory-engine';
import type { MemoryLinkRow } from '../../stores/correction/memory-link.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import type { MemoryScope } from '../../stores/memory/memory-scope.js';
import { measure } from '@memory-gateway/meter';
import { orderByLinks } from '../correction/order-by-links.js';
import { applyDecay, getDecayPoolSize, noteAccess } from './decay.js';
import { applyFeedback, FEEDBACK_RESERVE } from './feedback-ranking.js';
import { createMemoryQuery, noteMemories } from './list-memories.js';
import { findRelevant, type Searched } from './precise-search.js';
import { readFirstFacts } from './read-first-facts.js';
import { checkReadTimes } from './read-times.js';
import { RERANKED_RESULTS, rerankResults, shouldRerank } from './rerank.js';
import { decodePosition, encodePosition, markOf, searchResultsMax, type SearchPosition } from './search-cursor.js';
import { recordHits } from './search-hits.js';
import { sortByDate } from './sort-by-date.js';
import { readSearchInput, type SearchLimits, type SearchMemoriesInput } from './search-input.js';
import { defaultSearchSettings, loadSearchPool, type SearchPool, type SearchSettings } from './search-pool.js';

export interface FoundMemory {
  readonly memory: MemoryRow;
  /** How relevant the memory is, 0 to 1, whatever else is stored. */
  readonly score: number;
  /** The memory that probably makes this one outdated, if a link names one. */
  readonly outdatedBy: OutdatedBy | null;
  readonly explain?: Explanation;
  /** True if the reranker set the order and the score. */
  readonly isReranked?: true;
}

interface OutdatedBy {
  readonly memory: MemoryRow;
  /** 0 to 1. */
  readonly probability: number;
}

export interface SearchResults {
  /** Best first, or by date. */
  readonly results: readonly FoundMemory[];
  /** Probability that the searched memories answer the query, 0 to 1. */
  readonly answerability: number;
  /** Standing instructions of the user, and preferences about the subject of the query, whatever its words. Nearest first. */
  readonly instructions: readonly MemoryRow[];
  /** Cursor of the next page. Null: there are no more results. */
  readonly nextCursor: string | null;
}

/** Maximum number of instructions beside the results. */
export const instructionsMax = INSTRUCTIONS_MAX;

/** Finds the memories that best match a query by meaning and words, within the filter. @throws ValidationError */
export async function searchMemories(
  ctx: AppContext,
  given: SearchMemoriesInput,
  settings: Partial<SearchSettings> = {},
): Promise<SearchResults> {
  ctx.admission.assertRoom('search');
  const limits = readSearchInput(given);
  const position = given.after == null ? null : decodePosition(given.query, given.after);
  const input = position ? { ...given, asOf: position.asOf } : given;
  checkReadTimes(input);
  shouldRerank(ctx, input.rerank);
  const mode = input.keywordSearch === true ? 'keyword' : 'semantic';
  return ctx.admission.run('search', async () => {
    const scope = await enterProject(ctx, 'memory:read', input.projectId);
    return measure({ kind: 'search', name: mode }, () =>
      searchIn(onReplica(ctx), scope, { input, limits, settings, position }),
    );
  });
}

interface Search {
  readonly input: SearchMemoriesInput;
  readonly limits: SearchLimits;
  readonly settings: Partial<SearchSettings>;
  /** Null: the first page. */
  readonly position: SearchPosition | null;
}

async function searchIn(
  ctx: AppContext,
  scope: ProjectScope,
  { input, limits: { topK, threshold }, settings, position }: Search,
): Promise<SearchResults> {
  const { asOf, seen } = position ?? { asOf: input.asOf ?? ctx.now(), seen: new Set<string>() };
  // One more than the page, to know whether there is a next one.
  const wanted = seen.size + topK + 1;
  // An outdated memory leads to the one that outdates it, so it is left out last.
  const memories: MemoryScope = { scope, ...createMemoryQuery(ctx, { ...input, latestOnly: false }) };
  const latestOnly = input.latestOnly === true || input.precision === 'HIGH';
  const returned: MemoryScope | null = latestOnly
    ? { scope, ...createMemoryQuery(ctx, { ...input, latestOnly }) }
    : null;
  const load = (query: string) => loadPool(ctx, memories, { input: { ...input, query }, topK: wanted, settings });
  const pool = await load(input.query);
  if (pool === null) return { results: [], answerability: 0, instructions: [], nextCursor: null };
  const standing = pickInstructions(pool.memories).map(({ id }) => id);
  const poolIds = pool.memories.map(({ id }) => id);
  const hidden = poolIds.length - (await findReturned(ctx, returned, poolIds)).size;
  const limits = { topK: wanted + hidden, threshold };
  const ordered = await orderBest(ctx, memories, { input, limits, pool, load });
  const loading = { ...ordered, input, topK, seen, pool, standing, returned };
  const { results, instructions, answerability, hasMore } = await loadResults(ctx, memories, loading);
  noteMemories(
    ctx,
    results.map(({ memory }) => memory),
  );
  const memoryIds = results.map(({ memory }) => memory.id);
  if (input.recordHits !== false) recordHits(ctx, scope, { query: input.query, memoryIds });
  if (ordered.hasDecay && input.recordHits !== false) noteAccess(ctx, scope, memoryIds);
  const shown = new Set([...seen, ...memoryIds.map(markOf)]);
  const nextCursor =
    hasMore && shown.size < searchResultsMax ? encodePosition(input.query, { asOf, seen: shown }) : null;
  return { results: input.order === 'DATE' ? sortByDate(results) : results, answerability, instructions, nextCursor };
}

/** Reads the memories that may match the query of an input. */
function loadPool(
  ctx: AppContext,
  memories: MemoryScope,
  { input, topK, settings }: { input: SearchMemoriesInput; topK: number; settings: Partial<SearchSettings> },
): Promise<SearchPool | null> {
  return loadSearchPool(ctx, memories, {
    request: {
      query: input.query,
      topK,
      keywordOnly: input.keywordSearch === true,
      referenceDate: input.referenceDate ?? input.validAt ?? input.asOf ?? ctx.now(),
      timeZone: input.timezone ?? undefined,
    },
    settings: { ...defaultSearchSettings, ...settings },
  });
}

interface OrderedResults {
  /** Before links. At least as many as links can move, if the pool has them. */
  readonly ranked: readonly RankedMemory[];
  readonly answer: AnswerSigns | null;
  /** Log-odds of a reader that the first result answers the query. Null: it was not read. */
  readonly answers: number | null;
  readonly isReranked: boolean;
  readonly hasDecay: boolean;
}

interface Ordering {
  readonly input: SearchMemoriesInput;
  readonly limits: SearchLimits;
  readonly pool: SearchPool;
}

/** Ranks the pool, and keeps what is relevant if precision is asked for. */
async function orderBest(
  ctx: AppContext,
  memories: MemoryScope,
  { load, ...own }: Ordering & { load: (query: string) => Promise<SearchPool | null> },
): Promise<OrderedResults> {
  const { input } = own;
  const ordered = await orderResults(ctx, memories, own);
  if (input.precision !== 'HIGH') return ordered;
  const search = async (query: string) => {
    const pool = await load(query);
    return pool && toSearched(await orderResults(ctx, memories, { ...own, input: { ...input, query }, pool }), pool);
  };
  const found = toSearched(ordered, own.pool);
  const ranked = await findRelevant(ctx, memories, { query: input.query, found, search });
  return { ...ordered, ranked };
}

const toSearched = ({ ranked, answer, answers }: OrderedResults, { query: plan }: SearchPool): Searched => ({
  ranked,
  answer,
  answers,
  plan,
});

/** Ranks the pool, then applies readings, decay, feedback and reranking, in this order. */
async function orderResults(
  ctx: AppContext,
  memories: MemoryScope,
  { input, limits: { topK, threshold }, pool }: Ordering,
): Promise<OrderedResults> {
  const { scope } = memories;
  const wantsReranker = shouldRerank(ctx, input.rerank);
  // Accesses and feedback are current data, so they do not apply to past states.
  const isPresent = input.asOf == null && input.validAt == null;
  const stored = isPresent ? (await ctx.access.project(scope.projectId))?.project : undefined;
  const project = stored && (input.projectSettings ?? stored);
  const hasDecay = input.decay === true && project?.decay === true;
  const isRated = pool.hasFeedback && project?.feedbackRanking === true;
  const wanted = Math.max(
    topK + (isRated ? FEEDBACK_RESERVE : 0),
    wantsReranker ? RERANKED_RESULTS.least : LINKED_RESULTS,
  );
  const count = hasDecay ? getDecayPoolSize(wanted) : wanted;
  const { answer, ...found } = rankMemories(pool.memories, pool.query, { count, threshold });
  const read = await readFirstFacts(ctx, memories, { query: input.query, plan: pool.query, ...found });
  const aged = hasDecay ? await applyDecay(ctx, scope, { found: read.ranked, topK: wanted }) : read.ranked;
  const rated = isRated ? await applyFeedback(ctx, scope, aged) : aged;
  const own = { answer, answers: read.answers, hasDecay };
  if (!wantsReranker) return { ...own, ranked: rated, isReranked: false };
  const reranked = await rerankResults(ctx, memories, { found: rated, query: input.query });
  return {
    ...own,
    ranked: reranked.found.filter(({ score }) => score >= (threshold ?? 0)),
    isReranked: reranked.isReranked,
  };
}

interface Loading extends OrderedResults, Pick<Ordering, 'input' | 'pool'> {
  readonly topK: number;
  /** Marks of the memories on earlier pages. */
  readonly seen: ReadonlySet<string>;
  /** Ids of the instructions to load. */
  readonly standing: readonly string[];
  /** Conditions on what the search returns, if they are stricter than those on what it ranks. */
  readonly returned: MemoryScope | null;
}

/** Applies links and loads full rows of the results. Skips memories that were deleted in the meantime. */
async function loadResults(
  ctx: AppContext,
  { scope, asOf }: MemoryScope,
  { ranked, answer, answers, isReranked, input, topK, seen, pool, standing, returned }: Loading,
): Promise<Omit<SearchResults, 'nextCursor'> & { hasMore: boolean }> {
  const linked = await orderByLinks(ctx, scope, {
    ranked,
    query: input.query,
    asOf,
    hasLinks: pool.hasLinks,
    find: async (ids) => rankMemories(await pool.find(ids), pool.query, { count: ids.length, threshold: 0 }).ranked,
  });
  const current = await findReturned(ctx, returned, [...linked.ranked.map(({ memory }) => memory.id), ...standing]);
  const unseen = linked.ranked.filter(({ memory: { id } }) => current.has(id) && !seen.has(markOf(id)));
  const shown = unseen.slice(0, topK);
  const outdating = findOutdating(linked.links);
  const outdatingIds = shown.flatMap(({ memory }) => outdating.get(memory.id)?.newerId ?? []);
  const shownIds = shown.map(({ memory }) => memory.id);
  const instructionIds = standing.filter((id) => current.has(id));
  const ids = [...new Set([...shownIds, ...outdatingIds, ...instructionIds, ...(answer ? [answer.first.id] : [])])];
  const rows = ids.length === 0 ? [] : await ctx.stores.memories.getMany(scope, ids, { asOf });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const results = shown.flatMap(({ memory: { id }, score, explain }) => {
    const memory = byId.get(id);
    const link = outdating.get(id);
    const newer = link && byId.get(link.newerId);
    if (!memory) return [];
    return [
      {
        memory,
        score,
        outdatedBy: newer ? { memory: newer, probability: link.probability } : null,
        ...(input.explain && { explain }),
        ...(isReranked && { isReranked }),
      },
    ];
  });
  const instructions = instructionIds.flatMap((id) => byId.get(id) ?? []);
  const text = answer ? byId.get(answer.first.id)?.text : undefined;
  const answerability = estimateAnswerability(answer, pool.query, { text, answers });
  return { results, instructions, answerability, hasMore: unseen.length > topK };
}

/** Returns those of the ids whose memories the search may return. */
async function findReturned(
  ctx: AppContext,
  returned: MemoryScope | null,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(returned && ids.length > 0 ? await ctx.stores.vectors.listVisible(returned, ids) : ids);
}

/** Returns the most probable link of each older memory. */
function findOutdating(links: readonly MemoryLinkRow[]): Map<string, MemoryLinkRow> {
  return new Map([...links].sort((a, b) => a.probability - b.probability).map((link) => [link.olderId, link]));
}
