import { createHash } from 'node:crypto';
import type { Embedder } from '@memory-gateway/models';

/**
 * An embedder without meaning: equal texts get equal unit vectors, others almost orthogonal ones. Records its texts.
 */
export interface FakeEmbedder extends Embedder {
  readonly embedded: string[];
}

/** @param id name of the vector space; the default is that of the built-in embedder, which has an index */
export function fakeEmbedder(id = 'local/all-minilm-l6-v2', dimension = 384): FakeEmbedder {
  const embedded: string[] = [];
  return {
    id,
    dimension,
    embedded,
    async embed(texts) {
      embedded.push(...texts);
      return texts.map((text) => hashVector(text, dimension));
    },
    async ready() {},
    async close() {},
  };
}

/** Returns a unit vector that depends only on the text. */
function hashVector(text: string, dimension: number): Float32Array {
  const vector = new Float32Array(dimension);
  for (let at = 0; at < dimension; at += 32) {
    const bytes = createHash('sha256').update(`${at}:${text}`).digest();
    for (let offset = 0; offset < 32 && at + offset < dimension; offset += 1)
      vector[at + offset] = (bytes[offset] ?? 0) - 127.5;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
