import { enterProject } from '../../auth/enter-project.js';
import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { ForbiddenError, NotFoundError, nullFor } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { groupBy } from '../shared/group-by.js';

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

/**
 * Reads memories of any project in the order of `ids`, with null for missing and hidden ones: two statements, and one for
 * each project. For loaders. @throws UnauthenticatedError without a credential, whatever the ids
 */
export async function findMemoriesOfProjects(
  ctx: AppContext,
  input: { ids: readonly string[] },
): Promise<(MemoryRow | null)[]> {
  requireCaller(ctx);
  const found = await ctx.stores.memories.projectsOf(input.ids.filter(isUuid));
  const byProject = groupBy(found, ({ projectId }) => projectId);
  // The error of a hidden project would reveal that the memory exists.
  const isHidden = nullFor(NotFoundError, ForbiddenError);
  const lists = await Promise.all(
    [...byProject].map(([projectId, rows]) =>
      findMemories(ctx, { projectId, ids: rows.map(({ id }) => id) }).catch(isHidden),
    ),
  );
  const byId = new Map(lists.flat().map((row) => [row?.id, row]));
  return input.ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}
