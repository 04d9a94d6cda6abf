import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { NotFoundError, ValidationError } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { checkReadTimes } from './read-times.js';

/**
 * One memory of a project, also when it has expired. With `asOf`: as the server knew it at that time.
 * @throws ValidationError for what is no UUID, NotFoundError when it is absent, deleted, in another project or
 *   was added after `asOf`
 */
export async function getMemory(
  ctx: AppContext,
  input: { projectId: string; id: string; asOf?: Date | null | undefined },
): Promise<MemoryRow> {
  checkReadTimes(input);
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  checkMemoryId(input.id);
  return loadMemory(ctx, scope, input);
}

/** A memory that the caller may read, as it is or as it was. @throws NotFoundError */
export async function loadMemory(
  ctx: AppContext,
  scope: ProjectScope,
  { id, asOf }: { id: string; asOf?: Date | null | undefined },
): Promise<MemoryRow> {
  const { memories } = ctx.stores;
  const memory = asOf == null ? await memories.get(scope, id) : await memories.getAsOf(scope, id, asOf);
  if (!memory) throw createMemoryNotFoundError();
  return memory;
}

/** @throws ValidationError for what is no UUID */
export function checkMemoryId(id: string): void {
  if (!isUuid(id)) throw new ValidationError({ id: ['`memoryId` should be a valid UUID'] });
}

/** The one answer for memories that are absent, deleted or out of the caller's sight. */
export function createMemoryNotFoundError(): NotFoundError {
  return new NotFoundError('Memory not found!');
}
