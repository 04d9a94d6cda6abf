import type { RankQuery } from './types.js';

/** Returns a cosine on the scale of MiniLM. Null without an embedding, or in a search by words. */
export function normalCosine(
  cosine: number | null,
  { cosineRange, keywordOnly }: Pick<RankQuery, 'cosineRange' | 'keywordOnly'>,
): number | null {
  if (cosine === null || Number.isNaN(cosine) || keywordOnly) return null;
  if (!cosineRange) return cosine;
  return (0.5 * (cosine - cosineRange.floor)) / (cosineRange.ceiling - cosineRange.floor);
}
