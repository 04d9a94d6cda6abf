import { splitIntoChunks } from '../../engine/chunks.js';
import type { Embedder, EmbedOptions } from './types.js';

export interface EmbeddedText {
  /** Of the whole text, as far as the model reads it. */
  readonly vector: Float32Array;
  /** Of the overlapping chunks that follow the beginning of a long text; empty for others. */
  readonly chunks: readonly Float32Array[];
}

/** Embeds texts of any length, in their order. A text for which the model returns no vector is undefined. */
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
