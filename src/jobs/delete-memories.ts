import { systemScope, type ProjectScope } from '../auth/scope.js';
import { transact, type Services } from '../context.js';
import { announceRemoved } from '../resolvers/deletion/announce-removed.js';
import { markDeletions } from '../auth/mark-deletions.js';
import type { DeletionRow } from '../stores/deletion/deletion-row.js';
import type { JobHandler } from './handler.js';
import { runThrottled } from './run-throttled.js';
import type { JobPayloads } from './types.js';

/** Memories removed in one transaction. */
const batchSize = 500;

/**
 * Removes the memories of an accepted deletion in short steps, each of which leaves everything consistent: a try after a crash goes
 * on where the last one was. Where the deletion can be undone, it only marks them, and begins when the time for that is over.
 */
export const deleteMemories: JobHandler<'deleteMemories'> = async (services, payload, { signal }) => {
  const scope = await scopeOf(services, payload);
  // The project was deleted meanwhile: another job removes everything in it.
  if (!scope) return;
  await markDeletions(services, scope);
  const deletion = await services.stores.deletions.find(payload.deletionId);
  if (!deletion) return;
  if (services.now() < deletion.removeAfter) return wait(services, deletion, payload);
  if (!(await begin(services, scope, deletion.id))) return;
  await runThrottled(signal, () => removeSome(services, scope, deletion));
};

/**
 * Told when the job has used up its tries. If it got anywhere with them (its process died again and again, or it took too long), it
 * gets new ones. Otherwise the deletion has failed: what is marked stays invisible until its owner cancels it.
 */
export async function failDeletion(services: Services, payload: JobPayloads['deleteMemories']): Promise<void> {
  const scope = await scopeOf(services, payload);
  if (!scope) return;
  await transact(services, async ({ stores, announce, enqueue, audit }) => {
    const deletion = await stores.deletions.lock(scope, payload.deletionId);
    if (deletion?.status !== 'PENDING' && deletion?.status !== 'RUNNING') return;
    if (deletion.removed > payload.removed) return enqueue('deleteMemories', { ...payload, removed: deletion.removed });
    const at = services.now();
    const error = `The deletion failed: ${deletion.removed} of ${deletion.total} memories were removed. Cancel it to get the others back.`;
    await stores.deletions.finish(deletion.id, { status: 'FAILED', at, error });
    await stores.events.finish(scope, deletion.id, { at, error });
    const after = { status: 'FAILED', removed: deletion.removed };
    await audit({ action: 'deletion.finish', targetId: deletion.id, place: scope, after });
    await announce('eventChanged', { projectId: scope.projectId, eventId: deletion.id });
  });
}

async function scopeOf(services: Services, { projectId }: { projectId: string }): Promise<ProjectScope | null> {
  const [project] = await services.stores.access.projects([projectId], { userId: null, keyProjectId: null });
  return project ? systemScope({ projectId: project.projectId, organizationId: project.organizationId }) : null;
}

function wait(services: Services, deletion: DeletionRow, payload: JobPayloads['deleteMemories']): Promise<void> {
  if (deletion.finishedAt !== null) return Promise.resolve();
  return transact(services, (unit) => unit.enqueue('deleteMemories', payload, { notBefore: deletion.removeAfter }));
}

/** @returns whether there is anything to do */
function begin(services: Services, scope: ProjectScope, id: string): Promise<boolean> {
  return transact(services, async ({ stores, announce }) => {
    const deletion = await stores.deletions.lock(scope, id);
    if (deletion?.status !== 'PENDING' && deletion?.status !== 'RUNNING') return false;
    await stores.deletions.start(id);
    await stores.events.start(scope, id, services.now());
    await announce('eventChanged', { projectId: scope.projectId, eventId: id });
    return true;
  });
}

/** One step. @returns whether there may be another */
function removeSome(services: Services, scope: ProjectScope, { id, requestedBy }: DeletionRow): Promise<boolean> {
  return transact(services, async (unit) => {
    const { stores, announce } = unit;
    const deletion = await stores.deletions.lock(scope, id);
    // Cancelled meanwhile, or another try was faster.
    if (deletion?.status !== 'RUNNING') return false;
    const at = services.now();
    const removed = await stores.deletions.remove(scope, { id, limit: batchSize, at, by: requestedBy });
    const isLast = removed.length < batchSize;
    await stores.events.progress(scope, id, {
      total: deletion.total,
      completed: deletion.removed + removed.length,
      at,
    });
    await announceRemoved(unit, scope, { removed, now: at });
    if (isLast) {
      await stores.deletions.finish(id, { status: 'SUCCEEDED', at, error: null });
      if (deletion.entityType !== null) await stores.deletions.removeEntity(scope, deletion);
      await stores.events.finish(scope, id, { at, results: [] });
      const after = { status: 'SUCCEEDED', removed: deletion.removed + removed.length };
      await unit.audit({ action: 'deletion.finish', targetId: id, place: scope, after });
    }
    await announce('eventChanged', { projectId: scope.projectId, eventId: id });
    return !isLast;
  });
}
