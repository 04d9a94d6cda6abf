/** Bundled providers of language models. `local` uses rules instead of a model, see `engine/extract`. */
export const llmProviders = ['openai', 'anthropic', 'gemini', 'local'] as const;
export type LlmProvider = (typeof llmProviders)[number];

export const embedderProviders = ['openai', 'gemini', 'local'] as const;
export type EmbedderProvider = (typeof embedderProviders)[number];

export type RemoteProvider = Exclude<LlmProvider, 'local'>;

export const defaultLlmModels: Readonly<Record<LlmProvider, string>> = {
  openai: 'gpt-5-mini',
  anthropic: 'claude-haiku-4-5',
  gemini: 'gemini-2.5-flash',
  local: 'built-in',
};

export const defaultEmbedderModels: Readonly<Record<EmbedderProvider | 'none', string>> = {
  openai: 'text-embedding-3-small',
  gemini: 'gemini-embedding-001',
  local: 'all-minilm-l6-v2',
  none: 'none',
};

/** Maximum dimensions of an index (halfvec of pgvector). */
export const dimensionsMax = 4_000;

/** Dimensions that models return by default. */
export const nativeDimensions: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1_536,
  'text-embedding-3-large': 3_072,
  'text-embedding-ada-002': 1_536,
  'gemini-embedding-001': 3_072,
  'all-minilm-l6-v2': 384,
};
