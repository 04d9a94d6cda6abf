import { getReach, projectRole } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import type { OwnProject } from './own-project.js';

/**
 * Returns the default project of a request: the key's, else the user's, else (for admins) the installation's.
 * @throws NotFoundError if there is none or the user can no longer see it
 */
export async function currentProject(ctx: AppContext): Promise<ProjectScope & { project: OwnProject }> {
  const project = await findDefaultProject(ctx);
  if (!project) throw new NotFoundError(opensNothing);
  const scope = await enterProject(ctx, 'project:read', project.id);
  return { ...scope, project };
}

/** Returns the default project, or null if there is none or the user can no longer see it. */
export async function findDefaultProject(ctx: AppContext): Promise<OwnProject | null> {
  const access = await ctx.stores.access.opened(getReach(ctx));
  const role = access && projectRole(ctx.caller, access);
  if (!access || !role) return null;
  // Entering the project then runs no statement.
  ctx.access.prime(access.projectId, access);
  return { ...access.project, role };
}

const opensNothing =
  'You have no default project. Create one, choose one of yours as the default, or name a project in the request.';

/** Returns the given project id, or else the credential's project. Does not authorize. */
export async function getChosenProject(ctx: AppContext, projectId?: string | null): Promise<string> {
  return projectId ?? (await currentProject(ctx)).projectId;
}
