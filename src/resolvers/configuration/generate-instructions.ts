import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { loadPrompt } from '@memory-gateway/models';
import { z } from 'zod';
import { collectFieldErrors, findTextError } from '../../validate.js';

export interface ProposedInstructions {
  readonly customInstructions: string;
  readonly testMessage: string;
}

const Proposal = z.object({ instructions: z.string().min(1), test_message: z.string() });

const useCaseMax = 4_000;
const defaultTestMessage = 'My name is Ada. I live in Lisbon, I work as a marine biologist, and I never eat fish.';

const prompt = loadPrompt('propose-instructions.v1');

/** Suggests instructions for a use case with the language model, or from a template. @throws UpstreamFailedError */
export async function generateInstructions(ctx: AppContext, input: { useCase: string }): Promise<ProposedInstructions> {
  requireCaller(ctx);
  const found = collectFieldErrors();
  const useCase = input.useCase.trim();
  if (useCase === '') found.add('useCase', 'must not be blank.');
  found.add('useCase', findTextError(useCase, useCaseMax));
  found.throwIfAny();
  const llm = ctx.llm();
  if (!llm) return { customInstructions: pattern(useCase), testMessage: defaultTestMessage };
  const { instructions, test_message: message } = await llm.generateObject(
    prompt.fill({ useCase: JSON.stringify(useCase) }),
    Proposal,
  );
  return { customInstructions: instructions.trim(), testMessage: message.trim() || defaultTestMessage };
}

function pattern(useCase: string): string {
  return [
    `- Keep what helps with this: ${useCase.replace(/\s+/gu, ' ')}`,
    '- Keep names, preferences, plans, decisions and dates that matter for it.',
    '- Leave out greetings, small talk, and what only matters at this moment.',
    '- Leave out passwords, card numbers and other secrets.',
  ].join('\n');
}
