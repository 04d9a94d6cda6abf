import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ConflictError, orNotFound } from '../../errors.js';
import type { EventRow } from '../../stores/event-store.js';
import { lookForMissing } from '../configuration/serving-embedder.js';
import { cancelDeletion } from '../deletion/stop-deletion.js';
import { findEvent } from './get-event.js';
import { notifyIngestion } from '../memory/notify-ingestion.js';
import { listStoredBefore } from '../memory/list-stored-before.js';

/**
 * Cancels an asynchronous add (nothing more is stored), an import (stops after the current batch) or a deletion.
 * @throws ValidationError if `eventId` is not a UUID; NotFoundError; ForbiddenError
 * @throws ConflictError if the operation has finished or cannot be cancelled
 */
export async function cancelEvent(ctx: AppContext, input: { eventId: string }): Promise<EventRow> {
  const found = await findEvent(ctx, { id: input.eventId });
  if (found.type === 'DELETE_ALL' || found.type === 'DELETE_USER') return (await cancelDeletion(ctx, input)).event;
  const scope = await enterProject(ctx, 'memory:write', found.projectId);
  if (found.type !== 'ADD' && found.type !== 'IMPORT')
    throw new ConflictError('An operation of this kind cannot be cancelled.');
  return transact(ctx, async (unit) => {
    // The transaction that stores the memories locks the event too: it has committed, or it sees the cancellation.
    const event = orNotFound(await unit.stores.events.lock(scope, found.id), 'Event');
    if (event.status !== 'PENDING' && event.status !== 'RUNNING')
      throw new ConflictError('The operation is over: there is nothing to cancel.');
    const cancelled = orNotFound(
      await unit.stores.events.cancel(scope, event.id, {
        at: ctx.now(),
        error: describeEnd(event),
        results: await listStoredBefore(unit, scope, { event, now: ctx.now() }),
      }),
      'Event',
    );
    await unit.stores.importBatches.remove(scope, event.id);
    if (event.type === 'IMPORT') await lookForMissing(unit);
    await notifyIngestion(unit, scope, cancelled);
    const statuses = { before: { status: event.status }, after: { status: cancelled.status } };
    await unit.audit({ action: 'event.cancel', targetId: event.id, place: scope, ...statuses });
    return cancelled;
  });
}

/** An add of few facts stores all of them or none. */
function describeEnd({ type, completed }: EventRow): string {
  if (type === 'IMPORT') return 'Cancelled: what was imported before stays.';
  return completed === 0 ? 'Cancelled: nothing was stored.' : 'Cancelled: what was stored before stays.';
}
