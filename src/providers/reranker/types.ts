export interface Reranker {
  /** Provider and model, such as `cohere/rerank-v3.5`. */
  readonly id: string;
  /** Relevance of each text, 0 to 1, in the order of the texts. @throws UpstreamFailedError */
  rerank(query: string, texts: readonly string[]): Promise<number[]>;
}
