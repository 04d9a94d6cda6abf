import type { EngineChoice, EngineInfo } from './engine.js';
import type { ModelFolder, RerankerFolder } from './model-folder.js';

/** Start data of a worker: the engine to load, and the memory of its native gate. */
export interface EmbedWorkerData {
  readonly engine: EngineChoice;
  /** Null: the built-in model. */
  readonly model: ModelFolder | RerankerFolder | null;
  readonly gate: SharedArrayBuffer;
}

/** One batch of texts. The next request follows after the reply. */
export interface WorkerRequest {
  readonly texts: readonly string[];
}

/** Messages of the worker: `ready` once, then for each request `vectors` (one buffer, in order) or `failed`. */
export type WorkerReply =
  | { readonly type: 'ready'; readonly engine: EngineInfo }
  | { readonly type: 'vectors'; readonly values: Float32Array }
  | { readonly type: 'failed'; readonly reason: string };
