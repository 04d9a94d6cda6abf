import { enterProjectOf } from '../../auth/enter-project.js';
import { callerName } from '../../auth/caller.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ConflictError, notFound, ValidationError, orNotFound } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { DeletionRow } from '../../stores/deletion/deletion-row.js';
import { followDeletion } from '../../unit-of-work/follow-deletion.js';
import { restoreRecords } from '../import/restore-records.js';
import { isDuplicateClaim } from '../../stores/memory/memory-store.js';
import type { AcceptedDeletion } from './accept-deletion.js';

/**
 * Cancels an unfinished deletion and restores the memories that were not removed yet. The receipt counts both.
 * @throws ValidationError if `eventId` is not a UUID; NotFoundError; ConflictError if the deletion has finished
 */
export function cancelDeletion(ctx: AppContext, input: { eventId: string }): Promise<AcceptedDeletion> {
  return stop(ctx, input.eventId, (deletion) => {
    if (deletion.status === 'SUCCEEDED' || deletion.status === 'CANCELLED')
      throw new ConflictError('The deletion is over: there is nothing to cancel.');
  });
}

/** Undoes a deletion within `DELETION_UNDO_SECONDS`, before any memory is removed. @throws as `cancelDeletion` */
export function undoDeletion(ctx: AppContext, input: { eventId: string }): Promise<AcceptedDeletion> {
  return stop(ctx, input.eventId, (deletion) => {
    const inTime = ctx.now() < deletion.removeAfter && deletion.removed === 0;
    const isOpen = deletion.status === 'PENDING' || deletion.status === 'RUNNING';
    if (!inTime || !isOpen) throw new ConflictError('The deletion cannot be undone any more.');
  });
}

const maxAttempts = 5;

async function stop(ctx: AppContext, id: string, refuse: (deletion: DeletionRow) => void): Promise<AcceptedDeletion> {
  const scope = await placeOf(ctx, id);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await restore(ctx, scope, { id, refuse });
    } catch (error) {
      // The same text was being added at this time.
      if (!isDuplicateClaim(error) || attempt >= maxAttempts) throw error;
    }
  }
}

function restore(
  ctx: AppContext,
  scope: ProjectScope,
  { id, refuse }: { id: string; refuse: (deletion: DeletionRow) => void },
): Promise<AcceptedDeletion> {
  return transact(ctx, async (unit) => {
    const { stores, audit } = unit;
    // Locks the deletion first, like every other step of it, so that nothing is removed or marked in the meantime.
    const current = orNotFound(await stores.deletions.lock(scope, id), 'Event');
    refuse(current);
    const at = ctx.now();
    const memoryIds = await stores.deletions.restore(scope, id, at);
    const restored = memoryIds.length;
    await followDeletion(unit, scope, {
      memoryIds,
      isRemoval: false,
      changedBy: callerName(ctx.caller),
      eventId: id,
      now: at,
    });
    await restoreRecords(ctx, unit, { scope, deletionId: id });
    const error = `Cancelled. Deleted: ${current.removed}, restored: ${restored}.`;
    const deletion = await stores.deletions.finish(id, { status: 'CANCELLED', at, error });
    const event = await stores.events.cancel(scope, id, { at, error });
    if (!deletion || !event) throw notFound('Event');
    await audit({ action: 'deletion.cancel', targetId: id, place: scope, after: { restored } });
    return { deletion, event };
  });
}

async function placeOf(ctx: AppContext, id: string): Promise<ProjectScope> {
  if (!isUuid(id)) throw new ValidationError({ eventId: ['`eventId` should be a valid UUID'] });
  const found = await ctx.stores.deletions.find(id);
  const place = found?.condition && found.projectId !== null ? { projectId: found.projectId } : null;
  return enterProjectOf(ctx, 'memory:delete', { place, noun: 'Event' });
}
