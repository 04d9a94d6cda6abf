import type { AgentInputItem, CallModelInputFilter } from '@openai/agents-core';
import { createRecall, type RecallOptions } from '../shared/recall.js';

export type { RecallOptions } from '../shared/recall.js';

/**
 * Creates a filter for `callModelInputFilter`. It adds memories related to the newest user message to the instructions.
 */
export function createRecallFilter(options: RecallOptions): CallModelInputFilter {
  const recall = createRecall(options);
  return async ({ modelData }) => {
    const memories = await recall(findQuestion(modelData.input));
    if (memories === null) return modelData;
    return { ...modelData, instructions: [modelData.instructions, memories].filter(Boolean).join('\n\n') };
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
