import {
  dimensionsMax,
  llmProviders,
  remoteProviderNames,
  remoteProviders,
  type EmbedderProvider,
  type LlmProvider,
  type RemoteProvider,
} from '@memory-gateway/models';
import { readModelFolder, type ModelFolder } from '@memory-gateway/local-embedder';
import { readBaseUrl } from './network.js';
import type { Reader } from './reader.js';

/** Models and how to call them, where nothing else is stored at run time. */
export interface ProvidersConfig extends Readonly<Record<RemoteProvider, ProviderAccess>> {
  readonly llm: { readonly provider: LlmProvider; readonly model: string | null };
  readonly embedder: {
    readonly model: string | null;
    readonly dimensions: number | null;
    /** Folder of a model of one's own, for the provider `local`. Null: the built-in model. */
    readonly folder: ModelFolder | null;
  };
  /** For one try of one call. */
  readonly timeoutMs: number;
  /** Tries after the first one. */
  readonly retries: number;
  /** How long an addition is retried while its provider is away, in milliseconds. 0: about a minute. */
  readonly outageLimitMs: number;
  /** Additions of memories that may wait for a language model at a time, in one process. */
  readonly concurrency: number;
}

/** A provider's key and server; null: none, and the provider's own. */
export interface ProviderAccess {
  readonly apiKey: string | null;
  readonly baseUrl: string | null;
}

/** Reads what the environment says about providers. */
export function readProviders(read: Reader, embedder: EmbedderProvider | 'none'): ProvidersConfig {
  const access = Object.fromEntries(
    remoteProviderNames.map((name) => [name, readAccess(read, remoteProviders[name].variables)]),
  ) as Record<RemoteProvider, ProviderAccess>;
  // A key alone says which model is meant; without any, nothing leaves this machine.
  const implied = remoteProviderNames.find((name) => access[name].apiKey !== null) ?? 'local';
  return {
    llm: {
      provider: read.oneOf('LLM_PROVIDER', llmProviders, implied),
      model: read.text('LLM_MODEL', '') || null,
    },
    embedder: readEmbedder(read, embedder),
    ...access,
    timeoutMs: 1_000 * read.integer('PROVIDER_TIMEOUT_SECONDS', 60, { min: 1, max: 600 }),
    retries: read.integer('PROVIDER_RETRIES', 2, { min: 0, max: 10 }),
    outageLimitMs: 3_600_000 * read.integer('EXTRACTION_RETRY_HOURS', 12, { min: 0, max: 168 }),
    concurrency: read.integer('LLM_CONCURRENCY', 20, { min: 1, max: 200 }),
  };
}

function readEmbedder(read: Reader, provider: EmbedderProvider | 'none'): ProvidersConfig['embedder'] {
  const model = read.text('EMBEDDER_MODEL', '') || null;
  const dimensions = read.integer('EMBEDDER_DIMENSIONS', 0, { min: 0, max: dimensionsMax }) || null;
  // Environments of other servers may name a provider's model here.
  const isFolder = provider === 'local' && model !== null && /[/\\]/.test(model);
  return { model, dimensions, folder: isFolder ? readFolder(read, model) : null };
}

function readFolder(read: Reader, path: string): ModelFolder | null {
  try {
    const folder = readModelFolder(path);
    if (folder.dimension <= dimensionsMax) return folder;
    read.problems.push(`EMBEDDER_MODEL names a model with more than ${dimensionsMax} dimensions.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    read.problems.push(`EMBEDDER_MODEL must be the folder of an ONNX model: ${reason}`);
  }
  return null;
}

function readAccess(read: Reader, prefix: string): ProviderAccess {
  return { apiKey: read.text(`${prefix}_API_KEY`, '') || null, baseUrl: readBaseUrl(read, `${prefix}_BASE_URL`) };
}
