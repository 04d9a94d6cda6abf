import type { MastraMessageV2 } from '@mastra/core/agent';
import type { InputProcessor } from '@mastra/core/processors';
import { formatMemories } from '../shared/format-memories.js';
import { createMemoryApi, type MemoryOptions } from '../shared/memory-api.js';

export interface RecallOptions extends MemoryOptions {
  /** Number of memories to add. Default 10. */
  readonly topK?: number;
  /** Called with errors of the memory server; the model then responds without memories. Default: a console warning. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Creates a processor for `inputProcessors` of an agent. It adds memories related to the newest user message as a system message.
 */
export function createRecallProcessor(options: RecallOptions): InputProcessor {
  const api = createMemoryApi(options);
  const { topK = 10, onError = (error: unknown) => console.warn('Memory is not available.', error) } = options;
  return {
    name: 'memory-gateway-recall',
    async processInput({ messages }) {
      const question = findQuestion(messages);
      if (question === '') return messages;
      const found = await api.search(question, { topK }).catch((error: unknown) => {
        onError(error);
        return [];
      });
      return found.length === 0 ? messages : [toSystemMessage(formatMemories(found)), ...messages];
    },
  };
}

function findQuestion(messages: readonly MastraMessageV2[]): string {
  const parts = messages.findLast(({ role }) => role === 'user')?.content.parts ?? [];
  return parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n')
    .trim();
}

function toSystemMessage(text: string): MastraMessageV2 {
  const content = { format: 2 as const, parts: [{ type: 'text' as const, text }], content: text };
  return { id: crypto.randomUUID(), role: 'system', createdAt: new Date(), content };
}
