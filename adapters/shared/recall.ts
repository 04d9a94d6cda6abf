import { formatMemories } from './format-memories.js';
import { createMemoryApi, type MemoryOptions } from './memory-api.js';

export interface RecallOptions extends MemoryOptions {
  /** Number of memories to add. Default 10. */
  readonly topK?: number;
  /** Called with errors of the memory server; the model then responds without memories. Default: a console warning. */
  readonly onError?: (error: unknown) => void;
}

export const warn = (error: unknown): void => console.warn('Memory is not available.', error);

/** Creates a function that returns the memories related to a question, as a text for the model, or null if there are none. */
export function createRecall(
  options: RecallOptions & { readonly threshold?: number },
): (question: string) => Promise<string | null> {
  const api = createMemoryApi(options);
  const { topK, threshold, onError = warn } = options;
  return async (question) => {
    if (question === '') return null;
    const found = await api.search(question, { topK, threshold }).catch((error: unknown) => {
      onError(error);
      return [];
    });
    return found.length === 0 ? null : formatMemories(found);
  };
}
