import { enterProject } from '../../auth/enter-project.js';
import type { ProjectAction } from '../../auth/permissions.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { ForbiddenError } from '../../errors.js';
import { findMemory } from './find-memory.js';
import { createMemoryNotFoundError } from './get-memory.js';

/** Authorizes a change of one memory. READERs get 404 for a missing memory before 403. @throws ValidationError */
export async function writeScope(
  ctx: AppContext,
  action: ProjectAction,
  { projectId, id }: { projectId?: string | undefined; id: string },
): Promise<ProjectScope> {
  if (projectId === undefined) return enterProject(ctx, action, (await findMemory(ctx, { id })).projectId);
  try {
    return await enterProject(ctx, action, projectId);
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
    const scope = await enterProject(ctx, 'memory:read', projectId);
    throw (await ctx.stores.memories.get(scope, id)) ? error : createMemoryNotFoundError();
  }
}
