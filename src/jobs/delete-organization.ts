import { systemScope } from '../auth/scope.js';
import { transact } from '../unit-of-work/transact.js';
import { projectDeletionStore } from '../stores/deletion/project-deletion.js';
import type { JobHandler } from './handler.js';
import { removeProject } from './remove-project.js';

/** Removes an organization that is marked as deleted, with all of its projects, in batches. Ignores others. */
export const deleteOrganization: JobHandler<'deleteOrganization'> = async (
  services,
  { organizationId },
  { signal },
) => {
  const store = projectDeletionStore(services.database);
  const receipt = await services.stores.deletions.ofOrganization(organizationId);
  for (const doomed of await store.projectsOf(organizationId)) {
    await removeProject(services, systemScope(doomed), { deletionId: receipt?.id ?? null, isLast: false, signal });
  }
  await transact(services, async ({ tx, stores, audit }) => {
    await projectDeletionStore(tx).deleteOrganization(organizationId);
    const before = { deletionId: receipt?.id ?? null };
    await audit({ action: 'organization.remove', targetId: organizationId, place: { organizationId }, before });
    if (receipt) await stores.deletions.finish(receipt.id, { status: 'SUCCEEDED', at: services.now(), error: null });
  });
};
