import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import {
  isStorable,
  isTimeZone,
  type MemoryFilter,
  LINKED_RESULTS,
  pickInstructions,
  rankMemories,
  type Explanation,
  type RankedMemory,
} from '@memory-gateway/memory-engine';
import type { ProjectSettings } from '../../project-settings.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import type { MemoryScope } from '../../stores/memory/memory-scope.js';
import { measure } from '../../meter.js';
import { collectFieldErrors, notStorable } from '../../validate.js';
import { explainLinks, orderByLinks } from '../correction/order-by-links.js';
import { applyDecay, getDecayPoolSize, noteAccess } from './decay.js';
import { applyFeedback, FEEDBACK_RESERVE } from './feedback-ranking.js';
import { createMemoryQuery, noteMemories } from './list-memories.js';
import { checkReadTimes } from './read-times.js';
import { RERANKED_RESULTS, rerankResults, shouldRerank, type RerankWish } from './rerank.js';
import { recordHits } from './search-hits.js';
import { defaultSearchSettings, loadSearchPool, type SearchSettings } from './search-pool.js';

export interface SearchMemoriesInput {
  readonly projectId: string;
  readonly query: string;
  /** Filter of `readFilter`. Default: all memories of the project. */
  readonly filter?: MemoryFilter | null | undefined;
  /** 1 to 1000. Default 10. */
  readonly topK?: number | null | undefined;
  /** Minimum score, 0 to 1. Default 0.1; 0 disables it. */
  readonly threshold?: number | null | undefined;
  /** Matches words only, without embeddings. Default false. */
  readonly keywordSearch?: boolean | null | undefined;
  /** Includes expired memories. Default false. */
  readonly showExpired?: boolean | null | undefined;
  /** Excludes superseded memories. Default false. */
  readonly latestOnly?: boolean | null | undefined;
  /** Includes merged memories. Default false. */
  readonly includeMerged?: boolean | null | undefined;
  /** Searches memories as the server knew them at this time. Default: now. */
  readonly asOf?: Date | null | undefined;
  /** Searches memories that were true at this time. Default: all. */
  readonly validAt?: Date | null | undefined;
  /** Lets the configured reranker order the best results. Default false. */
  readonly rerank?: RerankWish | null | undefined;
  /** Returns the score breakdown. Default false. */
  readonly explain?: boolean | null | undefined;
  /** Time that relative times in the query refer to. Default: `validAt`, else `asOf`, else now. */
  readonly referenceDate?: Date | null | undefined;
  /** Time zone of relative times in the query, such as `Europe/Lisbon`. Default UTC. */
  readonly timezone?: string | null | undefined;
  /** Applies memory decay if the project has enabled it. Default false. */
  readonly decay?: boolean | undefined;
  /** Counts the results as hits of this query, and as accesses for decay. Default true. */
  readonly recordHits?: boolean | null | undefined;
  /** Settings for a preview. Default: those of the project. */
  readonly projectSettings?: Pick<ProjectSettings, 'decay' | 'feedbackRanking'>;
}

export interface FoundMemory {
  readonly memory: MemoryRow;
  /** 0 to 1. */
  readonly score: number;
  readonly explain?: Explanation;
  /** True if the reranker set the order and the score. */
  readonly isReranked?: true;
}

export interface SearchAnswer {
  readonly results: FoundMemory[];
  /** Standing instructions of the user, and preferences about the subject of the query, whatever its words. Nearest first. */
  readonly instructions: MemoryRow[];
}

const maxQueryLength = 32_768;

/** Finds the memories that best match a query by meaning and words, within the filter. @throws ValidationError */
export async function searchMemories(
  ctx: AppContext,
  input: SearchMemoriesInput,
  settings: Partial<SearchSettings> = {},
): Promise<SearchAnswer> {
  ctx.admission.assertRoom('search');
  checkReadTimes(input);
  const limits = readSearchInput(input);
  shouldRerank(ctx, input.rerank);
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const mode = input.keywordSearch === true ? 'keyword' : 'semantic';
  return ctx.admission.run('search', () =>
    measure({ kind: 'search', name: mode }, () => searchIn(ctx, scope, { input, limits, settings })),
  );
}

interface Search {
  readonly input: SearchMemoriesInput;
  readonly limits: { readonly topK: number; readonly threshold: number };
  readonly settings: Partial<SearchSettings>;
}

async function searchIn(
  ctx: AppContext,
  scope: ProjectScope,
  { input, limits: { topK, threshold }, settings }: Search,
): Promise<SearchAnswer> {
  const memories: MemoryScope = { scope, ...createMemoryQuery(ctx, input) };
  const pool = await loadSearchPool(ctx, memories, {
    request: {
      query: input.query,
      topK,
      keywordOnly: input.keywordSearch === true,
      referenceDate: input.referenceDate ?? input.validAt ?? input.asOf ?? ctx.now(),
      timeZone: input.timezone ?? undefined,
    },
    settings: { ...defaultSearchSettings, ...settings },
  });
  if (pool === null) return { results: [], instructions: [] };
  const ranked = await orderResults(ctx, memories, {
    input,
    topK,
    hasFeedback: pool.hasFeedback,
    rank: (count) => rankMemories(pool.memories, pool.query, { topK: count, threshold }),
  });
  const standing = pickInstructions(pool.memories).map(({ id }) => id);
  const { results, instructions } = await loadResults(ctx, memories, {
    ...ranked,
    input,
    topK,
    hasLinks: pool.hasLinks,
    standing,
  });
  noteMemories(
    ctx,
    results.map(({ memory }) => memory),
  );
  const memoryIds = results.map(({ memory }) => memory.id);
  if (input.recordHits !== false) recordHits(ctx, scope, { query: input.query, memoryIds });
  if (ranked.hasDecay && input.recordHits !== false) noteAccess(ctx, scope, memoryIds);
  return { results, instructions };
}

interface RankedResults {
  /** Before links. At least as many as links can move, if the pool has them. */
  readonly ranked: readonly RankedMemory[];
  readonly isReranked: boolean;
  readonly hasDecay: boolean;
}

interface Ranking {
  readonly input: SearchMemoriesInput;
  readonly topK: number;
  /** Whether the project has feedback. */
  readonly hasFeedback: boolean;
  readonly rank: (count: number) => RankedMemory[];
}

/** Ranks the pool, then applies decay, feedback and reranking, in this order. */
async function orderResults(
  ctx: AppContext,
  memories: MemoryScope,
  { input, topK, hasFeedback, rank }: Ranking,
): Promise<RankedResults> {
  const { scope } = memories;
  const wantsReranker = shouldRerank(ctx, input.rerank);
  // Accesses and feedback are current data, so they do not apply to past states.
  const isPresent = input.asOf == null && input.validAt == null;
  const stored = isPresent ? (await ctx.access.project(scope.projectId))?.project : undefined;
  const project = stored && (input.projectSettings ?? stored);
  const hasDecay = input.decay === true && project?.decay === true;
  const isRated = hasFeedback && project?.feedbackRanking === true;
  const count = Math.max(
    topK + (isRated ? FEEDBACK_RESERVE : 0),
    wantsReranker ? RERANKED_RESULTS.least : LINKED_RESULTS,
  );
  const found = hasDecay
    ? await applyDecay(ctx, scope, { found: rank(getDecayPoolSize(count)), topK: count })
    : rank(count);
  const rated = isRated ? await applyFeedback(ctx, scope, found) : found;
  const reranked = wantsReranker
    ? await rerankResults(ctx, memories, { found: rated, query: input.query })
    : { found: rated, isReranked: false };
  return { ranked: reranked.found, isReranked: reranked.isReranked, hasDecay };
}

interface Loading extends RankedResults {
  readonly input: SearchMemoriesInput;
  readonly topK: number;
  readonly hasLinks: boolean;
  /** Ids of the instructions to load. */
  readonly standing: readonly string[];
}

/**
 * Applies links and loads full rows of the results and instructions, at the same time: links change only the order of the first results. Skips memories that
 * were deleted in the meantime.
 */
async function loadResults(
  ctx: AppContext,
  { scope, asOf }: MemoryScope,
  { ranked, isReranked, input, topK, hasLinks, standing }: Loading,
): Promise<SearchAnswer> {
  const first = ranked.slice(0, hasLinks ? Math.max(topK, LINKED_RESULTS) : topK).map(({ memory }) => memory.id);
  const ids = [...new Set([...first, ...standing])];
  if (ids.length === 0) return { results: [], instructions: [] };
  const [linked, rows] = await Promise.all([
    orderByLinks(ctx, scope, { ranked, query: input.query, asOf, hasLinks }),
    ctx.stores.memories.getMany(scope, ids, { asOf }),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const results = linked.slice(0, topK).flatMap((found) => {
    const memory = byId.get(found.memory.id);
    if (!memory) return [];
    return [
      {
        memory,
        score: found.score,
        ...(input.explain && { explain: explainLinks(found) }),
        ...(isReranked && { isReranked }),
      },
    ];
  });
  return { results, instructions: standing.flatMap((id) => byId.get(id) ?? []) };
}

function readSearchInput(input: SearchMemoriesInput): { topK: number; threshold: number } {
  const found = collectFieldErrors();
  const { query } = input;
  if (typeof query !== 'string' || query.trim() === '') found.add('query', 'It must not be blank.');
  else if (!/[\p{L}\p{N}]/u.test(query)) found.add('query', 'It must hold a letter or a digit.');
  else if (query.length > maxQueryLength) found.add('query', `It may have ${maxQueryLength} characters at most.`);
  else if (!isStorable(query)) found.add('query', notStorable);
  const topK = input.topK ?? 10;
  if (!Number.isInteger(topK) || topK < 1 || topK > 1000)
    found.add('topK', 'It must be a whole number from 1 to 1000.');
  const threshold = input.threshold ?? 0.1;
  if (typeof threshold !== 'number' || !(threshold >= 0 && threshold <= 1))
    found.add('threshold', 'It must be a number from 0 to 1.');
  if (input.timezone != null && !isTimeZone(input.timezone))
    found.add('timezone', 'It must be the name of a time zone, such as Europe/Lisbon.');
  found.throwIfAny();
  return { topK, threshold };
}
