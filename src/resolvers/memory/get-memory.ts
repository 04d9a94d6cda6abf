import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { NotFoundError, ValidationError } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { checkReadTimes } from './read-times.js';

/**
 * Returns a memory of a project, even if expired. With `asOf`, returns its state at that time.
 * @throws ValidationError if `id` is not a UUID; NotFoundError if it is missing, deleted or newer than `asOf`
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

/** Returns a memory that the caller may read, in its current state or as of a time. @throws NotFoundError */
export async function loadMemory(
  ctx: AppContext,
  scope: ProjectScope,
  { id, asOf }: { id: string; asOf?: Date | null | undefined },
): Promise<MemoryRow> {
  const { memories } = ctx.stores;
  const memory = asOf == null ? await memories.get(scope, id) : await memories.getAsOf(scope, id, asOf);
  if (!memory) throw createMemoryNotFoundError();
  ctx.noteObjects('memory', [memory.id]);
  return memory;
}

/** Validates a memory id. @throws ValidationError if it is not a UUID */
export function checkMemoryId(id: string): void {
  if (!isUuid(id)) throw new ValidationError({ id: ['`memoryId` should be a valid UUID'] });
}

/** Creates the error for memories that are missing, deleted or hidden. */
export function createMemoryNotFoundError(): NotFoundError {
  return new NotFoundError('Memory not found!');
}
