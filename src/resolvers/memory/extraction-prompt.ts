import { z } from 'zod';
import { loadPrompt } from '../../prompts/prompt.js';
import type { LlmRequest } from '../../providers/llm/types.js';
import type { KnownMemory } from './known-memories.js';
import type { TextMessage } from './messages.js';
import type { ModelMessage } from './model-messages.js';

export interface ExtractionWishes {
  /** Time of the conversation: what "yesterday" refers to. */
  readonly day: Date;
  /** Instructions of the request, else the project, else the installation. */
  readonly customInstructions: string | null;
  readonly includes: string | null;
  readonly excludes: string | null;
  /** Whether the memories belong to an agent. Then the agent's own actions count as facts. */
  readonly isForAgent: boolean;
  /** Stored memories of the same owner, which the model refers to by number from 1. */
  readonly known: readonly KnownMemory[];
  /** Preceding messages, for context only. */
  readonly earlier: readonly TextMessage[];
}

/** Effect of a fact on a stored memory. */
const Relation = z.object({
  memory: z.number().int(),
  relation: z.enum(['same', 'refines', 'supersedes', 'contradicts']),
  reason: z.string(),
});

/** Accepts missing fields, because models without schema support omit some. */
const lenient = <T>(schema: z.ZodType<T>, missing: T) => z.preprocess((value) => value ?? missing, schema);

const ExtractedFact = z.object({
  text: z.string(),
  message: z.number().int(),
  event_date: lenient(z.string().nullable(), null),
  confidence: lenient(z.number().nullable(), null),
  relations: lenient(z.array(Relation), []),
});

/** Model output: texts with the number of their message and their effect on stored memories. */
export const ExtractedFacts = z.object({ facts: z.array(ExtractedFact) });

const prompt = loadPrompt('extract-memories.v4');

/** Name and version of the prompt, as events keep it. */
export const EXTRACTION_PROMPT = prompt.id;

type PromptMessage = TextMessage & Partial<Pick<ModelMessage, 'files'>>;

/** Builds the request for one extraction. Messages are numbered from 1. */
export function extractionRequest(messages: readonly PromptMessage[], wishes: ExtractionWishes): LlmRequest {
  const { day, customInstructions, includes, excludes, isForAgent, known, earlier } = wishes;
  const numbered = messages.map((message, index) => ({ message: index + 1, ...toPromptMessage(message) }));
  const memories = known.map(({ text }, index) => ({ memory: index + 1, text }));
  const files = messages.flatMap(({ files: ofMessage = [] }, index) =>
    ofMessage.map((file) => ({ ...file, title: `File of message ${index + 1}:` })),
  );
  const filled = prompt.fill({
    isForAgent: isForAgent ? 'yes' : null,
    includes,
    excludes,
    instructions: customInstructions,
    time: `${day.toISOString().slice(0, 16)}Z (${weekdays[day.getUTCDay()] ?? ''}, UTC)`,
    known: toList(memories),
    earlier: toList(earlier.map(toPromptMessage)),
    messages: JSON.stringify(numbered, null, 1),
  });
  return files.length === 0 ? filled : { ...filled, files };
}

function toPromptMessage({ role, name, content }: TextMessage) {
  return name === null ? { role, content } : { role, name, content };
}

function toList(items: readonly object[]): string | null {
  return items.length === 0 ? null : JSON.stringify(items, null, 1);
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
