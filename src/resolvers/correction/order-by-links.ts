import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { asksAboutPast, type Explanation, LINKED_RESULTS, raiseByLinks } from '@memory-gateway/memory-engine';

interface RankedResult {
  readonly score: number;
  readonly memory: { readonly id: string };
}

export type Corrected<Result> = Result & { readonly raisedBy: number };

interface Linking<Result> {
  readonly ranked: readonly Result[];
  readonly query: string;
  readonly asOf?: Date | null | undefined;
  readonly hasLinks: boolean;
}

/**
 * Moves the newer of two linked memories before the older one, or after it if the query asks about the past.
 * @param ranked best first
 * @param asOf ignores links found after this time
 * @param hasLinks whether the project has links; without them, no statement is needed
 */
export async function orderByLinks<Result extends RankedResult>(
  ctx: AppContext,
  scope: ProjectScope,
  { ranked, query, asOf, hasLinks }: Linking<Result>,
): Promise<Corrected<Result>[]> {
  const first = ranked.slice(0, LINKED_RESULTS).map(({ memory, score }) => ({ id: memory.id, score }));
  const links =
    !hasLinks || first.length < 2
      ? []
      : await ctx.stores.memoryLinks.among(scope, { memoryIds: first.map(({ id }) => id), query });
  const known = asOf == null ? links : links.filter(({ createdAt }) => createdAt <= asOf);
  const acting = known.map((link) => ({ ...link, isConfirmed: link.status === 'CONFIRMED' }));
  const raised = raiseByLinks(first, acting, { isPast: asksAboutPast(query) });
  const corrected = ranked.map((result) => {
    const raisedBy = raised.get(result.memory.id) ?? 0;
    return { ...result, score: result.score + raisedBy, raisedBy };
  });
  return raised.size === 0 ? corrected : corrected.sort((a, b) => b.score - a.score);
}

/** Returns the score breakdown with the points added by links as `correction`. */
export function explainLinks({ explain, raisedBy }: Corrected<{ readonly explain: Explanation }>): Explanation {
  if (raisedBy === 0) return explain;
  const contributions = { ...explain.contributions, correction: raisedBy * explain.maximum };
  return { ...explain, contributions };
}
