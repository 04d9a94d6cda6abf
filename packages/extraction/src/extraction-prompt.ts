import { getTimeZoneOffset } from '@memory-gateway/memory-engine';
import { loadPrompt, type LlmRequest } from '@memory-gateway/models';
import type { KnownMemory, ModelMessage, TextMessage } from './types.js';

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

const prompt = loadPrompt('extract-memories.v8');

/** Name and version of the prompt, as events keep it. */
export const EXTRACTION_PROMPT = prompt.id;

/** Texts of the examples, which a small model may give as facts. */
export const EXAMPLE_TEXTS: ReadonlySet<string> = new Set(
  Array.from(prompt.examples.matchAll(/"text": "([^"]+)"/gu), ([, text = '']) => text),
);

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
