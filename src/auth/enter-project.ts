import type { AppContext } from '../context.js';
import { authorize } from './authorize.js';
import { hasAccepted, markDeletions } from './mark-deletions.js';
import type { ProjectAction } from './permissions.js';
import type { ProjectScope } from './scope.js';

/**
 * Checks that the caller may do `action` in the project, marks the memories of accepted deletions there, and returns the scope. So no
 * use case sees a memory whose deletion was accepted.
 * @throws what `authorize` throws
 */
export async function enterProject(ctx: AppContext, action: ProjectAction, projectId: string): Promise<ProjectScope> {
  const scope = await authorize(ctx, action, projectId);
  // Deleting the project does not depend on deletions inside.
  if (action === 'project:delete') return scope;
  // Read by `authorize` in this request: no further statement.
  const access = await ctx.access.project(projectId);
  if (access?.hasUnmarkedDeletion || hasAccepted(ctx, projectId)) await markDeletions(ctx, scope);
  return scope;
}
