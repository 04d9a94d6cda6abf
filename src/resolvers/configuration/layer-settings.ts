import type { Config, ProviderAccess } from '../../config.js';
import {
  getDefaultEmbedderModel,
  getDefaultLlmModel,
  isRemoteEmbedder,
  nativeDimensions,
  type EmbedderSettings,
  type LlmSettings,
} from '@memory-gateway/models';
import type { StoredConfiguration, StoredEmbedder, StoredLlm } from './stored-configuration.js';

export type Source = 'stored' | 'environment' | 'default';

interface Sourced<Value> {
  readonly value: Value;
  readonly source: Source;
}

/** Settings with the source of each value. */
export type Layered<Settings> = { readonly [Name in keyof Settings]: Sourced<Settings[Name]> };

export interface LayeredConfiguration {
  readonly llm: Layered<LlmSettings>;
  readonly embedder: Layered<EmbedderSettings>;
  readonly customInstructions: Sourced<string | null>;
}

type Environment = Pick<Config, 'embedder' | 'providers'>;

/** Merges the configuration. Stored values override the environment, which overrides the defaults. */
export function layerSettings(stored: StoredConfiguration, environment: Environment): LayeredConfiguration {
  const { customInstructions } = stored;
  return {
    llm: layerLlm(stored.llm, environment),
    embedder: layerEmbedder(stored, environment),
    customInstructions:
      customInstructions === undefined
        ? { value: null, source: 'default' }
        : { value: customInstructions, source: 'stored' },
  };
}

/** Returns the settings without their sources. */
export function toPlainSettings<Settings extends object>(layered: Layered<Settings>): Settings {
  const entries = Object.entries<Sourced<unknown>>(layered).map(([name, { value }]) => [name, value] as const);
  return Object.fromEntries(entries) as Settings;
}

function layerLlm(stored: StoredLlm | undefined, { providers }: Environment): Layered<LlmSettings> {
  const provider = stored?.provider ?? providers.llm.provider;
  const model = provider === providers.llm.provider ? providers.llm.model : null;
  return {
    provider: stored ? from('stored', provider) : from(provider === 'local' ? 'default' : 'environment', provider),
    model: first(stored?.model, model, getDefaultLlmModel(provider)),
    ...access(stored, provider === 'local' ? null : providers[provider]),
    temperature: first(stored?.temperature, null, null),
    maxTokens: first(stored?.maxTokens, null, null),
    topP: first(stored?.topP, null, null),
  };
}

function layerEmbedder(
  { embedder: stored, llm }: StoredConfiguration,
  environment: Environment,
): Layered<EmbedderSettings> {
  const { providers } = environment;
  const provider = stored?.provider ?? environment.embedder;
  const isSame = provider === environment.embedder;
  const { folder } = providers.embedder;
  const given =
    provider === 'local' ? { model: folder?.name ?? null, dimensions: folder?.dimension ?? null } : providers.embedder;
  const model = first(stored?.model, isSame ? given.model : null, getDefaultEmbedderModel(provider));
  const own = isRemoteEmbedder(provider) ? providers[provider] : null;
  // Both model types of a provider share a key, which users enter once, with the language model.
  const shared =
    llm?.provider === provider && llm.apiKey !== undefined && stored?.baseUrl === llm.baseUrl ? llm.apiKey : undefined;
  const entered: Pick<StoredEmbedder, 'apiKey' | 'baseUrl'> = {
    apiKey: stored?.apiKey ?? shared,
    baseUrl: stored?.baseUrl,
  };
  const dimensions = isSame && model.source !== 'stored' ? given.dimensions : null;
  return {
    provider: stored ? from('stored', provider) : from(provider === 'local' ? 'default' : 'environment', provider),
    model,
    ...access(entered, own),
    dimensions: first(stored?.dimensions, dimensions, nativeDimensions[model.value] ?? null),
  };
}

/** Sends the environment's key to the environment's base URL only: an admin could set a base URL to steal the key. */
function access(
  stored: { apiKey?: string; baseUrl?: string } | undefined,
  environment: ProviderAccess | null,
): Layered<ProviderAccess> {
  const baseUrl = first<string | null>(stored?.baseUrl, environment?.baseUrl ?? null, null);
  const isElsewhere = stored?.baseUrl !== undefined && stored.baseUrl !== environment?.baseUrl;
  return {
    baseUrl,
    apiKey: first<string | null>(stored?.apiKey, isElsewhere ? null : (environment?.apiKey ?? null), null),
  };
}

function first<Value>(stored: Value | undefined, environment: Value | null, fallback: Value): Sourced<Value> {
  if (stored !== undefined) return from('stored', stored);
  return environment === null ? from('default', fallback) : from('environment', environment);
}

const from = <Value>(source: Source, value: Value): Sourced<Value> => ({ source, value });
