import type { ProjectScope } from '../../auth/scope.js';
import { onReplica, type AppContext } from '../../context.js';
import { memoryColumns, type MemoryColumn, type MemoryRow } from '../../stores/memory/memory-row.js';
import { toCalendarDay } from '../../validate.js';

/** Returns the newest visible memories of each project. @param input.columns columns to read, including `projectId` */
export async function listFirstMemoriesOfProjects(
  ctx: AppContext,
  input: { scopes: readonly ProjectScope[]; limit: number; columns?: readonly MemoryColumn[] },
): Promise<readonly (readonly MemoryRow[])[]> {
  if (input.scopes.length === 0) return [];
  const expiredBefore = toCalendarDay(ctx.now());
  const rows = await onReplica(ctx).stores.memories.firstOfProjects(input.scopes, {
    limit: input.limit,
    expiredBefore,
    columns: input.columns ?? memoryColumns,
  });
  const byProject = new Map(input.scopes.map((scope) => [scope.projectId, [] as MemoryRow[]]));
  for (const row of rows) byProject.get(row.projectId)?.push(row);
  return input.scopes.map((scope) => byProject.get(scope.projectId) ?? []);
}

/** Counts the visible memories of each project, in the order of `scopes`, in one statement. */
export async function countMemoriesOfProjects(
  ctx: AppContext,
  input: { scopes: readonly ProjectScope[] },
): Promise<readonly number[]> {
  if (input.scopes.length === 0) return [];
  const rows = await onReplica(ctx).stores.memories.countOfProjects(input.scopes, toCalendarDay(ctx.now()));
  const byProject = new Map(rows.map((row) => [row.projectId, row.total]));
  return input.scopes.map((scope) => byProject.get(scope.projectId) ?? 0);
}
