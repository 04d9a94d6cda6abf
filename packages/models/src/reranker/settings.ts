import type { RerankerFolder } from '@memory-gateway/local-embedder';

/** Providers of rerankers that are called over the network. */
export const rerankProviders = ['cohere', 'jina', 'voyage', 'compatible'] as const;

/** Provider of a reranker. `compatible`: a server with the path `/rerank` in the format of Cohere. */
export type RerankProvider = (typeof rerankProviders)[number];

/** A cross-encoder on this machine, or the model of a provider. */
export type RerankConfig = LocalRerankConfig | RemoteRerankConfig;

export interface LocalRerankConfig {
  readonly provider: 'local';
  readonly folder: RerankerFolder;
  /** After this time the search keeps its own order. */
  readonly timeoutMs: number;
}

export interface RemoteRerankConfig {
  readonly provider: RerankProvider;
  readonly model: string;
  readonly apiKey: string | null;
  /** Null: the provider's own server. */
  readonly baseUrl: string | null;
  /** After this time the search keeps its own order. */
  readonly timeoutMs: number;
}
