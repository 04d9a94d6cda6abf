import type { Json } from './filter-values.js';

/** What a language model can do with memories. The caller passes it in; everything here also works without one. */
export interface MemoryModel {
  /** An object that fits the JSON Schema, filled from the memories. */
  fill(request: {
    readonly schema: Json;
    readonly instructions: string | null;
    readonly memories: readonly string[];
  }): Promise<Json>;
  /** A short text that says what the memories say. */
  summarize(memories: readonly string[]): Promise<string>;
}
