import { authorize } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page } from '../../page.js';
import type { MemoryColumn, MemoryRow } from '../../stores/memory/memory-row.js';
import { countMemoriesOfProjects, firstMemoriesOfProjects } from './project-memories.js';

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
export async function firstPagesOfProjects(ctx: AppContext, input: FirstPagesInput): Promise<Page<MemoryRow>[]> {
  const window = pageWindow({ first: input.first });
  const scopes = await readable(ctx, input.projectIds);
  const lists =
    readAlong(ctx, input, window.limit + 1) ??
    (await firstMemoriesOfProjects(ctx, { scopes, limit: window.limit + 1, columns: input.columns }));
  return lists.map((rows, index) =>
    toPage(window, rows, {
      key: (row) => [row.createdAt.toISOString(), row.id],
      total: () => input.total(input.projectIds[index] ?? ''),
    }),
  );
}

/** The rows, if they were read when the project was. */
function readAlong(
  ctx: AppContext,
  { projectIds, columns }: FirstPagesInput,
  limit: number,
): (readonly MemoryRow[])[] | null {
  const along = projectIds.length === 1 ? ctx.access.pages(projectIds[0] ?? '')?.memories : undefined;
  return along?.limit === limit && columns.every((column) => along.columns.includes(column)) ? [along.rows] : null;
}

/** The number of memories of each of these projects, in their order, in one statement. */
export async function countsOfProjects(
  ctx: AppContext,
  input: { projectIds: readonly string[] },
): Promise<readonly number[]> {
  return countMemoriesOfProjects(ctx, { scopes: await readable(ctx, input.projectIds) });
}

function readable(ctx: AppContext, projectIds: readonly string[]) {
  return Promise.all(projectIds.map((id) => authorize(ctx, 'memory:read', id)));
}
