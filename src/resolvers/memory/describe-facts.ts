import type { WebhookChange } from '../../webhooks/payload.js';
import type { EntityType } from '../../stores/entity/entity-store.js';
import type { NewMemory } from '../../stores/memory/memory-row.js';
import type { EntityIds } from '../../stores/memory/memory-row.js';

/** Returns what webhooks hear about a new memory. */
export function changesOf({ id, text, categories }: NewMemory): WebhookChange[] {
  const added = { type: 'memory_add', memoryId: id, memory: text } as const;
  return !categories || categories.length === 0
    ? [added]
    : [added, { type: 'memory_categorize', memoryId: id, categories }];
}

/** Returns the entities that own a fact. */
export function entitiesOf(ids: EntityIds): { type: EntityType; name: string }[] {
  const given: [EntityType, string | null][] = [
    ['user', ids.userId],
    ['agent', ids.agentId],
    ['app', ids.appId],
    ['run', ids.runId],
  ];
  return given.flatMap(([type, name]) => (name === null ? [] : [{ type, name }]));
}
