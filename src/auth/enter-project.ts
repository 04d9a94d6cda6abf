import type { AppContext } from '../context.js';
import { authorize } from './authorize.js';
import { hasAccepted, markDeletions } from './mark-deletions.js';
import type { ProjectAction } from './permissions.js';
import type { ProjectScope } from './scope.js';

/** Authorizes `action` in the project and marks memories of accepted deletions. @throws as `authorize` */
export async function enterProject(ctx: AppContext, action: ProjectAction, projectId: string): Promise<ProjectScope> {
  const scope = await authorize(ctx, action, projectId);
  // Deleting the project does not depend on deletions inside it.
  if (action === 'project:delete') return scope;
  // `authorize` has cached the row; this call runs no statement.
  const access = await ctx.access.project(projectId);
  if (access?.hasUnmarkedDeletion || hasAccepted(ctx, projectId)) await markDeletions(ctx, scope);
  return scope;
}
