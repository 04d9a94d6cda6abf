import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';

/** Returns the project that a new user joins: the given one, else the default one. @throws ForbiddenError */
export async function getProjectToJoin(ctx: AppContext, projectId?: string): Promise<ProjectScope | null> {
  const id = projectId ?? (await ctx.stores.organizations.defaults())?.projectId ?? null;
  return id === null ? null : enterProject(ctx, 'project:member:write', id);
}
