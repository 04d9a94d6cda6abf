interface ProviderEntry {
  /** Name of the provider for people. */
  readonly label: string;
  /** The key is in the environment variable with this prefix and `_API_KEY`, the address of another server in `_BASE_URL`. */
  readonly variables: string;
  readonly baseUrl: string;
  /** Wire format of the language models, a function in providers/llm/formats.ts. */
  readonly format: 'openai' | 'anthropic' | 'gemini';
  readonly llm: { readonly defaultModel: string };
  /** Null: the provider has no embedding models, or they are not supported. */
  readonly embedder: { readonly defaultModel: string } | null;
}

/**
 * Providers of models outside of this server: the one list that the environment, the configuration, the clients and the dashboard derive
 * from. The first provider with a key is the default. `local` stands beside them: it has no server and no settings.
 */
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

/** Providers of language models. `local` is no model: rules choose sentences, see `engine/extraction`. */
export type LlmProvider = RemoteProvider | 'local';
export type EmbedderProvider = RemoteEmbedderProvider | 'local';

/** Names of the providers that are called over the network, in the order of the list. */
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

/** The language model of a provider where none is named. */
export function getDefaultLlmModel(provider: LlmProvider): string {
  return provider === 'local' ? builtInModels.llm : remoteProviders[provider].llm.defaultModel;
}

/** The embedding model of a provider where none is named. */
export function getDefaultEmbedderModel(provider: EmbedderProvider | 'none'): string {
  if (provider === 'none') return 'none';
  return provider === 'local' ? builtInModels.embedder : remoteProviders[provider].embedder.defaultModel;
}

/** Provider names for a sentence, as "`openai`, `gemini` or `local`". */
export function toProviderList(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
}

/** Longest vectors that an index takes (halfvec of pgvector). */
export const dimensionsMax = 4_000;

/** Lengths of the vectors of known models when no length is asked for. */
export const nativeDimensions: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1_536,
  'text-embedding-3-large': 3_072,
  'text-embedding-ada-002': 1_536,
  'gemini-embedding-001': 3_072,
  'all-minilm-l6-v2': 384,
};
