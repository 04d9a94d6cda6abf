import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';

/**
 * The project that an admin adds a new user to: the one with this id, or the default one. Null: no default project is left.
 * @throws NotFoundError; ForbiddenError unless the caller may change members there
 */
export async function getProjectToJoin(ctx: AppContext, projectId?: string): Promise<ProjectScope | null> {
  const id = projectId ?? (await ctx.stores.organizations.defaults())?.projectId ?? null;
  return id === null ? null : enterProject(ctx, 'project:members:write', id);
}
