import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import type { MemoryHistoryRow } from '../../stores/memory/memory-history.js';
import { groupBy } from '../shared/group-by.js';
import { checkMemoryId, createMemoryNotFoundError } from './get-memory.js';

/** Changes of one memory that are told at once: by itself, and in a list of memories. */
const shown = { alone: 1_000, listed: 100 } as const;

/**
 * What happened to one memory, oldest first: the latest 1,000 changes. Readable after the memory was deleted; of one that went in a bulk
 * deletion, nothing until it is removed, and then the deletion alone.
 * @throws ValidationError for what is no UUID, NotFoundError when there never was such a memory in the project, or it waits for its removal
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

/** The latest changes of memories that the caller sees, at most 100 of each, oldest first: for loaders. @returns lists in the order of `memories` */
export async function listHistoryOfMemories(
  ctx: AppContext,
  input: { memories: readonly { readonly id: string; readonly projectId: string }[] },
): Promise<readonly (readonly MemoryHistoryRow[])[]> {
  const byProject = groupBy(input.memories, (memory) => memory.projectId);
  const lists = await Promise.all(
    [...byProject].map(async ([projectId, memories]) => {
      const scope = await enterProject(ctx, 'memory:read', projectId);
      return ctx.stores.history.ofMemories(scope, [...new Set(memories.map(({ id }) => id))], shown.listed);
    }),
  );
  const byMemory = groupBy(lists.flat(), (change) => change.memoryId);
  return input.memories.map(({ id }) => byMemory.get(id) ?? []);
}
