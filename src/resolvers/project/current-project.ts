import { getReach } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import { type OwnProject, createOwnProjectMapper } from './own-project.js';

/**
 * The project that the caller's credential opens when the call names none: the one that the key is bound to; else the default
 * project, if the caller may see it; else that of the caller's oldest membership.
 * @throws NotFoundError when it opens none
 */
export async function currentProject(ctx: AppContext): Promise<ProjectScope & { project: OwnProject }> {
  const found = await ctx.stores.projects.opened(getReach(ctx));
  if (!found) throw new NotFoundError(opensNothing);
  const scope = await enterProject(ctx, 'project:read', found.id);
  return { ...scope, project: createOwnProjectMapper(ctx)(found) };
}

const opensNothing = 'This credential opens no project. Create one, or ask the OWNER of a project to add you.';

/** The id of the project that a call is about: the one it names, else the one that the credential opens. Checks no rights. */
export async function getChosenProject(ctx: AppContext, projectId?: string | null): Promise<string> {
  return projectId ?? (await currentProject(ctx)).projectId;
}
