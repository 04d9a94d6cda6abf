import type { Json } from '@memory-gateway/memory-engine';
import type { ProjectScope } from '../../auth/scope.js';
import type { EventRow } from '../../stores/event-store.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import { toAddRequest, type AddRequest } from './add-input.js';
import { toEventResults } from './add-memories.js';

/**
 * Returns those of the ids whose memories are there, and keeps them until the transaction ends. If some were removed while their add was still at
 * work, its messages and metadata are removed, too, as they are with a memory of an add that is over.
 */
export async function keepOfEvent(
  unit: UnitOfWork,
  scope: ProjectScope,
  { event, request, ids, now }: { event: Pick<EventRow, 'id'>; request: AddRequest; ids: readonly string[]; now: Date },
): Promise<ReadonlySet<string>> {
  const kept = ids.length === 0 ? new Set<string>() : await unit.stores.memories.keep(scope, ids);
  if (kept.size < ids.length) {
    const { messages: _messages, metadata: _metadata, ...payload } = request;
    await unit.stores.events.setPayload(scope, event.id, { payload, at: now });
  }
  return kept;
}

/** Returns what an add that ends early has stored, as results of its event: a removal finds the event by them. Null if nothing was stored. */
export async function listStoredBefore(
  unit: UnitOfWork,
  scope: ProjectScope,
  { event, now }: { event: EventRow; now: Date },
): Promise<Json | null> {
  if (event.type !== 'ADD' || event.completed === 0) return null;
  const { history, memories } = unit.stores;
  const ids = await history.addedBy(scope, event);
  const kept = await keepOfEvent(unit, scope, { event, request: toAddRequest(event.payload), ids, now });
  const rows = await memories.getMany(scope, [...kept]);
  return toEventResults(rows.map(({ id, text }) => ({ id, memory: text, event: 'ADD' })));
}
