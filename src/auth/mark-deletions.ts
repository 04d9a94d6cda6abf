import { transact, type AppContext, type Services } from '../context.js';
import type { ProjectScope } from './scope.js';

/**
 * Memories marked in one transaction. The first of them come with the acceptance, which a small deletion is complete with and a
 * large one must not be slowed down by.
 */
export const markedAtOnce = { first: 25, then: 10_000 } as const;

/**
 * Marks the memories of accepted deletions that are not marked yet, so that no later read of the project returns them.
 * Accepting a deletion is quick for any number of memories, because the first reader, writer or job does this work.
 */
export async function markDeletions(services: Services, scope: ProjectScope): Promise<void> {
  while (await markSome(services, scope)) continue;
}

/** @returns whether anything may be left to mark */
function markSome(services: Services, scope: ProjectScope): Promise<boolean> {
  return transact(services, async ({ stores, announce }) => {
    const deletion = await stores.deletions.nextUnmarked(scope);
    if (!deletion) return false;
    const now = services.now();
    const marked = await stores.deletions.mark(scope, { deletion, limit: markedAtOnce.then, now });
    if (!marked.isComplete) return true;
    await stores.events.progress(scope, deletion.id, { total: marked.total, completed: 0, at: now });
    await announce('eventChanged', { projectId: scope.projectId, eventId: deletion.id });
    return true;
  });
}

// A request that accepts a deletion and goes on in the same project: what it knows of the project is older than the deletion.
const accepted = new WeakMap<AppContext, Set<string>>();

/** Remembers that this very request accepted a deletion. */
export function noteAccepted(ctx: AppContext, projectId: string): void {
  accepted.set(ctx, (accepted.get(ctx) ?? new Set()).add(projectId));
}

/** Whether this very request accepted a deletion in the project. */
export function hasAccepted(ctx: AppContext, projectId: string): boolean {
  return accepted.get(ctx)?.has(projectId) ?? false;
}
