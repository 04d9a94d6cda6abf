import type { Json } from '../filter/filter-values.js';

export interface ExportableMemory {
  readonly id: string;
  readonly text: string;
  readonly userId: string | null;
  readonly agentId: string | null;
  readonly appId: string | null;
  readonly runId: string | null;
  readonly metadata: Readonly<Record<string, Json>> | null;
  readonly categories: readonly string[] | null;
  readonly actor: string | null;
  readonly role: string | null;
  readonly hash: string;
  readonly immutable: boolean;
  readonly expirationDate: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type ExportRecord = Readonly<Record<(typeof exportFields)[number], Json>>;

export const exportFields = [
  ...([
    'id',
    'memory',
    'user_id',
    'agent_id',
    'app_id',
    'run_id',
    'categories',
    'metadata',
    'actor',
    'role',
    'immutable',
  ] as const),
  ...(['expiration_date', 'created_at', 'updated_at', 'hash'] as const),
] as const;

/** Converts a memory to its export form. */
export function exportRecord(memory: ExportableMemory): ExportRecord {
  return {
    id: memory.id,
    memory: memory.text,
    user_id: memory.userId,
    agent_id: memory.agentId,
    app_id: memory.appId,
    run_id: memory.runId,
    categories: memory.categories,
    metadata: memory.metadata,
    actor: memory.actor,
    role: memory.role,
    immutable: memory.immutable,
    expiration_date: memory.expirationDate,
    created_at: memory.createdAt.toISOString(),
    updated_at: memory.updatedAt.toISOString(),
    hash: memory.hash,
  };
}
