import type { ProjectScope } from '../../auth/scope.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import type { MemoryLinkRow } from '../../stores/correction/memory-link.js';

export interface DecidedLink {
  readonly link: MemoryLinkRow;
  readonly changedBy: string;
  /** Event that decided the link. Null if a person decided. */
  readonly eventId: string | null;
  readonly now: Date;
}

/** Marks the older memory of a confirmed link as superseded or merged, or restores it after another decision. */
export async function changeLifecycle(
  unit: UnitOfWork,
  scope: ProjectScope,
  { link, ...change }: DecidedLink,
): Promise<void> {
  // Waits for a deletion of the newer memory, and locks in the order in which deletions do.
  await unit.stores.memories.lock(scope, link.newerId);
  const older = await unit.stores.memories.lock(scope, link.olderId);
  // Another link may have replaced it since.
  if (!older || (link.status !== 'CONFIRMED' && older.replacedBy !== link.newerId)) return;
  const memoryIds = await unit.stores.memoryLinks.settle(scope, { memoryIds: [older.id], ...change });
  if (memoryIds.length > 0)
    await unit.announce('memoryChanged', { projectId: scope.projectId, memoryIds, change: 'UPDATE' });
}
