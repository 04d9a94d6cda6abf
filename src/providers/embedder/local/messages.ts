import type { EngineChoice, EngineInfo } from './engine.js';

/** What a worker is started with: the engine to load, and the memory of its native gate. */
export interface EmbedWorkerData {
  readonly engine: EngineChoice;
  readonly gate: SharedArrayBuffer;
}

/** What the worker is asked: one batch of texts. It is never asked the next before it has answered. */
export interface WorkerRequest {
  readonly texts: readonly string[];
}

/** What the worker says: `ready` once, then one `vectors` (all in one buffer, in order) or `failed` per request. */
export type WorkerReply =
  | { readonly type: 'ready'; readonly engine: EngineInfo }
  | { readonly type: 'vectors'; readonly values: Float32Array }
  | { readonly type: 'failed'; readonly reason: string };
