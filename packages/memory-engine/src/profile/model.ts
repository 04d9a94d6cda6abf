import type { Json } from '../filter/filter-values.js';

/** Language model operations on memories. Callers pass it in; every use has a fallback without a model. */
export interface MemoryModel {
  fill(request: {
    readonly schema: Json;
    readonly instructions: string | null;
    readonly memories: readonly string[];
  }): Promise<Json>;
  summarize(memories: readonly string[]): Promise<string>;
}
