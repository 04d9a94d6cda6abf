import { EXAMPLE_TEXTS } from './extraction-prompt.js';
import { ExtractedFacts, UNKNOWN_MESSAGE, type ModelFact } from './model-facts.js';
import type { ModelMessage } from './types.js';
import { countSharedWords } from './shared-words.js';

/** Number of characters that a fact may have more than the longest message. A model that repeats itself writes more. */
const extraMax = 1_000;

/** Whether a fact can be from the messages: it is none of the examples of the prompt, and not much longer than the messages. */
export function isFrom(messages: readonly ModelMessage[], { text }: Pick<ModelFact, 'text'>): boolean {
  if (text.length > extraMax + Math.max(...messages.map(({ content }) => content.length))) return false;
  return !EXAMPLE_TEXTS.has(text.trim()) || messages.some(({ content }) => countSharedWords(text, content) > 0);
}

/** Model output that has a fact from the messages, or none at all. */
export function factsFrom(messages: readonly ModelMessage[]) {
  return ExtractedFacts.refine(({ facts }) => facts.length === 0 || facts.some((fact) => isFrom(messages, fact)), {
    path: ['facts'],
    message: 'are not from the messages',
  });
}

/** Finds the message that a fact cites. If it cites none, the one with most of its words, unless that leaves open who said it. */
export function findSource(messages: readonly ModelMessage[], { text, message }: ModelFact): ModelMessage | undefined {
  if (message !== UNKNOWN_MESSAGE) return messages[message - 1];
  const shared = messages.map(({ content }) => countSharedWords(text, content));
  const most = Math.max(...shared);
  const isOneSpeaker = new Set(messages.map(({ role, name }) => `${role} ${name}`)).size === 1;
  return most > 0 || isOneSpeaker ? messages[shared.indexOf(most)] : undefined;
}
