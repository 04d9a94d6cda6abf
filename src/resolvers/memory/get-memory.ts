import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { NotFoundError, ValidationError } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';

/**
 * One memory of a project, also when it has expired.
 * @throws ValidationError for what is no UUID, NotFoundError when it is absent, deleted or in another project
 */
export async function getMemory(ctx: AppContext, input: { projectId: string; id: string }): Promise<MemoryRow> {
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  checkMemoryId(input.id);
  const memory = await ctx.stores.memories.get(scope, input.id);
  if (!memory) throw memoryNotFound();
  return memory;
}

/** @throws ValidationError for what is no UUID */
export function checkMemoryId(id: string): void {
  if (!isUuid(id)) throw new ValidationError({ id: ['`memoryId` should be a valid UUID'] });
}

/** The one answer for memories that are absent, deleted or out of the caller's sight. */
export function memoryNotFound(): NotFoundError {
  return new NotFoundError('Memory not found!');
}
