interface ProviderEntry {
  /** Display name. */
  readonly label: string;
  /** Prefix of the environment variables `<prefix>_API_KEY` and `<prefix>_BASE_URL`. */
  readonly variables: string;
  readonly baseUrl: string;
  /** Wire format of the language models: a function in llm/formats.ts. */
  readonly format: 'openai' | 'anthropic' | 'gemini';
  readonly llm: { readonly defaultModel: string };
  /** Null: no embedding models, or none that are supported. */
  readonly embedder: { readonly defaultModel: string } | null;
}

// Providers of models outside of this server. Environment, configuration, clients and dashboard derive from this list.
// The first provider with a key is the default. `local` is not in the list: it has no server and no settings.
export const remoteProviders = {
  openai: {
    label: 'OpenAI or compatible',
    variables: 'OPENAI',
    baseUrl: 'https://api.openai.com/v1',
    format: 'openai',
    llm: { defaultModel: 'gpt-5-mini' },
    embedder: { defaultModel: 'text-embedding-3-small' },
  },
  anthropic: {
    label: 'Anthropic',
    variables: 'ANTHROPIC',
    baseUrl: 'https://api.anthropic.com/v1',
    format: 'anthropic',
    llm: { defaultModel: 'claude-haiku-4-5' },
    embedder: null,
  },
  gemini: {
    label: 'Google Gemini',
    variables: 'GOOGLE',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    format: 'gemini',
    llm: { defaultModel: 'gemini-2.5-flash' },
    embedder: { defaultModel: 'gemini-embedding-001' },
  },
} as const satisfies Readonly<Record<string, ProviderEntry>>;

type Entries = typeof remoteProviders;
export type RemoteProvider = keyof Entries;
export type RemoteEmbedderProvider = {
  [Name in RemoteProvider]: Entries[Name]['embedder'] extends null ? never : Name;
}[RemoteProvider];
export type LlmFormat = ProviderEntry['format'];

/** Providers of language models. `local` uses rules instead of a model, see `engine/extraction`. */
export type LlmProvider = RemoteProvider | 'local';
export type EmbedderProvider = RemoteEmbedderProvider | 'local';

/** Names of the providers that are called over the network. */
export const remoteProviderNames = Object.keys(remoteProviders) as RemoteProvider[];

/** Whether the provider has embedding models that are called over the network. */
export function isRemoteEmbedder(provider: string): provider is RemoteEmbedderProvider {
  const entry = (remoteProviders as Readonly<Record<string, ProviderEntry>>)[provider];
  return entry !== undefined && entry.embedder !== null;
}

/** Names of all providers of language models. */
export const llmProviders: readonly LlmProvider[] = [...remoteProviderNames, 'local'];

/** Names of all providers of embedding models. */
export const embedderProviders: readonly EmbedderProvider[] = [
  ...remoteProviderNames.filter(isRemoteEmbedder),
  'local',
];

/** Names of the models that run inside the server. */
export const builtInModels = { llm: 'built-in', embedder: 'all-minilm-l6-v2' } as const;

export function getDefaultLlmModel(provider: LlmProvider): string {
  return provider === 'local' ? builtInModels.llm : remoteProviders[provider].llm.defaultModel;
}

export function getDefaultEmbedderModel(provider: EmbedderProvider | 'none'): string {
  if (provider === 'none') return 'none';
  return provider === 'local' ? builtInModels.embedder : remoteProviders[provider].embedder.defaultModel;
}

/** Lists provider names in a sentence, such as "`openai`, `gemini` or `local`". */
export function toProviderList(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
}

/** Maximum dimensions of an index (halfvec of pgvector). */
export const dimensionsMax = 4_000;

/** Default dimensions of known models. */
export const nativeDimensions: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1_536,
  'text-embedding-3-large': 3_072,
  'text-embedding-ada-002': 1_536,
  'gemini-embedding-001': 3_072,
  'all-minilm-l6-v2': 384,
};
