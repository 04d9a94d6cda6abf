import type { MemoryFilter, Json } from '@memory-gateway/memory-engine';
import type { EntityType } from '../entity/entity-store.js';

/** What is deleted: memories by a filter, an entity with its memories, or a whole project or organization. */
type DeletionKind = 'MEMORIES' | 'ENTITY' | 'PROJECT' | 'ORGANIZATION';

/** Progress of a deletion. CANCELLED: memories that were not removed yet are visible again. */
type DeletionStatus = 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

export interface DeletionRow {
  /** Also the id of its event. Deletions of projects and organizations have no event. */
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly kind: DeletionKind;
  /** The filter as requested. */
  readonly filter: Json;
  /** The compiled filter. Null: everything. */
  readonly condition: MemoryFilter | null;
  readonly entityType: EntityType | null;
  readonly entityName: string | null;
  readonly status: DeletionStatus;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  /** Memories with a higher sequence were stored later and survive. */
  readonly upToSequence: number | null;
  /** Null while some of its memories are not marked. */
  readonly markedAt: Date | null;
  readonly removeAfter: Date;
  readonly total: number;
  readonly removed: number;
  readonly restored: number;
  /** SHA-256 in hex of the sorted ids of the removed memories, one per line. Null until the deletion ends. */
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

export const deletionRowColumns = names.map((name) => `d.${name}`).join(', ');
