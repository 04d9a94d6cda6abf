import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toTimedPage, type Page } from '../../page.js';
import type { MemoryColumn, MemoryRow } from '../../stores/memory/memory-row.js';
import { countMemoriesOfProjects, listFirstMemoriesOfProjects } from './project-memories.js';

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
  const limit = window.limit + 1;
  const lists = await listFirstMemoriesOfProjects(ctx, { scopes, limit, columns: input.columns });
  return lists.map((rows, index) => toFirstPage(rows, input.first, () => input.total(input.projectIds[index] ?? '')));
}

/** Creates the first page of memories from rows, newest first, one more than the page if there are more. */
export function toFirstPage(
  rows: readonly MemoryRow[],
  first: number | null | undefined,
  total: () => Promise<number>,
): Page<MemoryRow> {
  return toTimedPage(pageWindow({ first }), rows, total);
}

/** Counts the memories of each project, in one statement. */
export async function countsOfProjects(
  ctx: AppContext,
  input: { projectIds: readonly string[] },
): Promise<readonly number[]> {
  return countMemoriesOfProjects(ctx, { scopes: await readable(ctx, input.projectIds) });
}

function readable(ctx: AppContext, projectIds: readonly string[]) {
  return Promise.all(projectIds.map((id) => enterProject(ctx, 'memory:read', id)));
}
