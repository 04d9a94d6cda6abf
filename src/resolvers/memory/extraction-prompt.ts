import { z } from 'zod';
import { getTimeZoneOffset } from '@memory-gateway/memory-engine';
import { loadPrompt, type LlmRequest } from '@memory-gateway/models';
import type { KnownMemory } from './known-memories.js';
import type { TextMessage } from './messages.js';
import type { ModelMessage } from './model-messages.js';

export interface ExtractionWishes {
  /** Time of the conversation: what "yesterday" refers to in messages without a time of their own. */
  readonly day: Date;
  readonly timeZone: string;
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

/** Reads `"3"`, `"message 3"` and `"90 %"` as numbers. Models without schema support write such things. */
function toNumber(value: unknown): unknown {
  const found = typeof value === 'string' ? /^\D*?(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(value) : null;
  return found ? Number(found[1]) / (found[2] ? 100 : 1) : value;
}

const effects = ['same', 'refines', 'supersedes', 'contradicts'] as const;

/** Reads `Superseded` and `contradiction` as the effects that they mean. */
function toEffect(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return effects.find((effect) => value.trim().toLowerCase().startsWith(effect.slice(0, 6))) ?? value;
}

const wholeNumber = z.preprocess(toNumber, z.number().int());
/** Missing, or something else: null. */
const optionalNumber = z.preprocess((value) => {
  const number = toNumber(value);
  return typeof number === 'number' ? number : null;
}, z.number().nullable());
const optionalText = z.preprocess((value) => (typeof value === 'string' ? value : null), z.string().nullable());

/** Returns the items of a list that have this form. */
const usableIn = (value: unknown, item: z.ZodType): unknown[] =>
  Array.isArray(value) ? value.filter((each) => item.safeParse(each).success) : [];

/** Effect of a fact on a stored memory. */
const Relation = z.object({
  memory: wholeNumber,
  relation: z.preprocess(toEffect, z.enum(effects)),
  confidence: optionalNumber,
  reason: optionalText,
});

const ExtractedFact = z.object({
  text: z.string(),
  message: wholeNumber,
  event_date: optionalText,
  confidence: optionalNumber,
  relations: z.preprocess((value) => usableIn(value, Relation), z.array(Relation)),
});

/**
 * Model output: texts with the number of their message and their effect on stored memories. Each fact is read alone, so that a
 * wrong one does not cost the others. If none can be read, the output is wrong.
 */
export const ExtractedFacts = z.object({
  facts: z.preprocess((value) => {
    const usable = usableIn(value, ExtractedFact);
    return usable.length > 0 ? usable : value;
  }, z.array(ExtractedFact)),
});

/** A fact as a model gave it. */
export type ModelFact = z.infer<typeof ExtractedFacts>['facts'][number];

const prompt = loadPrompt('extract-memories.v7');

/** Name and version of the prompt, as events keep it. */
export const EXTRACTION_PROMPT = prompt.id;

type PromptMessage = TextMessage & Partial<Pick<ModelMessage, 'files'>>;

/** Builds the request for one extraction. Messages are numbered from 1. */
export function extractionRequest(messages: readonly PromptMessage[], wishes: ExtractionWishes): LlmRequest {
  const { day, timeZone, customInstructions, includes, excludes, isForAgent, known, earlier } = wishes;
  const numbered = messages.map((message, index) => ({ message: index + 1, ...toPromptMessage(message, timeZone) }));
  const memories = known.map(({ text, createdAt }, index) => ({
    memory: index + 1,
    date: createdAt.toISOString().slice(0, 10),
    text,
  }));
  const files = messages.flatMap(({ files: ofMessage = [] }, index) =>
    ofMessage.map((file) => ({ ...file, title: `File of message ${index + 1}:` })),
  );
  const filled = prompt.fill({
    isForAgent: isForAgent ? 'yes' : null,
    includes,
    excludes,
    instructions: customInstructions,
    time: formatTime(day, timeZone),
    known: toList(memories),
    earlier: toList(earlier.map((message) => toPromptMessage(message, timeZone))),
    messages: JSON.stringify(numbered, null, 1),
  });
  return files.length === 0 ? filled : { ...filled, files };
}

function toPromptMessage({ role, name, content, timestamp }: TextMessage, timeZone: string) {
  const time = timestamp === undefined ? {} : { time: formatTime(new Date(timestamp), timeZone) };
  return name === null ? { ...time, role, content } : { ...time, role, name, content };
}

/** Formats a time with its offset, weekday and zone: `2026-03-04T10:30+01:00 (Wednesday, Europe/Berlin)`. */
function formatTime(at: Date, timeZone: string): string {
  const offset = getTimeZoneOffset(timeZone, at.getTime());
  const local = new Date(at.getTime() + offset);
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const suffix =
    minutes === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${local.toISOString().slice(0, 16)}${suffix} (${weekdays[local.getUTCDay()] ?? ''}, ${timeZone})`;
}

function toList(items: readonly object[]): string | null {
  return items.length === 0 ? null : JSON.stringify(items, null, 1);
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
