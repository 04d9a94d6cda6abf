import type { Json } from '../engine/filter-values.js';

/** A stored memory: every column but those that only search and deduplication use. */
export interface MemoryRow {
  readonly id: string;
  readonly projectId: string;
  readonly userId: string | null;
  readonly agentId: string | null;
  readonly appId: string | null;
  readonly runId: string | null;
  readonly text: string;
  /** MD5 of the text in hex, as clients of the memory API know it. */
  readonly hash: string;
  readonly metadata: Readonly<Record<string, Json>> | null;
  /** Null until the categorizer has run. */
  readonly categories: readonly string[] | null;
  readonly categorizedAt: Date | null;
  /** Last day on which it is visible, `YYYY-MM-DD` in UTC. */
  readonly expirationDate: string | null;
  readonly immutable: boolean;
  /** Who said it: the name of the message's author. */
  readonly actor: string | null;
  /** Role of the message it came from. */
  readonly role: string | null;
  /** Order of insertion. */
  readonly sequence: number;
  readonly lifecycleState: string;
  readonly replacedBy: string | null;
  readonly synthesized: boolean;
  readonly eventDate: Date | null;
  readonly searchLanguage: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
  readonly deletionEventId: string | null;
}

/** A memory to be stored. */
export interface NewMemory
  extends Pick<MemoryRow, 'id' | 'userId' | 'agentId' | 'appId' | 'runId' | 'text' | 'hash' | 'metadata' | 'categories' | 'categorizedAt' | 'expirationDate'>,
    Pick<MemoryRow, 'immutable' | 'actor' | 'role' | 'searchLanguage' | 'createdAt'> {
  /** SHA-256 over scope and text: at most one visible memory of a project holds it. */
  readonly dedupeKey: Buffer;
}

/** The changeable columns of a memory, all of them. */
export interface MemoryChanges extends Pick<MemoryRow, 'text' | 'hash' | 'metadata' | 'expirationDate' | 'createdAt' | 'updatedAt'> {
  /** Null gives the claim up: another memory holds the same text. */
  readonly dedupeKey: Buffer | null;
}

/** The columns of {@link MemoryRow}, of the table `memories m`. */
export const memoryRowColumns = [
  ...['id', 'project_id', 'user_id', 'agent_id', 'app_id', 'run_id', 'text', 'hash', 'metadata', 'categories', 'categorized_at'],
  ...['expiration_date', 'immutable', 'actor', 'role', 'sequence', 'lifecycle_state', 'replaced_by', 'synthesized', 'event_date'],
  ...['search_language', 'created_at', 'updated_at', 'deleted_at', 'deletion_event_id'],
]
  .map((column) => `m.${column}`)
  .join(', ');
