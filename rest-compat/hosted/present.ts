import { z } from 'zod';
import type { EntityRow } from '../../src/stores/entity/entity-store.js';
import type { EventRow } from '../../src/stores/event-store.js';
import type { MemoryHistoryRow } from '../../src/stores/memory/memory-history.js';
import type { MemoryRow } from '../../src/stores/memory/memory-row.js';
import { createWireForm, toSnakeCase } from '../../src/snake-case.js';

const text = z.string().nullable();
const time = z.string().describe('ISO 8601, UTC, milliseconds.');
const metadata = z.record(z.string(), z.unknown()).nullable();
const categories = z.array(z.string()).nullable();

const owners = {
  user_id: text,
  agent_id: text,
  app_id: text,
  run_id: text,
  session_id: text.describe('The same as run_id, by its older name.'),
};

export const StructuredAttributes = z
  .object({
    year: z.number(),
    month: z.number(),
    day: z.number(),
    hour: z.number(),
    minute: z.number(),
    day_of_week: z.string(),
    week_of_year: z.number(),
    day_of_year: z.number(),
    quarter: z.number(),
    is_weekend: z.boolean(),
  })
  .meta({ id: 'StructuredAttributes' });

export const Memory = z
  .object({
    id: z.uuid(),
    memory: z.string(),
    ...owners,
    metadata,
    categories,
    structured_attributes: StructuredAttributes,
    replaced_by: text,
    synthesized: z.boolean(),
    lifecycle_state: z.string(),
    immutable: z.boolean(),
    hash: z.string(),
    expiration_date: text,
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Memory' });

/** Names that the parameter `fields` of lists and searches accepts. */
export const memoryFieldNames: readonly string[] = [...Object.keys(Memory.shape), 'score'];

export const HistoryEntry = z
  .object({
    id: z.uuid(),
    memory_id: z.uuid(),
    input: z
      .array(z.unknown())
      .describe('Messages that the memory was extracted from. Empty for updates and deletions.'),
    old_memory: text,
    new_memory: text,
    ...owners,
    categories,
    event: z.string().meta({ enum: ['ADD', 'UPDATE', 'DELETE'] }),
    metadata,
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'HistoryEntry' });

export const Entity = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string().meta({ enum: ['user', 'agent', 'app', 'run'] }),
    owner: text,
    metadata: z.unknown(),
    total_memories: z.number(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Entity' });

export const Event = z
  .object({
    id: z.uuid(),
    event_type: z.string(),
    status: z.string().meta({ enum: ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED'] }),
    payload: z.unknown(),
    metadata: z.unknown(),
    results: z.unknown(),
    created_at: time,
    updated_at: time,
    started_at: time.nullable(),
    completed_at: time.nullable(),
    latency: z.number().nullable().describe('Milliseconds of work; null until it is over.'),
  })
  .meta({ id: 'Event' });

export function toHostedMemory(row: MemoryRow): z.infer<typeof Memory> {
  return {
    id: row.id,
    memory: row.text,
    ...toOwnerFields(row),
    metadata: row.metadata,
    categories: row.categories && [...row.categories],
    structured_attributes: toStructuredAttributes(row.createdAt),
    replaced_by: row.replacedBy,
    synthesized: row.synthesized,
    lifecycle_state: row.lifecycleState,
    immutable: row.immutable,
    hash: row.hash,
    expiration_date: row.expirationDate,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

const toHistoryEntry = createWireForm(HistoryEntry);

export function toHostedHistory(row: MemoryHistoryRow): z.infer<typeof HistoryEntry> {
  return toHistoryEntry({ ...row, input: toList(row.input), sessionId: row.runId });
}

/** Returns the stored messages of a change. Clients expect a list even if there are none. */
export function toList(input: unknown): unknown[] {
  return Array.isArray(input) ? input : [];
}

const toEntity = createWireForm(Entity);

/** Converts an entity to its wire form. `owner` is always null. */
export const toHostedEntity = (row: EntityRow) => toEntity({ ...row, owner: null });

const toEventForm = createWireForm(Event);

export function toEvent(row: EventRow): z.infer<typeof Event> {
  const { completedAt } = row;
  return toEventForm({
    ...row,
    eventType: row.type,
    // Clients know only four states. `error` reports the cancellation and the completed part.
    status: row.status === 'CANCELLED' ? 'FAILED' : row.status,
    payload: toEventPayload(row.payload),
    latency: completedAt && completedAt.getTime() - (row.startedAt ?? row.createdAt).getTime(),
  });
}

function toOwnerFields(row: Pick<MemoryRow, 'userId' | 'agentId' | 'appId' | 'runId'>) {
  return { user_id: row.userId, agent_id: row.agentId, app_id: row.appId, run_id: row.runId, session_id: row.runId };
}

// The payload is stored with internal names. Drops null values.
function toEventPayload(payload: EventRow['payload']): unknown {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return payload;
  const given = Object.entries(payload).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [toSnakeCase(name), value]));
}

const dayMs = 86_400_000;
const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Returns the calendar fields of a time in UTC, with the ISO 8601 week. */
export function toStructuredAttributes(at: Date): z.infer<typeof StructuredAttributes> {
  const [year, month, day, weekday] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCDay()];
  const dayOfYear = Math.floor((Date.UTC(year, month, day) - Date.UTC(year, 0, 1)) / dayMs) + 1;
  // A week belongs to the year of its Thursday.
  const thursday = new Date(Date.UTC(year, month, day + 4 - (weekday || 7)));
  const week = Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / dayMs / 7) + 1;
  return {
    year,
    month: month + 1,
    day,
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    day_of_week: dayNames[weekday] ?? '',
    week_of_year: week,
    day_of_year: dayOfYear,
    quarter: Math.floor(month / 3) + 1,
    is_weekend: weekday === 0 || weekday === 6,
  };
}
