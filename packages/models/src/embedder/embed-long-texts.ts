import { type EmbedOptions, splitIntoChunks } from '@memory-gateway/local-embedder';
import type { Embedder } from './types.js';

export interface EmbeddedText {
  /** Vector of the whole text, up to the length that the model reads. */
  readonly vector: Float32Array;
  /** Vectors of the overlapping chunks after the beginning of a long text. Empty for short texts. */
  readonly chunks: readonly Float32Array[];
}

/** A text to embed, and the role of the message that it is or comes from. */
export interface LongText {
  readonly text: string;
  readonly role?: string | null;
}

/** Embeds texts of any length, in order and in one batch. Undefined for a text that the model returned no vector for. */
export async function embedLongTexts(
  embedder: Embedder,
  texts: readonly LongText[],
  options?: EmbedOptions,
): Promise<(EmbeddedText | undefined)[]> {
  const chunks = texts.map(({ text, role }) => splitIntoChunks(text, role));
  const vectors = await embedder.embed([...texts.map(({ text }) => text), ...chunks.flat()], options);
  let next = texts.length;
  return chunks.map((own, index) => {
    const vector = vectors[index];
    const ofChunks = vectors.slice(next, (next += own.length));
    return vector && { vector, chunks: ofChunks };
  });
}
