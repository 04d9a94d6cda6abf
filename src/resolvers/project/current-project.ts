import { getReach } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import { type OwnProject, createOwnProjectMapper } from './own-project.js';

/**
 * Returns the default project of a request: the key's, else the user's, else (for admins) the installation's.
 * @throws NotFoundError if there is none or the user can no longer see it
 */
export async function currentProject(ctx: AppContext): Promise<ProjectScope & { project: OwnProject }> {
  const found = await ctx.stores.projects.opened(getReach(ctx));
  if (!found) throw new NotFoundError(opensNothing);
  const scope = await enterProject(ctx, 'project:read', found.id);
  return { ...scope, project: createOwnProjectMapper(ctx)(found) };
}

const opensNothing =
  'You have no default project. Create one, choose one of yours as the default, or name a project in the request.';

/** Returns the given project id, or else the credential's project. Does not authorize. */
export async function getChosenProject(ctx: AppContext, projectId?: string | null): Promise<string> {
  return projectId ?? (await currentProject(ctx)).projectId;
}
