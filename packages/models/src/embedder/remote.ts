import type { RemoteEmbedderProvider } from '../model-providers.js';
import { providerFailure } from '../errors.js';
import type { ProviderCalls } from '../fetch.js';
import { vectorSpace, type EmbedderSettings } from '../settings.js';
import type { Embed } from './embed-with-provider.js';
import type { Embedder } from './types.js';

export interface RemoteEmbedderSettings extends EmbedderSettings {
  readonly provider: RemoteEmbedderProvider;
  readonly dimensions: number;
}

/** Creates an embedder of a provider, which returns unit vectors. Embedding rejects with UpstreamFailedError. */
export function createRemoteEmbedder(settings: RemoteEmbedderSettings, calls: ProviderCalls): Embedder {
  const { dimensions: dimension } = settings;
  const embed = embedOnUse(settings, calls);
  return {
    id: vectorSpace(settings, dimension),
    dimension,
    async embed(texts, options = {}) {
      const vectors = await embed(texts, options);
      if (vectors.every((vector) => vector.length === dimension)) return vectors;
      throw providerFailure(
        'provider_bad_answer',
        settings,
        `The provider answered vectors of another length than ${dimension}.`,
      );
    },
    ready: async () => undefined,
    close: async () => undefined,
  };
}

/** Requests one vector. @returns its length @throws UpstreamFailedError */
export async function probeDimension(
  settings: EmbedderSettings & { readonly provider: RemoteEmbedderProvider },
  calls: ProviderCalls,
): Promise<number> {
  const [vector] = await (await loadEmbed(settings, calls))(['A text to find out how long vectors are.'], {});
  if (!vector || vector.length === 0) throw providerFailure('provider_bad_answer', settings);
  return vector.length;
}

/** Loads the packages of the provider. @returns a function that requests vectors of any length */
export async function loadEmbed(
  settings: EmbedderSettings & { readonly provider: RemoteEmbedderProvider },
  calls: ProviderCalls,
): Promise<Embed> {
  const { embedWith } = await import('./embed-with-provider.js');
  return embedWith(settings, calls);
}

// Loaded on first use, as the packages of language models are.
function embedOnUse(...args: Parameters<typeof loadEmbed>): Embed {
  let loaded: Promise<Embed> | undefined;
  return async (texts, options) => (await (loaded ??= loadEmbed(...args)))(texts, options);
}
