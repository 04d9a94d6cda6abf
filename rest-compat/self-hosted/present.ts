import type { ApiKeyRow } from '../../src/stores/api-key-store.js';
import type { MemoryOwnerRow } from '../../src/stores/entity/entity-store.js';
import type { MemoryHistoryRow } from '../../src/stores/memory/memory-history.js';
import type { MemoryRow } from '../../src/stores/memory/memory-row.js';
import type { RequestLogRow } from '../../src/stores/request-log/request-log-entry.js';
import type { UserRow } from '../../src/stores/user-store.js';

/** Converts a user to its wire form, without secrets. */
export function toUser({ id, name, email, role, createdAt }: UserRow) {
  return { id, name, email, role, created_at: createdAt.toISOString() };
}

/** Converts an API key to its wire form. The last fields do not exist in the original API. */
export function toApiKey(row: ApiKeyRow) {
  const { id, label, keyPrefix, createdAt, lastUsedAt, projectId, readOnly, expiresAt } = row;
  const times = { created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null };
  return {
    id,
    label,
    key_prefix: keyPrefix,
    ...times,
    project_id: projectId,
    read_only: readOnly,
    expires_at: expiresAt?.toISOString() ?? null,
  };
}

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

/** Converts a user, agent or run to its wire form. */
export function toSelfHostedEntity({ name, type, totalMemories, createdAt, updatedAt }: MemoryOwnerRow) {
  return {
    id: name,
    type,
    total_memories: totalMemories,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

/** Converts a request log row to its wire form. The last fields do not exist in the original API. */
export function toRequest(row: RequestLogRow) {
  const { id, method, path, statusCode, latencyMs, authType, createdAt } = row;
  const known = {
    id: String(id),
    method,
    path,
    status_code: statusCode,
    latency_ms: latencyMs,
    auth_type: authType,
    created_at: createdAt.toISOString(),
  };
  const { operation, userId, keyPrefix, projectId, requestId, client } = row;
  return {
    ...known,
    operation,
    user_id: userId,
    key_prefix: keyPrefix,
    project_id: projectId,
    request_id: requestId,
    client,
  };
}

function set(values: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null));
}
