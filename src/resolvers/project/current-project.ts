import { getReach } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import { type OwnProject, createOwnProjectMapper } from './own-project.js';

/**
 * The project of a request that names none: the one that the key is bound to; else the user's default project; else, for admins,
 * that of the installation.
 * @throws NotFoundError when there is none, or the user can no longer see it
 */
export async function currentProject(ctx: AppContext): Promise<ProjectScope & { project: OwnProject }> {
  const found = await ctx.stores.projects.opened(getReach(ctx));
  if (!found) throw new NotFoundError(opensNothing);
  const scope = await enterProject(ctx, 'project:read', found.id);
  return { ...scope, project: createOwnProjectMapper(ctx)(found) };
}

const opensNothing =
  'You have no default project. Create one, choose one of yours as the default, or name a project in the request.';

/** The id of the project that a call is about: the one it names, else the one that the credential opens. Checks no rights. */
export async function getChosenProject(ctx: AppContext, projectId?: string | null): Promise<string> {
  return projectId ?? (await currentProject(ctx)).projectId;
}
