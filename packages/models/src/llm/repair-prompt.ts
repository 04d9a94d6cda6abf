import { NoObjectGeneratedError } from 'ai';
import type { z } from 'zod';
import { loadPrompt } from '../prompt.js';
import { parseLooseJson } from './loose-json.js';
import type { LlmRequest } from './types.js';

const repairPrompt = loadPrompt('repair-answer.v1');

/** Number of errors to list, and characters of the wrong response to repeat. */
const [faultsMax, answerMax] = [5, 8_000];

/** Builds a request that asks to correct a response. @returns null unless the shape of the response was wrong */
export function createRepairRequest(
  request: LlmRequest,
  { error, schema }: { error: unknown; schema: z.ZodType<unknown> },
): LlmRequest | null {
  if (!NoObjectGeneratedError.isInstance(error) || !error.text) return null;
  const { system, prompt } = request;
  // Providers reject half a surrogate pair.
  const answer = error.text.slice(0, answerMax).toWellFormed();
  const faults = findFaults(error.text, schema).join(' ');
  return { ...request, ...repairPrompt.fill({ system, prompt, answer, faults }) };
}

function findFaults(text: string, schema: z.ZodType<unknown>): string[] {
  const json = parseLooseJson(text);
  if (json === undefined) return ['The answer is not JSON.'];
  const found = schema.safeParse(json);
  if (found.success) return ['The answer is not JSON alone.'];
  return found.error.issues
    .slice(0, faultsMax)
    .map(({ path, message }) => `${path.length === 0 ? 'The answer' : path.join('.')}: ${message}.`);
}
