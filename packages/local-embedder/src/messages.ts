import type { EngineChoice, EngineInfo } from './engine.js';
import type { ModelFolder, RerankerFolder } from './model-folder.js';

/** What the process of a model loads. */
export interface EmbedStart {
  readonly engine: EngineChoice;
  /** Null: the built-in model. */
  readonly model: ModelFolder | RerankerFolder | null;
  /** Why a slower engine is loaded. */
  readonly note?: string;
}

/** One batch of inputs, as `inputs.ts` writes them. The next request follows after the reply. */
export interface EmbedRequest {
  readonly texts: readonly string[];
}

/**
 * Messages of the process: `ready` once, then for each request `vectors` (one for each text, in order; a pair has one number, a passage one for each word, or none if the engine has no readers) or `failed`. `stopped`: it ends,
 * because it cannot go on.
 */
export type EmbedReply =
  | { readonly type: 'ready'; readonly engine: EngineInfo }
  | { readonly type: 'vectors'; readonly values: readonly Float32Array[] }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'stopped'; readonly reason: string };
