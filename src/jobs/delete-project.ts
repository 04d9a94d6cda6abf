import { systemScope } from '../auth/scope.js';
import { transact } from '../context.js';
import { projectDeletionStore, projectTables } from '../stores/project-deletion.js';
import type { JobHandler } from './handler.js';

const batchSize = 500;

/** Removes a project that is marked as deleted, and all that is in it, in short steps. Does nothing to any other project. */
export const deleteProject: JobHandler<'deleteProject'> = async (services, { projectId }, { signal }) => {
  const store = projectDeletionStore(services.database);
  const doomed = await store.find(projectId);
  if (!doomed) return;
  const scope = systemScope(doomed);
  for (const table of projectTables) {
    let removed = batchSize;
    while (removed === batchSize) {
      signal.throwIfAborted();
      removed = await store.deleteRows(scope, table, batchSize);
    }
  }
  await transact(services, async (unit) => {
    const last = projectDeletionStore(unit.tx);
    for (const keyId of await last.deleteKeys(scope)) await unit.announce('credentialChanged', { keyId });
    await last.deleteProject(scope);
  });
};
