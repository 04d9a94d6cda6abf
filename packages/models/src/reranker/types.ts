import type { RerankerFolder } from '@memory-gateway/local-embedder';

/** Characters of a memory to send: rerankers read a few hundred words. */
export const RERANKED_CHARACTERS = 4_000;

export interface Reranker {
  /** Provider and model, such as `cohere/rerank-v3.5`. */
  readonly id: string;
  /** Returns the relevance of each text, 0 to 1, in order. @throws UpstreamFailedError */
  rerank(query: string, texts: readonly string[]): Promise<number[]>;
  /** Loads a model on this machine, so that the first search does not wait for it. Rejects with the reason if it cannot be loaded. */
  ready?(): Promise<void>;
  close?(): Promise<void>;
}

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
