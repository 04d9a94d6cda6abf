import type { Providers } from '../../src/providers/runtime.js';

/** Providers without any model. */
export const noProviders: Providers = {
  llm: () => null,
  embedder: () => null,
  nextEmbedder: () => null,
  customInstructions: () => null,
  refresh: async () => undefined,
  close: async () => undefined,
};
