import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { embedMany, type EmbeddingModel } from 'ai';
import { addModelTokens, meterModel } from '@memory-gateway/meter';
import { nativeDimensions, remoteProviders, type RemoteEmbedderProvider } from '../model-providers.js';
import { providerError, providerFailure, requireKey } from '../errors.js';
import { providerFetch, type ProviderCalls } from '../fetch.js';
import type { EmbedderSettings } from '../settings.js';
import type { EmbedOptions } from '@memory-gateway/local-embedder';

/** Texts and characters per request, which providers limit. */
const [batchTexts, batchCharacters] = [96, 120_000];

export type Embed = (texts: readonly string[], options: EmbedOptions) => Promise<Float32Array[]>;

/** Returns a function that requests unit vectors of any length from a provider. It rejects with UpstreamFailedError. */
export function embedWith(
  settings: EmbedderSettings & { readonly provider: RemoteEmbedderProvider },
  calls: ProviderCalls,
): Embed {
  const fetch = providerFetch(calls);
  const { model: name, apiKey, baseUrl } = settings;
  const { format, baseUrl: ownServer } = remoteProviders[settings.provider];
  const model = formats[format]({ apiKey: apiKey ?? 'none', baseURL: baseUrl ?? ownServer, fetch }, name);
  const native = nativeDimensions[settings.model];
  // Sent only if it makes a difference: most OpenAI-compatible servers reject it.
  const wanted =
    native !== undefined && settings.dimensions !== null && settings.dimensions !== native ? settings.dimensions : null;
  const providerOptions: Record<string, Record<string, number>> = wanted === null
    ? {}
    : { openai: { dimensions: wanted }, google: { outputDimensionality: wanted } };
  return async (texts, { signal }) => {
    requireKey(settings);
    const vectors: Float32Array[] = [];
    for (const values of batches(texts)) {
      signal?.throwIfAborted();
      try {
        const options = { maxRetries: calls.retries, maxParallelCalls: 1, providerOptions };
        const { embeddings, usage } = await meterModel('embedding', () =>
          embedMany({ model, values, ...options, ...(signal && { abortSignal: signal }) }),
        );
        addModelTokens(usage.tokens);
        if (embeddings.length !== values.length)
          throw providerFailure(
            'provider_bad_answer',
            settings,
            'The provider answered another number of vectors than texts.',
          );
        vectors.push(...embeddings.map((embedding) => unit(embedding, settings)));
      } catch (error) {
        throw signal?.aborted ? signal.reason : providerError(error, settings);
      }
    }
    return vectors;
  };
}

interface Access {
  readonly apiKey: string;
  readonly baseURL: string;
  readonly fetch: typeof globalThis.fetch;
}

type EmbedderFormat = (typeof remoteProviders)[RemoteEmbedderProvider]['format'];

const formats: Readonly<Record<EmbedderFormat, (access: Access, model: string) => EmbeddingModel>> = {
  openai: (access, model) => createOpenAI(access).embedding(model),
  gemini: (access, model) => createGoogleGenerativeAI(access).embedding(model),
};

function unit(embedding: readonly number[], settings: EmbedderSettings): Float32Array {
  const length = Math.hypot(...embedding);
  if (!Number.isFinite(length))
    throw providerFailure(
      'provider_bad_answer',
      settings,
      'The provider answered vectors of something else than numbers.',
    );
  return Float32Array.from(embedding, (value) => (length === 0 ? 0 : value / length));
}

function batches(texts: readonly string[]): string[][] {
  const found: string[][] = [];
  let characters = 0;
  for (const text of texts.map(shortened)) {
    const last = found.at(-1);
    characters += text.length;
    if (last && last.length < batchTexts && characters <= batchCharacters) last.push(text);
    else {
      found.push([text]);
      characters = text.length;
    }
  }
  return found;
}

// Models accept about 8,000 tokens: about four characters each in Latin script, one or less in many other scripts.
const tokensMax = 7_500;

function shortened(text: string): string {
  // Providers reject empty texts.
  if (text.trim() === '') return '-';
  if (text.length < tokensMax / 1.5) return text;
  let tokens = 0;
  for (let at = 0; at < text.length; at += 1) {
    tokens += text.charCodeAt(at) < 0x250 ? 0.3 : 1.5;
    // Never splits a surrogate pair.
    if (tokens > tokensMax) return text.slice(0, at).replace(/[\uD800-\uDBFF]$/, '');
  }
  return text;
}
