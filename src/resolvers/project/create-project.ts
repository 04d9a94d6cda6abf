import { authorizeOrganization, requireCaller } from '../../auth/authorize.js';
import { proveNewProject } from '../../auth/scope.js';
import { withoutWall, type AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { notFound } from '../../errors.js';
import { prefixedId } from '../../ids.js';
import { findDefaultProject } from './current-project.js';
import { readProjectChanges } from './project-input.js';
import type { OwnProject } from './own-project.js';

/**
 * Creates a project with the caller as OWNER. It becomes the caller's default project if there is none.
 * @throws NotFoundError for a hidden or deleted organization; ForbiddenError for its READERs; ValidationError
 */
export async function createProject(
  ctx: AppContext,
  input: { organizationId: string; name: string; description?: string | null },
): Promise<OwnProject> {
  requireCaller(ctx);
  const { name = '', description = null } = readProjectChanges({ name: input.name, description: input.description });
  const organization = await authorizeOrganization(ctx, 'project:create', input.organizationId);
  const scope = proveNewProject(organization, prefixedId('proj'));
  const now = ctx.now();
  const isFirst = (await findDefaultProject(ctx)) === null;
  return transact(withoutWall(ctx), async ({ stores, announce, audit }) => {
    // The organization may just have been deleted.
    if (!(await stores.members.lock(organization))) throw notFound('Organization');
    const row = await stores.projects.insert(organization, { id: scope.projectId, name, description, now });
    const { user } = ctx.caller;
    if (user) {
      if (isFirst) await stores.users.update(user.id, { defaultProjectId: scope.projectId }, now);
      await stores.members.insert(scope, { userId: user.id, role: 'OWNER', now });
      await announce('credentialChanged', { userId: user.id });
    }
    await audit({ action: 'project.create', targetId: row.id, place: scope, after: row });
    return { ...row, role: 'OWNER' };
  });
}
