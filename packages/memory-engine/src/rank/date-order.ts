import { sharedWords, type ScoredText } from './score.js';
import type { RankQuery } from './types.js';

/** Points below the best memory up to which others match as well. */
const NEAR_POINTS = 4;

interface Sorted extends ScoredText {
  readonly parts: { readonly date: number };
  readonly sum: number;
}

/**
 * Orders memories that match as well as the best one by their dates, if the query asks for the first or the last of several. They match as well if
 * they have as many of its words and nearly as many points. They swap points, so the others keep their places.
 */
export function orderByDate<Memory extends Sorted>(sorted: readonly Memory[], query: RankQuery): readonly Memory[] {
  const [best] = sorted;
  if (!query.order || !best) return sorted;
  const near = sorted.filter(({ sum }) => best.sum - sum < NEAR_POINTS);
  const shares = near.map(({ memory }) => sharedWords(memory, query));
  const share = Math.max(...shares);
  const equal = near.filter((_, index) => shares[index] === share);
  const sign = query.order === 'newest' ? -1 : 1;
  const byDate = [...equal].sort((a, b) => sign * (a.memory.datedAt - b.memory.datedAt));
  const moved = new Map(
    byDate.map((own, index) => {
      const sum = equal[index]?.sum ?? own.sum;
      return [own.memory.id, { ...own, sum, parts: { ...own.parts, date: own.parts.date + sum - own.sum } }];
    }),
  );
  return sorted.map((own) => moved.get(own.memory.id) ?? own).sort((a, b) => b.sum - a.sum);
}
