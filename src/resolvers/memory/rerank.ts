import type { AppContext } from '../../context.js';
import { setRank, setScore, type ExplainedResult } from '@memory-gateway/memory-engine';
import type { MemoryScope } from '../../stores/memory/memory-scope.js';
import { ValidationError } from '../../errors.js';

/** Minimum and maximum number of results sent to the reranker per search. */
export const RERANKED_RESULTS = { least: 50, most: 200 } as const;

/** Whether to rerank. `ifConfigured` means only if a reranker is configured. */
export type RerankWish = boolean | 'ifConfigured';

/** Returns whether a search calls the reranker. @throws ValidationError if one is requested but none is configured */
export function shouldRerank(ctx: AppContext, wish: RerankWish | null | undefined): boolean {
  if (!wish || ctx.reranker !== null) return Boolean(wish);
  if (wish === 'ifConfigured') return false;
  throw new ValidationError({
    rerank: ['No reranker is configured. Set RERANK_PROVIDER on the server, or leave `rerank` out.'],
  });
}

/** Orders the first 200 results by the reranker's relevance, their new score. If it fails, nothing changes. */
export async function rerankResults<Result extends ExplainedResult & { readonly memory: { readonly id: string } }>(
  ctx: AppContext,
  { scope, asOf }: MemoryScope,
  { found, query }: { found: readonly Result[]; query: string },
): Promise<{ found: readonly Result[]; isReranked: boolean }> {
  const { reranker } = ctx;
  const first = found.slice(0, RERANKED_RESULTS.most);
  if (!reranker || first.length === 0) return { found, isReranked: false };
  const rows = await ctx.stores.memories.getMany(
    scope,
    first.map(({ memory }) => memory.id),
    { asOf },
  );
  const texts = new Map(rows.map(({ id, text }) => [id, text]));
  const readable = first.filter(({ memory }) => texts.has(memory.id));
  try {
    const scores = await reranker.rerank(
      query,
      readable.map(({ memory }) => texts.get(memory.id) ?? ''),
    );
    const reranked = readable.map((result, index) => {
      const relevance = scores[index] ?? 0;
      return setRank(setScore(result, relevance, 'rerank'), relevance, 'rerank');
    });
    reranked.sort((a, b) => b.rank - a.rank);
    const least = reranked.at(-1)?.rank ?? 0;
    const rest = found
      .slice(RERANKED_RESULTS.most)
      .map((result, index) => setRank(result, least - (index + 1) * 1e-6, 'rerank'));
    return { found: [...reranked, ...rest], isReranked: true };
  } catch (error) {
    ctx.log.warn({ err: error, reranker: reranker.id }, 'Reranking failed; the search keeps its own order.');
    return { found, isReranked: false };
  }
}
