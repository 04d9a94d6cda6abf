import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { asksAboutPast, raiseByLinks, setRank, setScore, type ExplainedResult } from '@memory-gateway/memory-engine';
import type { MemoryLinkRow } from '../../stores/correction/memory-link.js';

interface RankedResult extends ExplainedResult {
  readonly memory: { readonly id: string };
}

interface Linking<Result> {
  readonly ranked: readonly Result[];
  readonly query: string;
  readonly asOf?: Date | null | undefined;
  readonly hasLinks: boolean;
  /** Returns results for memories that the search did not find, as far as its filter matches them. */
  find(ids: readonly string[]): Promise<readonly Result[]>;
}

/** Results after links, and the links that say which of them are outdated. */
export interface LinkedResults<Result> {
  readonly ranked: readonly Result[];
  readonly links: readonly MemoryLinkRow[];
}

/**
 * Moves the newer of two linked memories before the older one, or after it if the query asks about the past. Adds the memory to raise if it is
 * missing.
 * @param ranked best first
 * @param asOf ignores links found after this time
 * @param hasLinks whether the project has links; without them, no statement is needed
 */
export async function orderByLinks<Result extends RankedResult>(
  ctx: AppContext,
  scope: ProjectScope,
  { ranked, query, asOf, hasLinks, find }: Linking<Result>,
): Promise<LinkedResults<Result>> {
  if (!hasLinks || ranked.length === 0) return { ranked, links: [] };
  const memoryIds = ranked.map(({ memory }) => memory.id);
  const stored = await ctx.stores.memoryLinks.touching(scope, { memoryIds, query });
  const links = asOf == null ? stored : stored.filter(({ createdAt }) => createdAt <= asOf);
  const given = ranked.map(({ memory, rank }) => ({ id: memory.id, rank }));
  const raised = raiseByLinks(given, links, { isPast: asksAboutPast(query) });
  if (raised.size === 0) return { ranked, links };
  const known = new Set(memoryIds);
  const missing = [...raised.keys()].filter((id) => !known.has(id));
  const all = [...ranked, ...(missing.length > 0 ? await find(missing) : [])];
  const scores = new Map(all.map(({ memory, score }) => [memory.id, score]));
  const moved = all.map((result) => {
    const place = raised.get(result.memory.id);
    if (!place) return result;
    const score = Math.max(result.score, scores.get(place.above) ?? 0);
    const scored = score > result.score ? setScore(result, score, 'correction') : result;
    return setRank(scored, place.rank, 'correction');
  });
  return { ranked: moved.sort((a, b) => b.rank - a.rank), links };
}
