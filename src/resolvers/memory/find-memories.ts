import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { isUuid } from '../../ids.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';

/** Reads memories of a project in the order of `ids`, with null for missing ones, in one statement. For loaders. */
export async function findMemories(
  ctx: AppContext,
  input: { projectId: string; ids: readonly string[] },
): Promise<(MemoryRow | null)[]> {
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const rows = await ctx.stores.memories.getMany(scope, input.ids.filter(isUuid));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return input.ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}
