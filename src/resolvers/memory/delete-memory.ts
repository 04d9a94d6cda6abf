import { callerName } from '../../auth/caller.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { followDeletion } from '../../unit-of-work/follow-deletion.js';
import { announceRemoved } from '../deletion/announce-removed.js';
import { checkMemoryId, createMemoryNotFoundError, loadMemory } from './get-memory.js';
import { writeScope } from './write-scope.js';
import { toHistory } from './to-history.js';

export interface DeleteMemoryInput {
  readonly projectId: string;
  readonly id: string;
  /** Also deletes the memories that it replaced, those that they replaced, and so on. Default false. */
  readonly deleteReplaced?: boolean | null | undefined;
}

/**
 * Deletes a memory with its vectors. The history stays; without `keepDeletedText` of the project, its texts go too.
 * @returns the memory, and the ids of the replaced memories that were deleted with it
 * @throws ValidationError, NotFoundError
 */
export async function deleteMemory(
  ctx: AppContext,
  input: DeleteMemoryInput,
): Promise<{ memory: MemoryRow; replacedIds: string[] }> {
  checkMemoryId(input.id);
  const scope = await writeScope(ctx, 'memory:delete', input);
  return transact(ctx, async (unit) => {
    const memory = await unit.stores.memories.lock(scope, input.id, 'deletion');
    if (!memory) throw createMemoryNotFoundError();
    const replaced = input.deleteReplaced === true ? await unit.stores.memories.lockReplaced(scope, memory.id) : [];
    await remove(ctx, unit, { scope, memories: [memory, ...replaced] });
    return { memory, replacedIds: replaced.map(({ id }) => id) };
  });
}

/** Returns the memory that {@link deleteMemory} would delete, to callers who may delete it. @throws like `deleteMemory` */
export async function previewMemoryDeletion(ctx: AppContext, input: DeleteMemoryInput): Promise<MemoryRow> {
  checkMemoryId(input.id);
  return loadMemory(ctx, await writeScope(ctx, 'memory:delete', input), { id: input.id });
}

async function remove(
  ctx: AppContext,
  unit: UnitOfWork,
  { scope, memories }: { scope: ProjectScope; memories: readonly MemoryRow[] },
): Promise<void> {
  const ids = memories.map(({ id }) => id);
  const by = { changedBy: callerName(ctx.caller), eventId: null };
  const now = ctx.now();
  // While the links still exist, which go with the memory.
  await unit.stores.history.dropReplacementTexts(scope, ids);
  await followDeletion(unit, scope, { memoryIds: ids, isRemoval: true, ...by, now });
  await unit.stores.memories.remove(scope, ids);
  await unit.stores.history.insert(
    scope,
    memories.map((memory) =>
      toHistory(memory, { event: 'DELETE', oldMemory: memory.text, newMemory: null, ...by, createdAt: now }),
    ),
  );
  await unit.stores.history.dropDeletedTexts(scope, ids);
  for (const { id, text } of memories)
    await unit.audit({ action: 'memory.delete', targetId: id, place: scope, before: { text } });
  await announceRemoved(unit, scope, { removed: memories, now });
}
