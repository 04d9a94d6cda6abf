import { enterProject } from '../../auth/enter-project.js';
import type { ProjectAction } from '../../auth/permissions.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { ForbiddenError } from '../../errors.js';
import { findMemory } from './find-memory.js';
import { createMemoryNotFoundError } from './get-memory.js';

/**
 * Where one memory is to be changed. What is not there is not there for anybody: those who may only read hear of that first, whether
 * they name the project or not.
 * @throws ValidationError for what is no UUID, NotFoundError, and what `authorize` throws
 */
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
