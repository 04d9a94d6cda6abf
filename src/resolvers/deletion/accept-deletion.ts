import { callerName } from '../../auth/caller.js';
import { markedAtOnce, noteAccepted } from '../../auth/mark-deletions.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import type { MemoryFilter, Json } from '@memory-gateway/memory-engine';
import { newId } from '../../ids.js';
import type { DeletionRow } from '../../stores/deletion/deletion-row.js';
import type { EntityType } from '../../stores/entity/entity-store.js';
import type { EventRow } from '../../stores/event-store.js';
import { followDeletion } from '../../unit-of-work/follow-deletion.js';
import { newEvent } from '../event/find-requesters.js';

export interface DeletionOrder {
  /** Filter as the caller wrote it, for the receipt. */
  readonly filter: Json;
  readonly condition: MemoryFilter;
  /** Entity to delete with its memories. */
  readonly entity: { readonly type: EntityType; readonly name: string } | null;
  /** Grace period in milliseconds. Default: `DELETION_UNDO_SECONDS`. */
  readonly undoMs?: number | undefined;
}

/** An accepted deletion: its receipt and its event, which share an id. */
export interface AcceptedDeletion {
  readonly deletion: DeletionRow;
  readonly event: EventRow;
}

/**
 * Accepts a deletion in one short transaction, which hides the memories from its commit on; a job removes them. The
 * next request to the project marks those that did not fit in the transaction (see auth/mark-deletions).
 */
export async function acceptDeletion(
  ctx: AppContext,
  scope: ProjectScope,
  order: DeletionOrder,
): Promise<AcceptedDeletion> {
  const now = ctx.now();
  const id = newId();
  const requestedBy = callerName(ctx.caller);
  const accepted = await transact(ctx, async (unit) => {
    const { stores, enqueue, audit } = unit;
    // A batch that is being imported is waited for, and its memories are deleted too. Records that wait are kept until the deletion ends.
    if (order.entity) await stores.importBatches.forget(scope, order.entity, id);
    // Locks the project, so that memories are marked in the order of acceptance.
    const isFirst = (await stores.deletions.nextUnmarked(scope)) === null;
    const type = order.entity ? 'DELETE_USER' : 'DELETE_ALL';
    const event = await stores.events.insert(scope, newEvent(ctx, { id, type, payload: order.filter, createdAt: now }));
    const deletion = await stores.deletions.insert({
      id,
      organizationId: scope.organizationId,
      projectId: scope.projectId,
      kind: order.entity ? 'ENTITY' : 'MEMORIES',
      filter: order.filter,
      condition: order.condition,
      entityType: order.entity?.type ?? null,
      entityName: order.entity?.name ?? null,
      requestedBy,
      requestedAt: now,
      removeAfter: new Date(now.getTime() + (order.undoMs ?? ctx.config.deletionUndoMs)),
    });
    const marked = isFirst ? await stores.deletions.mark(scope, { deletion, limit: markedAtOnce.first, now }) : null;
    const memoryIds = marked?.memoryIds ?? [];
    await followDeletion(unit, scope, { memoryIds, isRemoval: false, changedBy: requestedBy, eventId: id, now });
    await enqueue('deleteMemories', { deletionId: id, projectId: scope.projectId, removed: 0 });
    const { filter, entity } = order;
    const digested = entity ? { entityName: entity.name } : { filter };
    await audit({
      action: 'deletion.accept',
      targetId: id,
      place: scope,
      after: { entityType: entity?.type },
      digested,
    });
    if (!marked?.isComplete) return { deletion, event };
    const counted = await stores.events.progress(scope, id, { total: marked.total, completed: 0, at: now });
    return { deletion: { ...deletion, total: marked.total, markedAt: now }, event: counted ?? event };
  });
  noteAccepted(ctx, scope.projectId);
  return accepted;
}
