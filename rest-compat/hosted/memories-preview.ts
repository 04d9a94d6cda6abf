import { z } from 'zod';
import type { MemoryPreview } from '../../src/resolvers/memory/preview-memories.js';

const Outdated = z.object({
  id: z.uuid().describe('ID of the older memory.'),
  memory: z.string().describe('Text of the older memory.'),
  probability: z.number().describe('Probability from 0 to 1 that the new memory makes the older memory outdated.'),
  relation: z.string().describe('SUPERSEDES: the new memory contradicts it. MERGES: the new memory includes it.'),
  reason: z.string().nullable().describe('Reason that the language model gave. Null for built-in rules.'),
});

export const Previewed = z.object({
  message: z.string(),
  status: z.literal('DRY_RUN'),
  results: z.array(
    z.object({
      memory: z.string(),
      event: z.string(),
      id: z.uuid().nullable().describe('The stored memory that holds the same text. Null if there is none.'),
      categories: z.array(z.string()),
      outdates: z.array(Outdated).describe('Stored memories that the new memory would make outdated.'),
    }),
  ),
  unused_messages: z.array(z.number()).describe('Numbers of the messages that no memory comes from, from 1.'),
  redacted_messages: z.array(z.number()).describe('Numbers of the messages that a secret was removed from, from 1.'),
});

/** Converts the result of a dry run to its wire form. */
export function toPreviewResponse(found: MemoryPreview): z.infer<typeof Previewed> {
  const results = found.memories.map(({ text, event, existingMemoryId, categories, outdates }) => ({
    memory: text,
    event,
    id: existingMemoryId,
    categories: [...categories],
    outdates: outdates.map(({ memoryId, text: older, probability, relation, reason }) => ({
      id: memoryId,
      memory: older,
      probability,
      relation,
      reason,
    })),
  }));
  return {
    message: 'Dry run: nothing was stored',
    status: 'DRY_RUN',
    results,
    unused_messages: [...found.unusedMessages],
    redacted_messages: [...found.redactedMessages],
  };
}
