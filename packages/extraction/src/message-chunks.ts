import type { ModelMessage, TextMessage } from './types.js';

/** Limits of one model request. Longer conversations are split into overlapping chunks. */
const chunkMessages = 40;
const chunkLength = 24_000;
const overlapMessages = 4;

/** Messages of one model request, and those before them. */
export interface Chunk {
  readonly messages: readonly ModelMessage[];
  readonly earlier: readonly TextMessage[];
}

/** Splits a conversation into overlapping chunks. `before`: the messages of earlier requests in the same conversation. */
export function toChunks(messages: readonly ModelMessage[], before: readonly TextMessage[]): Chunk[] {
  const chunks: Chunk[] = [];
  let start = 0;
  while (start < messages.length) {
    let end = start;
    let length = 0;
    while (end < messages.length && end - start < chunkMessages && (end === start || length < chunkLength)) {
      length += messages[end]?.content.length ?? 0;
      end += 1;
    }
    chunks.push({
      messages: messages.slice(start, end),
      earlier: start === 0 ? before : messages.slice(Math.max(0, start - overlapMessages), start),
    });
    start = end;
  }
  return chunks;
}

/** Shortest text that is halved again. */
const halvedMin = 2_000;

/** Returns the halves, without the messages before them. None if nothing is left to leave out. */
export function halve({ messages, earlier }: Chunk): Chunk[] {
  const [only, ...others] = messages;
  const middle = Math.ceil(messages.length / 2);
  if (others.length > 0)
    return [messages.slice(0, middle), messages.slice(middle)].map((half) => ({ messages: half, earlier: [] }));
  if (!only || only.content.length < halvedMin) return earlier.length > 0 ? [{ messages, earlier: [] }] : [];
  const half = Math.ceil(only.content.length / 2);
  const parts = [only.content.slice(0, half), only.content.slice(half)];
  return parts.map((content) => ({ messages: [{ ...only, content }], earlier: [] }));
}
