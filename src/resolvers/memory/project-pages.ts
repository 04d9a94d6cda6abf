import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page } from '../../page.js';
import type { MemoryColumn, MemoryRow } from '../../stores/memory/memory-row.js';
import { countMemoriesOfProjects, listFirstMemoriesOfProjects } from './project-memories.js';

export { isMemoryColumn, memoryColumns } from '../../stores/memory/memory-row.js';

/** Which projects, how many memories of each (1 to 100, default 20), and how to count one project's memories when asked. */
export interface FirstPagesInput {
  readonly projectIds: readonly string[];
  readonly first: number | null | undefined;
  /** The columns that will be read, `id`, `projectId` and `createdAt` among them; others may be missing in the rows. */
  readonly columns: readonly MemoryColumn[];
  readonly total: (projectId: string) => Promise<number>;
}

/**
 * The first page of memories of many projects, newest first, in one statement.
 * @throws ValidationError for `first`, and what `authorize` throws for any of the projects
 */
export async function listFirstPagesOfProjects(ctx: AppContext, input: FirstPagesInput): Promise<Page<MemoryRow>[]> {
  const window = pageWindow({ first: input.first });
  const scopes = await readable(ctx, input.projectIds);
  const limit = window.limit + 1;
  const lists = await listFirstMemoriesOfProjects(ctx, { scopes, limit, columns: input.columns });
  return lists.map((rows, index) => toFirstPage(rows, input.first, () => input.total(input.projectIds[index] ?? '')));
}

/** Makes the first page of a list of memories, newest first, from its rows: one more than the page, if there are more. */
export function toFirstPage(
  rows: readonly MemoryRow[],
  first: number | null | undefined,
  total: () => Promise<number>,
): Page<MemoryRow> {
  return toPage(pageWindow({ first }), rows, { key: (row) => [row.createdAt.toISOString(), row.id], total });
}

/** The number of memories of each of these projects, in their order, in one statement. */
export async function countsOfProjects(
  ctx: AppContext,
  input: { projectIds: readonly string[] },
): Promise<readonly number[]> {
  return countMemoriesOfProjects(ctx, { scopes: await readable(ctx, input.projectIds) });
}

function readable(ctx: AppContext, projectIds: readonly string[]) {
  return Promise.all(projectIds.map((id) => enterProject(ctx, 'memory:read', id)));
}
