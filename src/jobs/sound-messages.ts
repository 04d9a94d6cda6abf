import type { Services } from '../context.js';
import { extractFacts, type ExtractionSource } from '../resolvers/memory/extract-facts.js';
import type { Fact } from '../resolvers/memory/store-facts.js';

/** What can be had of messages some of which fail. */
export interface Sound {
  readonly facts: readonly Fact[];
  /** Numbers of the messages that failed, from 1. */
  readonly failed: readonly number[];
}

/** Takes messages one by one, where together they failed: a text that a model chokes on must not take the others with it. */
export async function soundMessages(services: Services, { scope, project, request }: ExtractionSource): Promise<Sound> {
  const facts: Fact[] = [];
  const failed: number[] = [];
  for (const [index, message] of request.messages.entries()) {
    try {
      const found = await extractFacts(services, { scope, project, request: { ...request, messages: [message] } });
      if (found.length > 0) await services.embedder?.embed(found.map(({ text }) => text));
      facts.push(...found);
    } catch (error) {
      services.log.warn({ err: error, message: index + 1 }, 'Nothing could be extracted from a message.');
      failed.push(index + 1);
    }
  }
  return { facts, failed };
}

const namedMax = 50;

/** A sentence on what is missing; null when nothing is. */
export function shortfallOf(failed: readonly number[], total: number): string | null {
  if (failed.length === 0) return null;
  const numbers = failed.slice(0, namedMax).join(', ');
  return `${failed.length} of ${total} messages could not be extracted: ${numbers}${failed.length > namedMax ? ' and more' : ''}.`;
}
