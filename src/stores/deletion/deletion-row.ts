import type { MemoryFilter } from '../../engine/filter.js';
import type { Json } from '../../engine/filter-values.js';
import type { EntityType } from '../entity/entity-store.js';

/** What is deleted: memories by a filter, an entity with its memories, or everything in a project or an organization. */
export type DeletionKind = 'MEMORIES' | 'ENTITY' | 'PROJECT' | 'ORGANIZATION';

/** How far a deletion has come. CANCELLED: what was not removed yet is back. */
export type DeletionStatus = 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

export interface DeletionRow {
  /** Also the id of its event. Deletions of projects and organizations have none. */
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly kind: DeletionKind;
  /** What was asked for. */
  readonly filter: Json;
  /** What it means; null where it means everything. */
  readonly condition: MemoryFilter | null;
  readonly entityType: EntityType | null;
  readonly entityName: string | null;
  readonly status: DeletionStatus;
  /** User id, key prefix or authentication mode. */
  readonly requestedBy: string;
  readonly requestedAt: Date;
  /** Memories of a higher sequence came later and survive. */
  readonly upToSequence: number | null;
  /** Null while some of its memories are not marked. */
  readonly markedAt: Date | null;
  /** Nothing is removed before. */
  readonly removeAfter: Date;
  /** Number of its memories, as far as they are marked. */
  readonly total: number;
  readonly removed: number;
  /** Number of memories that came back when it was cancelled. */
  readonly restored: number;
  /** SHA-256 in hex over the sorted ids of the removed memories, one a line; null until the end. */
  readonly digest: string | null;
  readonly error: string | null;
  readonly finishedAt: Date | null;
}

export type NewDeletion = Pick<
  DeletionRow,
  | 'id'
  | 'organizationId'
  | 'projectId'
  | 'kind'
  | 'filter'
  | 'condition'
  | 'entityType'
  | 'entityName'
  | 'requestedBy'
  | 'requestedAt'
  | 'removeAfter'
>;

const names = [
  ...[
    'id',
    'organization_id',
    'project_id',
    'kind',
    'filter',
    'condition',
    'entity_type',
    'entity_name',
    'status',
    'requested_by',
    'requested_at',
  ],
  ...['up_to_sequence', 'marked_at', 'remove_after', 'total', 'removed', 'restored', 'digest', 'error', 'finished_at'],
];

/** The columns of {@link DeletionRow}, of the table `deletions d`. */
export const deletionRowColumns = names.map((name) => `d.${name}`).join(', ');
