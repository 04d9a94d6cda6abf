import type { AppContext } from '../../context.js';
import { ValidationError } from '../../errors.js';
import { isInline, type TextMessage } from '@memory-gateway/extraction';

/**
 * Refuses attachments that cannot be read: without a language model, or from an address that this server may not call.
 * @throws ValidationError
 */
export async function assertAttachmentsReadable(ctx: AppContext, messages: readonly TextMessage[]): Promise<void> {
  const all = messages.flatMap(({ role, attachments = [] }, index) =>
    role === 'system' ? [] : attachments.map(({ kind, url }) => ({ kind, url, place: `Message ${index + 1}` })),
  );
  if (all.length === 0) return;
  if (!ctx.llm()) assertNoAttachments(messages);
  const problems = await Promise.all(
    all.map(async ({ kind, url, place }) => {
      if (isInline({ kind, url })) return [];
      const problem = await ctx.outbound.checkUrl(url);
      return problem === null ? [] : [`${place}: The URL of the attachment ${kind} is refused: it ${problem}`];
    }),
  );
  const found = problems.flat().slice(0, 10);
  if (found.length > 0) throw new ValidationError({ messages: found });
}

/** Refuses every attachment, for extraction by rules. @throws ValidationError */
export function assertNoAttachments(messages: readonly TextMessage[]): void {
  const index = messages.findIndex(({ attachments = [] }) => attachments.length > 0);
  const kind = messages[index]?.attachments?.[0]?.kind;
  if (!kind) return;
  const problem = `Message ${index + 1}: The attachment ${kind} needs a language model, and this server has none configured.`;
  throw new ValidationError({ messages: [problem] });
}

/** The content of a message as history keeps it: its text, and each attachment by its address. */
export function describeContent({ content, attachments = [] }: TextMessage): string {
  const lines = attachments.map(
    (attachment) => `[${attachment.kind}${isInline(attachment) ? '' : ` ${attachment.url}`}]`,
  );
  return [...(content === '' ? [] : [content]), ...lines].join('\n');
}
