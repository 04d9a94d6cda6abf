import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { orNotFound } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { MemoryHistoryRow } from '../../stores/memory/memory-history.js';
import { groupBy } from '../shared/group-by.js';
import { readByProject, type MemoryKey } from '../shared/read-by-project.js';
import { checkMemoryId, createMemoryNotFoundError } from './get-memory.js';

/** Maximum number of changes returned for a single memory, and for each memory of a list. */
const shown = { alone: 1_000, listed: 100 } as const;

/**
 * Returns the latest 1,000 changes of a memory, oldest first, even after its deletion.
 * @throws ValidationError if `id` is not a UUID; NotFoundError if no such memory existed, or its removal is pending
 */
export async function listMemoryHistory(
  ctx: AppContext,
  input: { projectId: string; id: string },
): Promise<readonly MemoryHistoryRow[]> {
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  checkMemoryId(input.id);
  const changes = await ctx.stores.history.ofMemories(scope, [input.id], shown.alone);
  if (changes.length === 0) throw createMemoryNotFoundError();
  return changes;
}

/** Returns a change of any project by its id, even after the deletion of its memory. @throws NotFoundError if missing or hidden */
export async function getMemoryChange(ctx: AppContext, { id }: { id: string }): Promise<MemoryHistoryRow> {
  requireCaller(ctx);
  const find = async () => {
    return orNotFound(isUuid(id) ? await ctx.stores.history.find(id) : null, 'Memory change');
  };
  // To enter a project marks the memories of accepted deletions, which hides their changes.
  await enterProject(ctx, 'memory:read', (await find()).projectId);
  return find();
}

/** Returns the latest 100 changes of each visible memory, oldest first. For loaders. */
export async function listHistoryOfMemories(
  ctx: AppContext,
  input: { memories: readonly MemoryKey[] },
): Promise<readonly (readonly MemoryHistoryRow[])[]> {
  const rows = await readByProject(ctx, input.memories, (scope, ids) =>
    ctx.stores.history.ofMemories(scope, ids, shown.listed),
  );
  const byMemory = groupBy(rows, (change) => change.memoryId);
  return input.memories.map(({ id }) => byMemory.get(id) ?? []);
}
