import { enterProject } from '../../auth/enter-project.js';
import type { Caller } from '../../auth/caller.js';
import { createContext, type AppContext } from '../../context.js';
import { createFrameQueue, mapFrames } from '@memory-gateway/live-log';
import { guarded } from '../../events/guarded.js';
import type { EventRow } from '../../stores/event-store.js';
import { findEvent } from './get-event.js';

// Messages of other processes may be lost while the database connection is down.
const lookEveryMs = 5_000;

/** Streams an event: its current state, then each change until it ends. Rechecks permissions. @throws as `findEvent` */
export async function watchEvent(
  ctx: AppContext,
  input: { id: string; recheck?: () => Promise<Caller> },
): Promise<AsyncIterableIterator<EventRow>> {
  const { projectId, id } = await findEvent(ctx, { id: input.id });
  const scope = await enterProject(ctx, 'memory:read', projectId);
  const timer = setInterval(() => queue.push(null), lookEveryMs);
  const unsubscribe = ctx.bus.subscribe('eventChanged', ({ eventId }) => {
    if (eventId === id) queue.push(null);
  });
  // Only the latest state matters: changes that come while the reader is busy are one.
  const queue = createFrameQueue<null>({
    max: 1,
    onEnd() {
      clearInterval(timer);
      unsubscribe();
    },
  });
  let seen = '';
  const states = mapFrames(queue.frames, async () => {
    const event = await ctx.stores.events.get(scope, id);
    if (!event) return { values: [], isLast: true };
    const isLast = event.status !== 'PENDING' && event.status !== 'RUNNING';
    const state = JSON.stringify([event.status, event.total, event.completed, event.updatedAt]);
    const values = state === seen ? [] : [event];
    seen = state;
    return { values, isLast };
  });
  queue.push(null);
  const check = async () => {
    const caller = (await input.recheck?.()) ?? ctx.caller;
    await enterProject(createContext(ctx, { caller, requestId: ctx.requestId }), 'memory:read', projectId);
  };
  const reader = { userId: ctx.caller.user?.id ?? null, keyId: ctx.caller.key?.id ?? null };
  return guarded(states, { check, everyMs: ctx.config.auth.recheckMs, bus: ctx.bus, reader });
}
