import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { embedMany, type EmbeddingModel } from 'ai';
import { addModelTokens, meterModel } from '@memory-gateway/meter';
import { nativeDimensions, remoteProviders, type RemoteEmbedderProvider } from '../model-providers.js';
import { providerError, providerFailure, requireKey, TextTooLongError } from '../errors.js';
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
  const request = async (values: string[], { signal }: EmbedOptions): Promise<Float32Array[]> => {
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
      return embeddings.map((embedding) => unit(embedding, settings));
    } catch (error) {
      throw signal?.aborted ? signal.reason : providerError(error, settings);
    }
  };
  return async (texts, options) => {
    requireKey(settings);
    const vectors: Float32Array[] = [];
    for (const values of batches(texts))
      vectors.push(...(await embedBeginnings(values, (cut) => request(cut, options))));
    return vectors;
  };
}

/** Texts of this many characters fit into every model. */
const alwaysFits = 200;

/** Embeds texts. If the model refuses their length, it embeds their beginnings, half as long each time: models count tokens in ways of their own. */
async function embedBeginnings(
  values: string[],
  request: (values: string[]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  try {
    return await request(values);
  } catch (error) {
    const longest = Math.max(...values.map(({ length }) => length));
    if (!(error instanceof TextTooLongError) || longest <= alwaysFits) throw error;
    const half = Math.ceil(longest / 2);
    return embedBeginnings(
      values.map((text) => cut(text, half)),
      request,
    );
  }
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

function shortened(whole: string): string {
  // Providers reject empty texts, and half a surrogate pair, which a piece of a text may begin or end with.
  const text = whole.toWellFormed();
  if (text.trim() === '') return '-';
  if (text.length < tokensMax / 1.5) return text;
  let tokens = 0;
  for (let at = 0; at < text.length; at += 1) {
    tokens += text.charCodeAt(at) < 0x250 ? 0.3 : 1.5;
    if (tokens > tokensMax) return cut(text, at);
  }
  return text;
}

/** Returns the beginning of a text. Never splits a surrogate pair. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
