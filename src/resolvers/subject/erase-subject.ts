import { transact, type Services } from '../../context.js';
import type { SubjectCounts } from '../../stores/subject/subject-store.js';
import { openSubject, type SubjectInput } from './subject-scope.js';

export interface ErasureReceipt {
  readonly projectId: string;
  readonly erasedAt: Date;
  /** Number of erased rows by store. */
  readonly counts: SubjectCounts;
}

/**
 * Erases everything that a project stores about an entity, at once: memories, their history, events, deliveries, profiles, and every
 * export of the project. For operator commands: checks no caller, and cannot be undone. @throws NotFoundError, ValidationError
 */
export async function eraseSubject(services: Services, input: SubjectInput): Promise<ErasureReceipt> {
  const scope = await openSubject(services, input);
  const { type, name } = input;
  return transact(services, async ({ stores, announce, audit }) => {
    const ids = await stores.subjects.memoryIds(scope, { type, name });
    const counts = await stores.subjects.erase(scope, { type, name }, ids);
    // The entity's name would live on here.
    await audit({ action: 'subject.erase', targetId: scope.projectId, place: scope, after: { type, counts } });
    if (ids.length > 0)
      await announce('memoryChanged', { projectId: scope.projectId, memoryIds: ids, change: 'DELETE' });
    return { projectId: scope.projectId, erasedAt: services.now(), counts };
  });
}
