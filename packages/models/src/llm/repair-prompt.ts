import { loadPrompt } from '../prompt.js';
import type { WrongAnswerError } from './answer.js';
import type { LlmRequest } from './types.js';

const repairPrompt = loadPrompt('repair-answer.v1');

/** Number of characters of the wrong answer to repeat. */
const answerMax = 8_000;

/** Builds a request that asks to correct an answer. */
export function createRepairRequest(request: LlmRequest, { answer: { text, faults } }: WrongAnswerError): LlmRequest {
  const { system, prompt } = request;
  // Providers reject half a surrogate pair.
  const answer = text.slice(0, answerMax).toWellFormed();
  return { ...request, ...repairPrompt.fill({ system, prompt, answer, faults: faults.join(' ') }) };
}
