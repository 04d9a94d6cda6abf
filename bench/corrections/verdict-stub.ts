import { readPromptList, startModelStub, type ModelStub } from '../model-stub.js';

/**
 * Starts a language model that returns each message as a fact and looks up the memory that it corrects.
 * @param corrections older statement by newer statement
 */
export function startVerdictStub(corrections: ReadonlyMap<string, string>): Promise<ModelStub> {
  return startModelStub((prompt) => {
    const messages = readPromptList<{ message: number; content: string }>(prompt, 'Messages:\n');
    const stored = readPromptList<{ memory: number; text: string }>(prompt, 'Stored memories, by number:\n');
    const facts = messages.map(({ message, content }) => {
      const corrected = stored.find(({ text }) => text === corrections.get(content));
      const relation = corrected && {
        memory: corrected.memory,
        relation: 'supersedes',
        reason: 'The later one holds.',
      };
      return { text: content, message, confidence: 0.95, relations: relation ? [relation] : [] };
    });
    return JSON.stringify({ facts });
  });
}
