import type { AgentInputItem, CallModelInputFilter } from '@openai/agents-core';
import { createMemoryApi, type MemoryOptions } from '../shared/memory-api.js';
import { formatMemories } from '../shared/format-memories.js';

export interface RecallOptions extends MemoryOptions {
  /** Number of memories to add. Default 10. */
  readonly topK?: number;
  /** Called with errors of the memory server; the model then responds without memories. Default: a console warning. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Creates a filter for `callModelInputFilter`. It adds memories related to the newest user message to the instructions.
 */
export function createRecallFilter(options: RecallOptions): CallModelInputFilter {
  const api = createMemoryApi(options);
  const { topK = 10, onError = (error: unknown) => console.warn('Memory is not available.', error) } = options;
  return async ({ modelData }) => {
    const question = findQuestion(modelData.input);
    if (question === '') return modelData;
    const found = await api.search(question, { topK }).catch((error: unknown) => {
      onError(error);
      return [];
    });
    if (found.length === 0) return modelData;
    const instructions = [modelData.instructions, formatMemories(found)].filter(Boolean).join('\n\n');
    return { ...modelData, instructions };
  };
}

function findQuestion(input: readonly AgentInputItem[]): string {
  const message = input.findLast((item) => 'role' in item && item.role === 'user');
  if (!message || !('role' in message)) return '';
  const { content } = message;
  if (typeof content === 'string') return content.trim();
  const texts = content.map((part) => ('text' in part && typeof part.text === 'string' ? part.text : ''));
  return texts.join('\n').trim();
}
