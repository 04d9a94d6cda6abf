import type { Embedder } from './embedder/types.js';
import type { Llm } from './llm/types.js';

export interface Providers {
  /** Null: sentences are chosen by rules, on this machine. */
  llm(): Llm | null;
  /** That of the vectors which are searched. Null: full-text search only. */
  embedder(): Embedder | null;
  /** That of the vectors which are being made, to take over when all are there. Null: none are. */
  nextEmbedder(): Embedder | null;
  /** What the whole installation wants of extraction; projects and calls go before. */
  customInstructions(): string | null;
  /** Reads the configuration again. Done by itself once this or another process has changed it. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}
