import type { AddMemoriesInput, AddRequest } from './add-input.js';

const ofExtraction = ['customInstructions', 'agentCustomInstructions', 'includes', 'excludes', 'timezone'] as const;

/**
 * Returns the options of an add that have no effect on it: those of the extraction and attachments with `infer: false`,
 * and the agent's instructions without an agent.
 */
export function findIgnoredOptions(input: AddMemoriesInput, request: AddRequest): string[] {
  const isGiven = (name: (typeof ofExtraction)[number]) => Boolean(input[name]?.trim());
  if (!request.infer) return [...ofExtraction.filter(isGiven), ...(hasAttachments(input) ? ['attachments'] : [])];
  return isGiven('agentCustomInstructions') && request.agentId === null ? ['agentCustomInstructions'] : [];
}

function hasAttachments({ messages }: AddMemoriesInput): boolean {
  const isFile = (part: unknown) =>
    typeof part === 'object' && part !== null && 'type' in part && String(part.type).endsWith('_url');
  return messages.some(
    ({ content, attachments }) => (attachments?.length ?? 0) > 0 || [content].flat().some((part) => isFile(part)),
  );
}
