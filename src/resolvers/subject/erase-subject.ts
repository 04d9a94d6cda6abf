import type { AppContext, Services } from '../../context.js';
import { markDeletions } from '../../auth/mark-deletions.js';
import { callerName } from '../../auth/caller.js';
import { followDeletion } from '../../unit-of-work/follow-deletion.js';
import { transact } from '../../unit-of-work/transact.js';
import type { EntityType } from '../../stores/entity/entity-store.js';
import type { SubjectCounts } from '../../stores/subject-store.js';
import { endEvent } from '../export/delete-export.js';
import { openSubject, type SubjectInput } from './subject-scope.js';

export interface ErasureReceipt {
  readonly projectId: string;
  readonly type: EntityType;
  readonly erasedAt: Date;
  /** Number of erased rows by store. */
  readonly counts: SubjectCounts;
}

/**
 * Erases everything that a project stores about an entity, at once: memories, their history, events, deliveries, profiles, and every
 * export of the project. An add that was accepted before is erased too, even while its messages are extracted; a later add is a new memory.
 * This cannot be undone. Without a caller it is a command of the operator.
 * @throws NotFoundError, ForbiddenError, ValidationError on `name`
 */
export async function eraseSubject(services: Services | AppContext, input: SubjectInput): Promise<ErasureReceipt> {
  const scope = await openSubject(services, 'memory:delete', input);
  const { type, name } = input;
  // A deletion that has marked its memories can lose its filter.
  await markDeletions(services, scope);
  return transact(services, async (unit) => {
    const { stores, announce, audit } = unit;
    const now = services.now();
    // First: it waits for a batch that is being imported, whose memories are found afterwards.
    await stores.importBatches.forget(scope, { type, name });
    await stores.subjects.lock(scope, { type, name });
    const ids = await stores.subjects.memoryIds(scope, { type, name });
    const changedBy = 'caller' in services ? callerName(services.caller) : null;
    await followDeletion(unit, scope, { memoryIds: ids, isRemoval: true, changedBy, eventId: null, now });
    const counts = await stores.subjects.erase(scope, { type, name }, ids);
    // Every export of the project is erased, and a job that finds none ends no event.
    for (const id of await stores.exports.eventsWithout(scope)) await endEvent(stores, scope, { id, at: now });
    // The entity's name would live on here.
    await audit({ action: 'subject.erase', targetId: scope.projectId, place: scope, after: { type, counts } });
    if (ids.length > 0)
      await announce('memoryChanged', { projectId: scope.projectId, memoryIds: ids, change: 'DELETE' });
    return { projectId: scope.projectId, type, erasedAt: now, counts };
  });
}
