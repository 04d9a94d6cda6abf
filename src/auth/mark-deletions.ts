import type { AppContext, Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import { followDeletion } from '../unit-of-work/follow-deletion.js';
import type { ProjectScope } from './scope.js';

/** Memories marked per transaction. The acceptance marks `first`: enough for small deletions, quick for large ones. */
export const markedAtOnce = { first: 25, then: 10_000 } as const;

/** Marks memories of accepted deletions, which hides them. Reads, writes and jobs call it, so accepting stays fast. */
export async function markDeletions(services: Services, scope: ProjectScope): Promise<void> {
  while (await markSome(services, scope)) continue;
}

/** @returns whether unmarked memories may remain */
function markSome(services: Services, scope: ProjectScope): Promise<boolean> {
  return transact(services, async (unit) => {
    const { stores } = unit;
    const deletion = await stores.deletions.nextUnmarked(scope);
    if (!deletion) return false;
    const now = services.now();
    const marked = await stores.deletions.mark(scope, { deletion, limit: markedAtOnce.then, now });
    const { id: eventId, requestedBy: changedBy } = deletion;
    await followDeletion(unit, scope, { memoryIds: marked.memoryIds, isRemoval: false, changedBy, eventId, now });
    if (!marked.isComplete) return true;
    await stores.events.progress(scope, deletion.id, { total: marked.total, completed: 0, at: now });
    return true;
  });
}

// Projects in which a request accepted a deletion. The request's cached access rows are older than the deletion.
const accepted = new WeakMap<AppContext, Set<string>>();

/** Records that this request accepted a deletion in the project. */
export function noteAccepted(ctx: AppContext, projectId: string): void {
  accepted.set(ctx, (accepted.get(ctx) ?? new Set()).add(projectId));
}

/** Returns whether this request accepted a deletion in the project. */
export function hasAccepted(ctx: AppContext, projectId: string): boolean {
  return accepted.get(ctx)?.has(projectId) ?? false;
}
