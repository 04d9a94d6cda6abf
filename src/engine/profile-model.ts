import type { Json } from './filter-values.js';

/** Language model operations on memories. Callers pass it in; every use has a fallback without a model. */
export interface MemoryModel {
  /** Returns an object that matches the JSON Schema, filled from the memories. */
  fill(request: {
    readonly schema: Json;
    readonly instructions: string | null;
    readonly memories: readonly string[];
  }): Promise<Json>;
  /** Returns a short summary of the memories. */
  summarize(memories: readonly string[]): Promise<string>;
}
