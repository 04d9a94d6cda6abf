import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { checkMemoryId, createMemoryNotFoundError, loadMemory } from './get-memory.js';
import { checkReadTimes } from './read-times.js';

/** Returns a memory of any project. @throws ValidationError for a malformed id; NotFoundError if missing or hidden */
export async function findMemory(
  ctx: AppContext,
  input: { id: string; asOf?: Date | null | undefined },
): Promise<MemoryRow> {
  checkMemoryId(input.id);
  checkReadTimes(input);
  const place = await ctx.stores.memories.projectOf(input.id);
  if (!place) throw createMemoryNotFoundError();
  const scope = await enterProject(ctx, 'memory:read', place.projectId).catch((error: unknown) => {
    // The error of a hidden project would reveal that the memory exists.
    throw error instanceof NotFoundError ? createMemoryNotFoundError() : error;
  });
  return loadMemory(ctx, scope, input);
}
