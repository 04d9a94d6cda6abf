import type { WebhookChange } from '../../webhooks/payload.js';
import type { EntityType } from '../../stores/entity/entity-store.js';
import type { NewMemory } from '../../stores/memory/memory-row.js';
import type { EntityIds } from '../../stores/memory/memory-row.js';
import type { SourceMessage } from './fact-claims.js';

/** Returns what webhooks hear about a new memory. */
export function changesOf({ id, text, categories }: NewMemory): WebhookChange[] {
  const added = { type: 'memory_add', memoryId: id, memory: text } as const;
  return !categories || categories.length === 0
    ? [added]
    : [added, { type: 'memory_categorize', memoryId: id, categories }];
}

export function entitiesOf(ids: EntityIds): { type: EntityType; name: string }[] {
  const given: [EntityType, string | null][] = [
    ['user', ids.userId],
    ['agent', ids.agentId],
    ['app', ids.appId],
    ['run', ids.runId],
  ];
  return given.flatMap(([type, name]) => (name === null ? [] : [{ type, name }]));
}

/** Longest message that the history of a memory keeps whole, and the characters around the memory that it keeps of a longer one. */
const [wholeMax, partLength] = [4_000, 2_000];
/** Characters at the end of a fact: its beginning may be the words of another sentence, and a line break may be in it. */
const tailLengths = [30, 15];

/**
 * Returns a message as the history of a memory keeps it. Of a long one, it keeps the part around the memory, because hundreds of memories may
 * come from one message. A memory that is about as long as its message keeps it whole.
 */
export function toSourcePart(message: SourceMessage, memory: string): SourceMessage {
  const { content } = message;
  if (content.length <= Math.max(wholeMax, 2 * memory.length)) return message;
  const parts = [memory, ...tailLengths.map((length) => memory.slice(-length))];
  const at = parts.map((part) => content.indexOf(part)).find((place) => place >= 0) ?? 0;
  const from = Math.max(0, Math.min(at - partLength / 2, content.length - partLength));
  const to = from + partLength;
  // Half of a surrogate pair could not be stored.
  const part = content.slice(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return { ...message, content: `${from > 0 ? '…' : ''}${part}${to < content.length ? '…' : ''}` };
}
