import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { scaleRank, type ExplainedResult, feedbackFactor } from '@memory-gateway/memory-engine';

/** Number of extra candidates that feedback may move into the results. */
export const FEEDBACK_RESERVE = 20;

/** Moves search results by their feedback. Scores stay. */
export async function applyFeedback<Result extends ExplainedResult & { readonly memory: { readonly id: string } }>(
  ctx: AppContext,
  scope: ProjectScope,
  found: readonly Result[],
): Promise<readonly Result[]> {
  if (found.length === 0) return found;
  const ids = found.map(({ memory }) => memory.id);
  const rated = new Map(
    (await ctx.stores.feedback.countByMemory(scope, ids)).map((counts) => [counts.memoryId, feedbackFactor(counts)]),
  );
  if (rated.size === 0) return found;
  return found
    .map((result) => {
      const factor = rated.get(result.memory.id) ?? 1;
      return factor === 1 ? result : scaleRank(result, factor, 'feedback');
    })
    .sort((a, b) => b.rank - a.rank);
}
