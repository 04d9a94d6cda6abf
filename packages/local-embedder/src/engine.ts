import type { Passage } from './inputs.js';

/** `auto`: ONNX Runtime if the package is installed, else the WebAssembly engine. */
export type EngineChoice = 'auto' | 'wasm' | 'onnx';

/** The engine in use. `note` says why `auto` could not load the faster one. */
export interface EngineInfo {
  readonly name: 'wasm' | 'onnx';
  readonly note?: string;
}

/** A loaded model. Takes one text per call, because neither engine is faster with batches. */
export interface TextEngine extends EngineInfo {
  embed(text: string): Promise<ArrayLike<number>>;
  /** Returns the log-odds that a text answers a question. Absent: the engine reads no pairs. */
  readAnswer?(question: string, text: string): Promise<number>;
  /** Returns for each word of a passage the log-odds of a secret, or -Infinity: it was not read. Absent: the engine reads no words. */
  readSecrets?(passage: Passage): Promise<readonly number[]>;
}
