import type { Services } from '../context.js';
import { extractFacts, type ExtractionSource } from '../resolvers/memory/extract-facts.js';
import type { Fact } from '../resolvers/memory/fact-claims.js';

/** Facts of a batch in which some messages failed. */
export interface PartialExtraction {
  readonly facts: readonly Fact[];
  /** 1-based positions of the messages that failed. */
  readonly failed: readonly number[];
}

/** Retries one message at a time, so that one failing message does not discard the others. */
export async function extractEachMessage(
  services: Services,
  { scope, project, request, signal }: ExtractionSource,
): Promise<PartialExtraction> {
  const facts: Fact[] = [];
  const failed: number[] = [];
  for (const [index, message] of request.messages.entries()) {
    try {
      const one = { ...request, messages: [message] };
      const found = await extractFacts(services, { scope, project, request: one, signal });
      const texts = found.map(({ text }) => text);
      if (found.length > 0) await services.embedder?.embed(texts, { signal });
      facts.push(...found);
    } catch (error) {
      signal?.throwIfAborted();
      services.log.warn({ err: error, message: index + 1 }, 'Extracting a message failed; its facts are missing.');
      failed.push(index + 1);
    }
  }
  return { facts, failed };
}

const namedMax = 50;

/** Describes the failed messages in one sentence. Null if none failed. */
export function describeFailedMessages(failed: readonly number[], total: number): string | null {
  if (failed.length === 0) return null;
  const numbers = failed.slice(0, namedMax).join(', ');
  return `${failed.length} of ${total} messages could not be extracted: ${numbers}${failed.length > namedMax ? ' and more' : ''}.`;
}
