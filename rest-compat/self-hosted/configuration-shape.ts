import { remoteProviderNames } from '@memory-gateway/models';
import { redacted } from '../../src/resolvers/configuration/apply-change.js';
import type { BlockView, ConfigurationView } from '../../src/resolvers/configuration/configuration-view.js';

/** Wire names of settings. Responses use the first one. */
export const settingNames: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['api_key'],
  model: ['model'],
  temperature: ['temperature'],
  maxTokens: ['max_tokens'],
  topP: ['top_p'],
  baseUrl: ['base_url', ...remoteProviderNames.map((name) => `${name}_base_url`)],
  dimensions: ['embedding_dims'],
};

/** Converts the configuration to its shape on the wire, without secrets. */
export function toConfiguration(view: ConfigurationView) {
  const { customInstructions, customInstructionsSource, reEmbedding } = view;
  return {
    version: 'v1.1',
    vector_store: { provider: 'pgvector', config: { collection_name: 'memories' } },
    llm: toConfigurationBlock(view.llm),
    embedder: toConfigurationBlock(view.embedder),
    history_db_path: null,
    custom_instructions: customInstructions,
    sources: {
      llm: toSources(view.llm),
      embedder: toSources(view.embedder),
      custom_instructions: customInstructionsSource,
    },
    re_embedding: reEmbedding && {
      from: reEmbedding.from,
      to: reEmbedding.to,
      event_id: reEmbedding.event?.id ?? null,
      status: reEmbedding.event?.status ?? null,
      total: reEmbedding.event?.total ?? null,
      completed: reEmbedding.event?.completed ?? null,
      error: reEmbedding.event?.error ?? null,
    },
  };
}

// The original dashboard's setup wizard requires an API key, so models that need none return a placeholder too.
function toConfigurationBlock({ provider, settings }: BlockView) {
  const needsKey = provider !== 'local' && provider !== 'none';
  const values = settings
    .filter(({ name }) => name in settingNames)
    .map(({ name, value, isSecret, isSet }) => {
      const isMarked = isSecret && (isSet || !needsKey);
      return [settingNames[name]?.[0], isMarked ? redacted : value] as const;
    });
  const config = Object.fromEntries(values) as Record<string, string | number | null>;
  // The form of the original dashboard reads the server of OpenAI by the name that it sends.
  return { provider, config: provider === 'openai' ? { ...config, openai_base_url: config.base_url ?? null } : config };
}

function toSources({ settings }: BlockView) {
  return Object.fromEntries(settings.map(({ name, source }) => [settingNames[name]?.[0] ?? name, source]));
}
