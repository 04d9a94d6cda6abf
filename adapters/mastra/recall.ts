import type { MastraMessageV2 } from '@mastra/core/agent';
import type { InputProcessor } from '@mastra/core/processors';
import { createRecall, type RecallOptions } from '../shared/recall.js';

export type { RecallOptions } from '../shared/recall.js';

/**
 * Creates a processor for `inputProcessors` of an agent. It adds memories related to the newest user message as a system message.
 */
export function createRecallProcessor(options: RecallOptions): InputProcessor {
  const recall = createRecall(options);
  return {
    name: 'memory-gateway-recall',
    async processInput({ messages }) {
      const memories = await recall(findQuestion(messages));
      return memories === null ? messages : [toSystemMessage(memories), ...messages];
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
