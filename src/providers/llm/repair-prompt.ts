import { NoObjectGeneratedError } from 'ai';
import type { z } from 'zod';
import { parseLooseJson } from './loose-json.js';

/** Number of errors to list, and characters of the wrong response to repeat. */
const [faultsMax, answerMax] = [5, 8_000];

/** Creates a prompt that asks to correct a response. @returns null unless the shape of the response was wrong */
export function createRepairPrompt(
  prompt: string,
  { error, schema }: { error: unknown; schema: z.ZodType<unknown> },
): string | null {
  if (!NoObjectGeneratedError.isInstance(error) || !error.text) return null;
  const faults = findFaults(error.text, schema);
  return [
    prompt,
    'You have answered this before, and the answer could not be read. Your answer was:',
    error.text.slice(0, answerMax),
    `What is wrong with it: ${faults.join(' ')}`,
    'Answer again, with JSON alone and in the form that was asked for.',
  ].join('\n\n');
}

function findFaults(text: string, schema: z.ZodType<unknown>): string[] {
  const json = parseLooseJson(text);
  if (json === undefined) return ['It is not JSON.'];
  const found = schema.safeParse(json);
  if (found.success) return ['It is not JSON alone.'];
  return found.error.issues
    .slice(0, faultsMax)
    .map(({ path, message }) => `${path.length === 0 ? 'The answer' : path.join('.')}: ${message}.`);
}
