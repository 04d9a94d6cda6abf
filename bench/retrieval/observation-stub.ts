import type { Conversation } from '../../scripts/lib/conversation.js';
import { readPromptList, startModelStub, type ModelStub } from '../model-stub.js';

interface PromptMessage {
  readonly message: number;
  readonly name?: string;
  readonly content: string;
}

/** Starts a language model that extracts the facts of the data set: those whose first turn is among the messages. */
export function startObservationStub(conversations: readonly Conversation[]): Promise<ModelStub> {
  const facts = new Map<string, string[]>();
  for (const { turns, observations } of conversations) {
    const byId = new Map(turns.map((turn) => [turn.id, turn]));
    for (const { text, evidence } of observations) {
      const turn = byId.get(evidence[0] ?? '');
      if (!turn) continue;
      const key = toKey(turn.speaker, turn.text);
      facts.set(key, [...(facts.get(key) ?? []), text]);
    }
  }
  return startModelStub((prompt) => {
    const messages = readPromptList<PromptMessage>(prompt, 'Messages:\n');
    const found = messages.flatMap(({ message, name = '', content }) =>
      (facts.get(toKey(name, content)) ?? []).map((text) => ({ text, message, confidence: 0.9, relations: [] })),
    );
    return JSON.stringify({ facts: found });
  });
}

function toKey(speaker: string, text: string): string {
  return `${speaker}\u0000${text}`;
}
