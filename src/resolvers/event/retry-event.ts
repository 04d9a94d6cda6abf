import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ConflictError } from '../../errors.js';
import type { EventRow } from '../../stores/event-store.js';
import { findEvent } from './get-event.js';

/**
 * Queues a failed asynchronous add again, with its original messages.
 * @throws ValidationError if `eventId` is not a UUID; NotFoundError; ForbiddenError
 * @throws ConflictError if the event has not failed, is not an add, or a deletion has erased its messages
 */
export async function retryEvent(ctx: AppContext, input: { eventId: string }): Promise<EventRow> {
  const found = await findEvent(ctx, { id: input.eventId });
  const scope = await enterProject(ctx, 'memory:write', found.projectId);
  if (found.type !== 'ADD') throw new ConflictError('An operation of this kind cannot be retried.');
  return transact(ctx, async (unit) => {
    const event = await unit.stores.events.retry(scope, found.id, ctx.now());
    if (!event) throw new ConflictError('Only a failed add whose messages are still stored can be retried.');
    await unit.enqueue('extractMemories', { eventId: event.id, projectId: scope.projectId });
    const statuses = { before: { status: 'FAILED' }, after: { status: event.status } };
    await unit.audit({ action: 'event.retry', targetId: event.id, place: scope, ...statuses });
    return event;
  });
}
