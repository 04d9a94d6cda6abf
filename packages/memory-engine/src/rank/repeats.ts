import { RANK_WEIGHTS } from './weights.js';

/**
 * Returns the points that each memory loses because it repeats a better result: the message that it was extracted from,
 * a memory extracted from it, or another one extracted from the same message.
 * @param sums points of each memory
 * @param sources position of the message that each memory was extracted from
 */
export function findRepeats(sums: ArrayLike<number>, sources: readonly (number | null)[]): number[] {
  const best = new Map<number, number>();
  const linked = sources.flatMap((source, index) => (source === null ? [] : [[source, index] as const]));
  const beat = (message: number, index: number) => {
    const holder = best.get(message);
    if (holder === undefined || (sums[index] ?? 0) > (sums[holder] ?? 0)) best.set(message, index);
  };
  for (const [message, index] of linked) {
    beat(message, message);
    beat(message, index);
  }
  const lost = sources.map(() => 0);
  const { points, shareMax } = RANK_WEIGHTS.repeat;
  for (const [message, index] of linked)
    for (const member of [message, index])
      if (best.get(message) !== member) lost[member] = Math.min(points, shareMax * Math.max(0, sums[member] ?? 0));
  return lost;
}
