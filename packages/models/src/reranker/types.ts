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
