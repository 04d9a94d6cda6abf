import { enterProject } from '../../auth/enter-project.js';
import { onReplica, type AppContext } from '../../context.js';
import { pageWindow, toTimedPage, type Page } from '../../page.js';
import type { MemoryColumn, MemoryRow } from '../../stores/memory/memory-row.js';
import { toCalendarDay } from '../../validate.js';
import { groupBy } from '../shared/group-by.js';

export { isMemoryColumn, memoryColumns } from '../../stores/memory/memory-row.js';

/** First page of memories of each project. `first`: 1 to 100, default 20. `total` counts one project's memories. */
export interface FirstPagesInput {
  readonly projectIds: readonly string[];
  readonly first: number | null | undefined;
  /** Columns to read, including `id`, `projectId` and `createdAt`. The rows may lack all others. */
  readonly columns: readonly MemoryColumn[];
  readonly total: (projectId: string) => Promise<number>;
}

/** Returns the first page of memories of each project, newest first, in one statement. @throws ValidationError */
export async function listFirstPagesOfProjects(ctx: AppContext, input: FirstPagesInput): Promise<Page<MemoryRow>[]> {
  const window = pageWindow({ first: input.first });
  const scopes = await readable(ctx, input.projectIds);
  const rows = await onReplica(ctx).stores.memories.firstOfProjects(scopes, {
    limit: window.limit + 1,
    expiredBefore: toCalendarDay(ctx.now()),
    columns: input.columns,
  });
  const byProject = groupBy(rows, (row) => row.projectId);
  return input.projectIds.map((id) => toFirstPage(byProject.get(id) ?? [], input.first, () => input.total(id)));
}

/** Creates the first page of memories from rows, newest first, one more than the page if there are more. */
export function toFirstPage(
  rows: readonly MemoryRow[],
  first: number | null | undefined,
  total: () => Promise<number>,
): Page<MemoryRow> {
  return toTimedPage(pageWindow({ first }), rows, total);
}

/** Counts the visible memories of each project, in one statement. */
export async function countsOfProjects(
  ctx: AppContext,
  input: { projectIds: readonly string[] },
): Promise<readonly number[]> {
  const scopes = await readable(ctx, input.projectIds);
  const rows = await onReplica(ctx).stores.memories.countOfProjects(scopes, toCalendarDay(ctx.now()));
  const byProject = new Map(rows.map((row) => [row.projectId, row.total]));
  return input.projectIds.map((id) => byProject.get(id) ?? 0);
}

function readable(ctx: AppContext, projectIds: readonly string[]) {
  return Promise.all(projectIds.map((id) => enterProject(ctx, 'memory:read', id)));
}
