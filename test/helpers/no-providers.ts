import type { Providers } from '../../src/providers/runtime.js';

/** No model is configured, nor ever will be. */
export const noProviders: Providers = {
  llm: () => null,
  embedder: () => null,
  nextEmbedder: () => null,
  customInstructions: () => null,
  refresh: async () => undefined,
  close: async () => undefined,
};
