import type { CategoryThresholds } from '@memory-gateway/memory-engine';
import type { EmbedOptions, EngineInfo } from '@memory-gateway/local-embedder';

/** Converts texts to vectors. Only vectors of embedders with the same `id` are comparable. */
export interface Embedder {
  /** Stable name of the vector space, such as `local/all-minilm-l6-v2`. */
  readonly id: string;
  readonly dimension: number;
  /** Minimum cosines for categorization. Absent if unknown for this model. */
  readonly categoryThresholds?: CategoryThresholds;
  /** Returns one unit vector per text, in order. Accepts any string, including an empty one. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /** Moves the vector of a question towards statements that answer it. Absent for a model that nothing was learned for. */
  towardsStatements?(query: Float32Array): Float32Array;
  /** Returns the engine that runs a local model, and loads it if needed. Absent for models of a provider. */
  engine?(): Promise<EngineInfo>;
  /** Resolves when the model is loaded. Rejects with the reason if it cannot be. */
  ready(): Promise<void>;
  /** Rejects waiting texts and frees the model. Idempotent. */
  close(): Promise<void>;
}
