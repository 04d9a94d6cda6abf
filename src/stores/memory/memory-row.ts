import type { EntityField, Json } from '@memory-gateway/memory-engine';

/** IDs of the entities that a memory belongs to. */
export type EntityIds = Readonly<Record<EntityField, string | null>>;

/** Returns the field of the owner, among whose memories corrections and repetitions are looked for: the user, else the agent, app or run. */
export function toOwnerField({ userId, agentId, appId }: Omit<EntityIds, 'runId'>): EntityField {
  if (userId !== null) return 'userId';
  if (agentId !== null) return 'agentId';
  return appId === null ? 'runId' : 'appId';
}

/** What a memory says, and about when. A change of the memory replaces all of it. */
interface MemoryContent {
  readonly text: string;
  /** MD5 of the text in hex, as clients of the memory API expect. */
  readonly hash: string;
  readonly metadata: Readonly<Record<string, Json>> | null;
  /** Null until the categorizer has run. */
  readonly categories: readonly string[] | null;
  readonly categorizedAt: Date | null;
  /** Last day of visibility as `YYYY-MM-DD`, in UTC. */
  readonly expirationDate: string | null;
  readonly eventDate: Date | null;
  readonly createdAt: Date;
}

/** A stored memory, without columns that only search and deduplication use. */
export interface MemoryRow extends EntityIds, MemoryContent {
  readonly id: string;
  readonly projectId: string;
  readonly immutable: boolean;
  /** Name of the author of the message. */
  readonly actor: string | null;
  /** Role of the message that the memory was extracted from. */
  readonly role: string | null;
  readonly sequence: number;
  readonly lifecycleState: string;
  readonly replacedBy: string | null;
  /** How often the same statement was added again. */
  readonly repetitions: number;
  readonly synthesized: boolean;
  readonly searchLanguage: string;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
  readonly deletionEventId: string | null;
}

export interface NewMemory
  extends EntityIds, MemoryContent, Pick<MemoryRow, 'id' | 'immutable' | 'actor' | 'role' | 'searchLanguage'> {
  /** SHA-256 of scope and text. At most one visible memory of a project has it. */
  readonly dedupeKey: Buffer;
  /** Dedupe key of the message that the memory was extracted from. */
  readonly sourceKey: Buffer | null;
  /** Question that the memory answers, for search only. A change of the text removes it. */
  readonly question: string | null;
}

export interface MemoryChanges extends MemoryContent {
  readonly updatedAt: Date;
  /** Null releases the key, because another memory has the same text. */
  readonly dedupeKey: Buffer | null;
}

export type MemoryColumn = keyof MemoryRow;

export const entityColumns = { userId: 'user_id', agentId: 'agent_id', appId: 'app_id', runId: 'run_id' } as const;

const columnNames: Readonly<Record<MemoryColumn, string>> = {
  id: 'id',
  projectId: 'project_id',
  ...entityColumns,
  text: 'text',
  hash: 'hash',
  metadata: 'metadata',
  categories: 'categories',
  categorizedAt: 'categorized_at',
  expirationDate: 'expiration_date',
  immutable: 'immutable',
  actor: 'actor',
  role: 'role',
  sequence: 'sequence',
  lifecycleState: 'lifecycle_state',
  replacedBy: 'replaced_by',
  repetitions: 'repetitions',
  synthesized: 'synthesized',
  eventDate: 'event_date',
  searchLanguage: 'search_language',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  deletedAt: 'deleted_at',
  deletionEventId: 'deletion_event_id',
};

export const memoryColumns = Object.keys(columnNames) as readonly MemoryColumn[];

export function isMemoryColumn(name: string): name is MemoryColumn {
  return Object.hasOwn(columnNames, name);
}

/** Returns the select list of these columns of `memories m`, with property names if `quoted` (for JSON rows). */
export function toMemorySelection(columns: readonly MemoryColumn[], quoted = false): string {
  return columns.map((column) => `m.${columnNames[column]}${quoted ? ` AS "${column}"` : ''}`).join(', ');
}

export const memoryRowColumns = toMemorySelection(memoryColumns);
