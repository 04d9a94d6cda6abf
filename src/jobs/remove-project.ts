import type { ProjectScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import { createStores } from '../stores/create-stores.js';
import { projectDeletionStore, projectTables } from '../stores/deletion/project-deletion.js';
import { runThrottled } from '@memory-gateway/load';

const batchSize = 500;

export interface ProjectRemoval {
  readonly deletionId: string | null;
  /** Whether this project completes the deletion. */
  readonly isLast: boolean;
  readonly signal: AbortSignal;
}

/** Removes everything in a project in batches, and then the project. */
export async function removeProject(
  services: Services,
  scope: ProjectScope,
  { deletionId, isLast, signal }: ProjectRemoval,
): Promise<void> {
  await runThrottled(signal, async () => (await removeMemories(services, scope, deletionId)) === batchSize);
  for (const table of projectTables) {
    await runThrottled(
      signal,
      async () => (await projectDeletionStore(services.database).deleteRows(scope, table, batchSize)) === batchSize,
    );
  }
  await transact(services, async ({ tx, stores, announce, audit }) => {
    const last = projectDeletionStore(tx);
    for (const keyId of await last.deleteKeys(scope)) await announce('credentialChanged', { keyId });
    await last.deleteProject(scope);
    await audit({ action: 'project.remove', targetId: scope.projectId, place: scope, before: { deletionId } });
    const at = services.now();
    await stores.deletions.finishOthers(scope, {
      except: deletionId,
      at,
      error: 'The project was deleted, and the memories with it.',
    });
    if (deletionId !== null && isLast)
      await stores.deletions.finish(deletionId, { status: 'SUCCEEDED', at, error: null });
  });
}

function removeMemories(services: Services, scope: ProjectScope, deletionId: string | null): Promise<number> {
  return services.database.transaction(async (tx) => {
    const ids = await projectDeletionStore(tx).deleteMemories(scope, batchSize);
    if (deletionId !== null && ids.length > 0)
      await createStores(tx, services.database).deletions.noteRemoved(deletionId, ids);
    return ids.length;
  });
}
