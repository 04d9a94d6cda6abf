import { getReach, isPermitted } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { Role } from '../../roles.js';
import { projectActions, type ProjectAction } from '../../auth/permissions.js';
import type { AppContext } from '../../context.js';
import { orNotFound } from '../../errors.js';
import { type OwnProject, createOwnProjectMapper } from './own-project.js';

/** Returns a project. @throws NotFoundError if it is missing or hidden */
export async function getProject(ctx: AppContext, id: string): Promise<OwnProject> {
  const scope = await enterProject(ctx, 'project:read', id);
  // Authorization has cached the project, so this runs no statement.
  const access = orNotFound(await ctx.access.project(id), 'Project');
  return { ...access.project, role: scope.role };
}

/** Returns the caller's role in a project, without a statement if the project was just read. @throws NotFoundError */
export async function getRoleInProject(ctx: AppContext, projectId: string): Promise<Role> {
  return (await enterProject(ctx, 'project:read', projectId)).role;
}

/** Lists what the caller may do in a project. @throws NotFoundError */
export async function listProjectPermissions(ctx: AppContext, projectId: string): Promise<ProjectAction[]> {
  const { role } = await enterProject(ctx, 'project:read', projectId);
  return projectActions.filter((action) => isPermitted(ctx.caller, action, role));
}

/** Returns the visible projects among these ids, by id, in one statement. For loaders. */
export async function projectsByIds(ctx: AppContext, ids: readonly string[]): Promise<Map<string, OwnProject>> {
  const rows = await ctx.stores.projects.byIds(getReach(ctx), ids);
  return new Map(rows.map((row) => [row.id, createOwnProjectMapper(ctx)(row)]));
}
