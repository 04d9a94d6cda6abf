import { createWireForm } from '../../src/snake-case.js';
import type { MemoryOwnerRow } from '../../src/stores/entity/entity-store.js';
import type { MemoryHistoryRow } from '../../src/stores/memory/memory-history.js';
import type { MemoryRow } from '../../src/stores/memory/memory-row.js';
import type { RequestLogRow } from '../../src/stores/request-log/request-log-entry.js';
import { ApiKey, Entity, Invitation, RequestLogEntry, User } from './schemas.js';

/** Converts a user to its wire form, without secrets. */
export const toUser = createWireForm(User);

/** Converts an API key to its wire form. The last fields do not exist in the original API. */
export const toApiKey = createWireForm(ApiKey);

export const toInvitation = createWireForm(Invitation);

/** Converts a memory to its wire form for reads by id, owner and search, without null fields. */
export function toSelfHostedMemory(row: MemoryRow) {
  return {
    id: row.id,
    memory: row.text,
    hash: row.hash,
    metadata: row.metadata,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...set({ user_id: row.userId, agent_id: row.agentId, app_id: row.appId, run_id: row.runId }),
    ...set({ actor_id: row.actor, role: row.role, expiration_date: row.expirationDate }),
  };
}

/** Converts a memory to its wire form for the unfiltered list: all fields, and metadata always an object. */
export function toSelfHostedListedMemory(row: MemoryRow) {
  return {
    id: row.id,
    memory: row.text,
    user_id: row.userId,
    agent_id: row.agentId,
    run_id: row.runId,
    app_id: row.appId,
    hash: row.hash,
    expiration_date: row.expirationDate,
    metadata: row.metadata ?? {},
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Returns the columns of a table that prints each value as it is: the original dashboard would show "null" or "undefined". */
export const toCells = ({ userId, agentId }: MemoryRow) => ({ user_id: userId ?? '', agent_id: agentId ?? '' });

/**
 * Converts the changes of a memory, oldest first. `created_at` is the memory's creation, `updated_at` the change.
 * @param memory null if the memory was deleted
 */
export function toSelfHostedHistory(rows: readonly MemoryHistoryRow[], memory: MemoryRow | null) {
  // For a deleted memory, only the time of its addition is known, not a backdated creation time.
  const created_at = (memory ?? rows[0])?.createdAt.toISOString() ?? null;
  return rows.map((row) => ({
    id: row.id,
    memory_id: row.memoryId,
    old_memory: row.oldMemory,
    new_memory: row.newMemory,
    event: row.event,
    created_at,
    updated_at: row.event === 'ADD' ? null : row.createdAt.toISOString(),
    is_deleted: row.event === 'DELETE',
    actor_id: null,
    role: null,
  }));
}

const toEntity = createWireForm(Entity);

/** Converts a user, agent or run to its wire form. */
export const toSelfHostedEntity = (row: MemoryOwnerRow) => toEntity({ ...row, id: row.name });

const toLogEntry = createWireForm(RequestLogEntry);

/** Converts a request log row to its wire form. The last fields do not exist in the original API. */
export const toRequest = (row: RequestLogRow) => toLogEntry({ ...row, id: String(row.id) });

function set(values: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null));
}
