import type { Embedder } from './embedder/types.js';
import type { Llm } from './llm/types.js';

export interface Providers {
  /** Null: rules extract facts on this machine. */
  llm(): Llm | null;
  /** Embedder of the vectors that search reads. Null: keyword search only. */
  embedder(): Embedder | null;
  /** Embedder whose vectors are being built to replace those in use. Null: none. */
  nextEmbedder(): Embedder | null;
  /** Default extraction instructions of the installation. Those of projects and requests override them. */
  customInstructions(): string | null;
  /** Reads the configuration again. Runs automatically after any process has changed it. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}
