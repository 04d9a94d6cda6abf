import { systemScope } from '../auth/scope.js';
import { projectDeletionStore } from '../stores/deletion/project-deletion.js';
import type { JobHandler } from './handler.js';
import { removeProject } from './remove-project.js';

/** Removes a project that is marked as deleted, with everything in it, in batches. Ignores other projects. */
export const deleteProject: JobHandler<'deleteProject'> = async (services, { projectId }, { signal }) => {
  const doomed = await projectDeletionStore(services.database).find(projectId);
  if (!doomed) return;
  const scope = systemScope(doomed);
  const receipt = await services.stores.deletions.ofPlace(scope);
  await removeProject(services, scope, { deletionId: receipt?.id ?? null, isLast: true, signal });
};
