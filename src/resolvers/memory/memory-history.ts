import { authorize } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import type { MemoryHistoryRow } from '../../stores/memory-history.js';
import { checkMemoryId, memoryNotFound } from './get-memory.js';

/**
 * What happened to one memory, oldest first. Readable after the memory was deleted.
 * @throws ValidationError for what is no UUID, NotFoundError when there never was such a memory in the project
 */
export async function memoryHistory(ctx: AppContext, input: { projectId: string; id: string }): Promise<readonly MemoryHistoryRow[]> {
  const scope = await authorize(ctx, 'memory:read', input.projectId);
  checkMemoryId(input.id);
  const changes = await ctx.stores.history.list(scope, input.id);
  if (changes.length === 0) throw memoryNotFound();
  return changes;
}
