import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import { transact, type AppContext } from '../../context.js';
import { ConflictError, notFound, NotFoundError, ValidationError } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { DeletionRow } from '../../stores/deletion/deletion-row.js';
import { isDuplicateClaim } from '../../stores/memory/memory-store.js';
import type { AcceptedDeletion } from './accept-deletion.js';

/**
 * Ends a deletion that is not done: what was not removed yet is back at once. The receipt tells how many are gone and how many are back.
 * @throws ValidationError for what is no UUID; NotFoundError for an event that is absent, hidden or no deletion; ConflictError when it is over
 */
export function cancelDeletion(ctx: AppContext, input: { eventId: string }): Promise<AcceptedDeletion> {
  return stop(ctx, input.eventId, (deletion) => {
    if (deletion.status === 'SUCCEEDED' || deletion.status === 'CANCELLED')
      throw new ConflictError('The deletion is over: there is nothing to cancel.');
  });
}

/**
 * Takes a deletion back before anything was removed: all of its memories are back at once. That is possible for
 * `DELETION_UNDO_SECONDS` after it was accepted.
 * @throws as `cancelDeletion` does; ConflictError when the time is over
 */
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
      // The same text was being added at this moment.
      if (!isDuplicateClaim(error) || attempt >= maxAttempts) throw error;
    }
  }
}

function restore(
  ctx: AppContext,
  scope: ProjectScope,
  { id, refuse }: { id: string; refuse: (deletion: DeletionRow) => void },
): Promise<AcceptedDeletion> {
  return transact(ctx, async ({ stores, announce, audit }) => {
    // First, as every other step of a deletion does: from here to the end nothing is removed or marked.
    const current = await stores.deletions.lock(scope, id);
    if (!current) throw notFound('Event');
    refuse(current);
    const at = ctx.now();
    const restored = await stores.deletions.restore(scope, id, at);
    const error = `Cancelled: ${current.removed} memories were removed, ${restored} are back.`;
    const deletion = await stores.deletions.finish(id, { status: 'CANCELLED', at, error });
    const event = await stores.events.cancel(scope, id, { at, error });
    if (!deletion || !event) throw notFound('Event');
    await announce('eventChanged', { projectId: scope.projectId, eventId: id });
    await audit({ action: 'deletion.cancel', targetId: id, place: scope, after: { restored } });
    return { deletion, event };
  });
}

async function placeOf(ctx: AppContext, id: string): Promise<ProjectScope> {
  if (!isUuid(id)) throw new ValidationError({ eventId: ['`eventId` should be a valid UUID'] });
  const found = await ctx.stores.deletions.find(id);
  if (!found?.condition || found.projectId === null) throw notFound('Event');
  return enterProject(ctx, 'memory:delete', found.projectId).catch((error: unknown) => {
    // The words for a hidden project would tell that the event exists.
    throw error instanceof NotFoundError ? notFound('Event') : error;
  });
}
