export interface Reranker {
  /** Provider and model, such as `cohere/rerank-v3.5`. */
  readonly id: string;
  /** Returns the relevance of each text, 0 to 1, in order. @throws UpstreamFailedError */
  rerank(query: string, texts: readonly string[]): Promise<number[]>;
}
