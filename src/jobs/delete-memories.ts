import type { ProjectScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import { announceRemoved } from '../resolvers/deletion/announce-removed.js';
import { markDeletions } from '../auth/mark-deletions.js';
import type { DeletionRow } from '../stores/deletion/deletion-row.js';
import type { JobHandler } from './handler.js';
import { runThrottled } from '@memory-gateway/load';
import { scopeOf } from './scope-of.js';
import type { JobPayloads } from './types.js';

const batchSize = 500;

/** Removes the memories of a deletion in batches; retries resume. During the grace period it only marks them. */
export const deleteMemories: JobHandler<'deleteMemories'> = async (services, payload, { signal }) => {
  const scope = await scopeOf(services, payload);
  // The project was deleted meanwhile. Another job removes everything in it.
  if (!scope) return;
  await markDeletions(services, scope);
  const deletion = await services.stores.deletions.find(payload.deletionId);
  if (!deletion) return;
  if (services.now() < deletion.removeAfter) return wait(services, deletion, payload);
  if (!(await begin(services, scope, deletion.id))) return;
  await runThrottled(signal, () => removeSome(services, scope, deletion));
};

/** Restarts a job whose attempts made progress. Else fails the deletion; its memories stay hidden until cancelled. */
export async function failDeletion(services: Services, payload: JobPayloads['deleteMemories']): Promise<void> {
  const scope = await scopeOf(services, payload);
  if (!scope) return;
  await transact(services, async ({ stores, enqueue, audit }) => {
    const deletion = await stores.deletions.lock(scope, payload.deletionId);
    if (deletion?.status !== 'PENDING' && deletion?.status !== 'RUNNING') return;
    if (deletion.removed > payload.removed) return enqueue('deleteMemories', { ...payload, removed: deletion.removed });
    const at = services.now();
    const error = `The deletion failed: ${deletion.removed} of ${deletion.total} memories were removed. Cancel it to get the others back.`;
    await stores.deletions.finish(deletion.id, { status: 'FAILED', at, error });
    await stores.events.finish(scope, deletion.id, { at, error });
    const after = { status: 'FAILED', removed: deletion.removed };
    await audit({ action: 'deletion.finish', targetId: deletion.id, place: scope, after });
  });
}

function wait(services: Services, deletion: DeletionRow, payload: JobPayloads['deleteMemories']): Promise<void> {
  if (deletion.finishedAt !== null) return Promise.resolve();
  const afterMs = deletion.removeAfter.getTime() - services.now().getTime();
  return transact(services, (unit) => unit.enqueue('deleteMemories', payload, { afterMs }));
}

/** @returns whether the deletion still has to run */
function begin(services: Services, scope: ProjectScope, id: string): Promise<boolean> {
  return transact(services, async ({ stores }) => {
    const deletion = await stores.deletions.lock(scope, id);
    if (deletion?.status !== 'PENDING' && deletion?.status !== 'RUNNING') return false;
    await stores.deletions.start(id);
    await stores.events.start(scope, id, services.now());
    return true;
  });
}

/** Removes one batch. @returns whether there may be more */
function removeSome(services: Services, scope: ProjectScope, { id, requestedBy }: DeletionRow): Promise<boolean> {
  return transact(services, async (unit) => {
    const { stores } = unit;
    const deletion = await stores.deletions.lock(scope, id);
    // Cancelled meanwhile, or another attempt was faster.
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
      await stores.deletions.removeEntity(scope, deletion);
      await stores.importBatches.remove(scope, id);
      await stores.deletions.finish(id, { status: 'SUCCEEDED', at, error: null });
      await stores.events.finish(scope, id, { at, results: [] });
      const after = { status: 'SUCCEEDED', removed: deletion.removed + removed.length };
      await unit.audit({ action: 'deletion.finish', targetId: id, place: scope, after });
    }
    return !isLast;
  });
}
