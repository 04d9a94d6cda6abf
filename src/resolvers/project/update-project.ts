import { authorize, requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import { readProjectChanges, type ProjectInput } from './project-input.js';
import type { OwnProject } from './own-project.js';

/**
 * Changes settings of a project. What is undefined stays; null clears what can be empty.
 * @throws NotFoundError, ForbiddenError; ValidationError by field
 */
export async function updateProject(ctx: AppContext, input: ProjectInput & { projectId: string }): Promise<OwnProject> {
  requireCaller(ctx);
  const changes = readProjectChanges(input);
  const scope = await authorize(ctx, 'project:update', input.projectId);
  const row = await ctx.stores.projects.update(scope, changes, ctx.now());
  ctx.access.forget();
  if (!row) throw new NotFoundError('Project not found.');
  return { ...row, role: scope.role };
}
