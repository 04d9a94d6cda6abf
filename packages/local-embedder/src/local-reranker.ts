import type { RerankerFolder } from './model-folder.js';
import { joinPair } from './inputs.js';
import { createProcessEmbedder } from './process-embedder.js';
import { startProcess } from './start-process.js';

/** Scores texts by a cross-encoder on this machine. */
export interface LocalReranker {
  /** Name of the model, such as `local/bge-reranker-v2-m3-1f0c9a2b`. */
  readonly id: string;
  /** Returns the relevance of each text for the query, 0 to 1, in order. Rejects with the signal's reason when it aborts. */
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<number[]>;
  /** Resolves when the model is loaded. Rejects with the reason if it cannot be. */
  ready(): Promise<void>;
  /** Rejects waiting calls and frees the model. Idempotent. */
  close(): Promise<void>;
}

/** Creates a reranker from the folder of a cross-encoder. It runs on ONNX Runtime, in a process of its own. */
export function createLocalReranker(model: RerankerFolder): LocalReranker {
  const { id, embed, ready, close } = createProcessEmbedder({
    id: `local/${model.name}`,
    dimension: 1,
    start: () => startProcess({ engine: 'onnx', model }),
  });
  return {
    id,
    ready,
    close,
    async rerank(query, texts, signal) {
      const pairs = texts.map((text) => joinPair(query, text));
      const scores = await embed(pairs, { priority: 'query', ...(signal && { signal }) });
      return scores.map(([score]) => score ?? 0);
    },
  };
}
