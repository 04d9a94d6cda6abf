import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';

/**
 * Returns the project that a new user joins: the given one, else the default one unless `NEW_USERS_JOIN_DEFAULT_PROJECT` is false.
 * @throws NotFoundError, ForbiddenError
 */
export async function getProjectToJoin(
  ctx: AppContext,
  projectId: string | null | undefined,
): Promise<ProjectScope | null> {
  if (projectId != null) return enterProject(ctx, 'project:member:write', projectId);
  const id = ctx.config.auth.newUsersJoinDefaultProject && (await ctx.stores.organizations.defaults())?.projectId;
  return id ? enterProject(ctx, 'project:member:write', id) : null;
}
