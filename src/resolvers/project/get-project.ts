import { getReach } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { Role } from '../../auth/permissions.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import { type OwnProject, createOwnProjectMapper } from './own-project.js';

/** One project. @throws NotFoundError when there is none that the caller may see */
export async function getProject(ctx: AppContext, id: string): Promise<OwnProject> {
  const scope = await enterProject(ctx, 'project:read', id);
  // Read together with the memberships: no further statement.
  const access = await ctx.access.project(id);
  if (!access) throw new NotFoundError('Project not found.');
  return { ...access.project, role: scope.role };
}

/** What the caller may do in a project. Of a project that was just read it is known. @throws NotFoundError when the caller may not see it */
export async function getRoleInProject(ctx: AppContext, projectId: string): Promise<Role> {
  return (await enterProject(ctx, 'project:read', projectId)).role;
}

/** Those of these projects that the caller may see, by id: for loaders. One statement. */
export async function projectsByIds(ctx: AppContext, ids: readonly string[]): Promise<Map<string, OwnProject>> {
  const rows = await ctx.stores.projects.byIds(getReach(ctx), ids);
  return new Map(rows.map((row) => [row.id, createOwnProjectMapper(ctx)(row)]));
}
