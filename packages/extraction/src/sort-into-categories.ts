import { categorize, type Category, categoryTexts, refineCategories } from '@memory-gateway/memory-engine';
import type { Embedder } from '@memory-gateway/models';

export interface SortableText {
  readonly text: string;
  readonly vector?: Float32Array | undefined;
}

/** Number of cached category vectors per embedder. */
const cachedMax = 1_000;
const cache = new WeakMap<Embedder, Map<string, Float32Array>>();

/** Returns the categories of each text, by words and similarity. Embeds categories: call it outside of transactions. */
export async function sortIntoCategories(
  embedder: Embedder | null,
  catalog: readonly Category[],
  texts: readonly SortableText[],
): Promise<string[][]> {
  const byWords = texts.map(({ text }) => categorize(text, catalog));
  const thresholds = embedder?.categoryThresholds;
  if (!embedder || !thresholds || catalog.length === 0 || texts.every(({ vector }) => !vector)) return byWords;
  const categories = await embedCategories(embedder, categoryTexts(catalog));
  return texts.map(({ text, vector }, index) => {
    const own = byWords[index] ?? [];
    if (!vector) return own;
    const cosines = categories.map((each) => getCosine(each, vector));
    return refineCategories(own, { text, catalog, vector, cosines, thresholds });
  });
}

async function embedCategories(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  const known = cache.get(embedder) ?? new Map<string, Float32Array>();
  cache.set(embedder, known);
  if (known.size > cachedMax) known.clear();
  const missing = texts.filter((text) => !known.has(text));
  const vectors = missing.length === 0 ? [] : await embedder.embed(missing);
  missing.forEach((text, index) => {
    const vector = vectors[index];
    // Copied, because the vector may be a view of a large buffer.
    if (vector) known.set(text, vector.slice());
  });
  return texts.map((text) => known.get(text) ?? new Float32Array(embedder.dimension));
}

/** Returns the cosine similarity of unit vectors. */
export function getCosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
