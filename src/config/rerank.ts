import { readRerankerFolder } from '@memory-gateway/local-embedder';
import {
  rerankProviders,
  type LocalRerankConfig,
  type RerankConfig,
  type RerankProvider,
} from '@memory-gateway/models';
import { readBaseUrl } from './network.js';
import type { Reader } from './reader.js';

const defaultModels: Readonly<Record<RerankProvider, string>> = {
  cohere: 'rerank-v3.5',
  jina: 'jina-reranker-v2-base-multilingual',
  voyage: 'rerank-2.5',
  compatible: '',
};

/** Reads the reranker; null when none is configured. */
export function readRerank(read: Reader): RerankConfig | null {
  const provider = read.oneOf('RERANK_PROVIDER', ['none', 'local', ...rerankProviders], 'none');
  const apiKey = read.text('RERANK_API_KEY', '') || null;
  const baseUrl = readBaseUrl(read, 'RERANK_BASE_URL');
  const given = read.text('RERANK_MODEL', '');
  const timeoutMs = read.integer('RERANK_TIMEOUT_MS', 3_000, { min: 100, max: 60_000 });
  if (provider === 'none') return null;
  if (provider === 'local') return readLocal(read, { path: given, timeoutMs });
  if (provider === 'compatible') {
    if (baseUrl === null) read.problems.push('RERANK_BASE_URL must be set when RERANK_PROVIDER is compatible.');
    if (given === '') read.problems.push('RERANK_MODEL must be set when RERANK_PROVIDER is compatible.');
  } else if (apiKey === null) read.problems.push(`RERANK_API_KEY must be set when RERANK_PROVIDER is ${provider}.`);
  return { provider, model: given || defaultModels[provider], apiKey, baseUrl, timeoutMs };
}

function readLocal(read: Reader, { path, timeoutMs }: { path: string; timeoutMs: number }): LocalRerankConfig | null {
  if (path === '') {
    read.problems.push('RERANK_MODEL must be the folder of an ONNX model when RERANK_PROVIDER is local.');
    return null;
  }
  try {
    return { provider: 'local', folder: readRerankerFolder(path), timeoutMs };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    read.problems.push(`RERANK_MODEL must be the folder of an ONNX model: ${reason}`);
    return null;
  }
}
