import type { Providers } from '@memory-gateway/models';

/** Providers without any model. */
export const noProviders: Providers = {
  llm: () => null,
  embedder: () => null,
  nextEmbedder: () => null,
  customInstructions: () => null,
  refresh: async () => undefined,
  close: async () => undefined,
};
