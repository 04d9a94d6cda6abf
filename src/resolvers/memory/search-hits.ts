import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { redactSecrets } from '@memory-gateway/memory-engine';
import type { SearchHit } from '../../stores/memory/search-hit-store.js';
import { readByProject, type MemoryKey } from '../shared/read-by-project.js';

/** How often searches found a memory, and by which queries. */
export interface SearchHits extends Omit<SearchHit, 'at' | 'memoryId'> {
  /** Null: never. */
  readonly at: Date | null;
}

/** Results of a search that are counted as hits, best first. */
const hitsPerSearch = 5;
const queryLengthMax = 200;
/** Characters that tell whether the kept ones are a secret. A query may have 32,768. */
const redactedMax = 2_000;
const dayMs = 86_400_000;

/** Records in the background that a search found memories. Counts the first five. */
export function recordHits(
  ctx: AppContext,
  scope: ProjectScope,
  { query, memoryIds }: { query: string; memoryIds: readonly string[] },
): void {
  if (memoryIds.length === 0) return;
  const text = [...redactSecrets(query.trim().slice(0, redactedMax))].slice(0, queryLengthMax).join('');
  ctx.searchHits?.record(scope, { memoryIds: memoryIds.slice(0, hitsPerSearch), query: text, at: ctx.now() });
}

/** Returns the hits of each memory. READERs get no queries, which other members wrote. For loaders. */
export async function listSearchHits(
  ctx: AppContext,
  input: { memories: readonly MemoryKey[] },
): Promise<readonly SearchHits[]> {
  const hits = await readByProject(ctx, input.memories, async (scope, ids) => {
    const rows = await ctx.stores.searchHits.read(scope, ids);
    const oldest = scope.role === 'OWNER' ? await getOldestQueryTime(ctx, scope) : Infinity;
    return rows.map((row) => ({ ...row, queries: row.queries.filter(({ at }) => at >= oldest) }));
  });
  const byId = new Map(hits.map((hit) => [hit.memoryId, hit]));
  return input.memories.map(({ id }) => byId.get(id) ?? { count: 0, at: null, queries: [] });
}

/** Queries are kept as long as the requests that sent them, or not at all. Housekeeping removes others within the hour. */
async function getOldestQueryTime(ctx: AppContext, { projectId }: ProjectScope): Promise<number> {
  const project = (await ctx.access.project(projectId))?.project;
  if (!project?.recordSearchQueries) return Infinity;
  const days = project.requestLogRetentionDays;
  return ctx.now().getTime() - (days ?? ctx.config.requestLogRetentionDays) * dayMs;
}
