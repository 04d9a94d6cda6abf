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
  readonly eventDate: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const fields = {
  id: (memory) => memory.id,
  memory: (memory) => memory.text,
  user_id: (memory) => memory.userId,
  agent_id: (memory) => memory.agentId,
  app_id: (memory) => memory.appId,
  run_id: (memory) => memory.runId,
  categories: (memory) => memory.categories,
  metadata: (memory) => memory.metadata,
  actor: (memory) => memory.actor,
  role: (memory) => memory.role,
  immutable: (memory) => memory.immutable,
  expiration_date: (memory) => memory.expirationDate,
  created_at: (memory) => memory.createdAt.toISOString(),
  updated_at: (memory) => memory.updatedAt.toISOString(),
  hash: (memory) => memory.hash,
  event_date: (memory) => memory.eventDate?.toISOString() ?? null,
} satisfies Readonly<Record<string, (memory: ExportableMemory) => Json>>;

export type ExportRecord = Readonly<Record<keyof typeof fields, Json>>;

/** Names of the columns, in order. */
export const exportFields: readonly string[] = Object.keys(fields);

/** Converts a memory to its export form. */
export function exportRecord(memory: ExportableMemory): ExportRecord {
  return Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(memory)])) as ExportRecord;
}
