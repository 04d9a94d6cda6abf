import { splitIntoChunks } from '../../engine/chunks.js';
import type { Embedder, EmbedOptions } from './types.js';

export interface EmbeddedText {
  /** Vector of the whole text, up to the length that the model reads. */
  readonly vector: Float32Array;
  /** Vectors of the overlapping chunks after the beginning of a long text. Empty for short texts. */
  readonly chunks: readonly Float32Array[];
}

/** Embeds texts of any length, in order. Undefined for a text that the model returned no vector for. */
export async function embedLongTexts(
  embedder: Embedder,
  texts: readonly string[],
  options?: EmbedOptions,
): Promise<(EmbeddedText | undefined)[]> {
  const chunks = texts.map(splitIntoChunks);
  const vectors = await embedder.embed([...texts, ...chunks.flat()], options);
  let next = texts.length;
  return chunks.map((own, index) => {
    const vector = vectors[index];
    const ofChunks = vectors.slice(next, (next += own.length));
    return vector && { vector, chunks: ofChunks };
  });
}
