import type { CategoryThresholds } from '@memory-gateway/memory-engine';
import type { LocalEmbedder } from '@memory-gateway/local-embedder';

/** Converts texts to vectors. Only vectors of embedders with the same `id` are comparable. Models of a provider have no `engine`. */
export interface Embedder extends Omit<LocalEmbedder, 'engine'>, Partial<Pick<LocalEmbedder, 'engine'>> {
  /** Minimum cosines for categorization. Absent if unknown for this model. */
  readonly categoryThresholds?: CategoryThresholds;
}
