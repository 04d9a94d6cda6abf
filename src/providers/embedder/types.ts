import type { CategoryThresholds } from '../../engine/category-similarity.js';

export interface EmbedOptions {
  /** Gives the call up: it rejects with the signal's reason and its texts leave the queue. */
  signal?: AbortSignal;
  /** `query` goes ahead of every waiting `batch` text; the default is `batch`. */
  priority?: 'query' | 'batch';
}

/** Turns texts into vectors. Vectors of two embedders with the same `id` may be compared; others may not. */
export interface Embedder {
  /** Stable name of the vector space, such as `local/all-minilm-l6-v2`. */
  readonly id: string;
  /** Length of every vector. */
  readonly dimension: number;
  /** Cosines from which a text belongs to a described category; absent where they are not known for this model. */
  readonly categoryThresholds?: CategoryThresholds;
  /** Unit vectors, one per text, same order. Any string is accepted, an empty one included. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /** Resolves once the model is loaded; rejects with the reason if it cannot be. */
  ready(): Promise<void>;
  /** Rejects what is still waiting and frees the model. May be called twice. */
  close(): Promise<void>;
}
