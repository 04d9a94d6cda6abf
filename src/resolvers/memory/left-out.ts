import { findLeftOut, type Json, type LeftOutReason, runInSlices } from '@memory-gateway/memory-engine';
import type { EventRow } from '../../stores/event-store.js';
import type { AddRequest } from './add-input.js';
import { describeContent } from './attachment-checks.js';
import type { Fact } from './fact-claims.js';

/** Part of a request that became no memory. */
export interface LeftOutMessage {
  /** Number of the message, from 1. */
  readonly message: number;
  readonly reason: LeftOutReason | 'FAILED';
}

/** What an extraction left out, as its event keeps it. */
export interface Omissions {
  readonly leftOut: readonly LeftOutMessage[];
  /** Sentences of the instructions that had no effect, because rules cannot follow them. */
  readonly ignoredInstructions: readonly string[];
}

/** Lists the messages of which an extraction left something out, without their texts. */
export async function listLeftOut(
  { messages, includes, excludes }: Pick<AddRequest, 'messages' | 'includes' | 'excludes'>,
  { facts, failed }: { facts: readonly Fact[]; failed: readonly number[] },
): Promise<LeftOutMessage[]> {
  const unused = new Set(findUnusedMessages(messages, facts));
  const used = new Set([...messages.keys()].filter((index) => !unused.has(index + 1)));
  const found = await runInSlices(findLeftOut(messages, { includes, excludes, used }));
  const failures = failed.map((message) => ({ message, reason: 'FAILED' as const }));
  const isFailed = new Set(failed);
  return [...failures, ...found.filter(({ message }) => !isFailed.has(message))].sort((a, b) => a.message - b.message);
}

/** Returns the numbers, from 1, of the messages that no fact was extracted from. */
export function findUnusedMessages(messages: AddRequest['messages'], facts: readonly Fact[]): number[] {
  const used = new Set(facts.flatMap(({ input }) => input.map(({ content }) => content)));
  return messages.flatMap((message, index) => (used.has(describeContent(message)) ? [] : [index + 1]));
}

/** Converts omissions to the metadata of an event. Null if nothing was left out. */
export function toEventMetadata({ leftOut, ignoredInstructions }: Omissions): Json | null {
  if (leftOut.length === 0 && ignoredInstructions.length === 0) return null;
  return {
    ...(leftOut.length > 0 && { left_out: leftOut.map(({ message, reason }) => ({ message, reason })) }),
    ...(ignoredInstructions.length > 0 && { ignored_instructions: [...ignoredInstructions] }),
  };
}

export function readOmissions({ metadata }: Pick<EventRow, 'metadata'>): Omissions {
  const { left_out: leftOut, ignored_instructions: ignored } = (metadata ?? {}) as {
    readonly left_out?: readonly LeftOutMessage[];
    readonly ignored_instructions?: readonly string[];
  };
  return { leftOut: leftOut ?? [], ignoredInstructions: ignored ?? [] };
}
