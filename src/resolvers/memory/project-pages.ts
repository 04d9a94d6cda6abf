import { authorize } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page } from '../../page.js';
import type { MemoryRow } from '../../stores/memory-row.js';
import { countMemoriesOfProjects, firstMemoriesOfProjects } from './project-memories.js';

/** Which projects, how many memories of each (1 to 100, default 20), and how to count one project's memories when asked. */
export interface FirstPagesInput {
  readonly projectIds: readonly string[];
  readonly first: number | null | undefined;
  readonly total: (projectId: string) => Promise<number>;
}

/**
 * The first page of memories of many projects, newest first, in one statement.
 * @throws ValidationError for `first`, and what `authorize` throws for any of the projects
 */
export async function firstPagesOfProjects(ctx: AppContext, input: FirstPagesInput): Promise<Page<MemoryRow>[]> {
  const window = pageWindow({ first: input.first });
  const scopes = await readable(ctx, input.projectIds);
  const lists = await firstMemoriesOfProjects(ctx, { scopes, limit: window.limit + 1 });
  return lists.map((rows, index) =>
    toPage(window, rows, {
      key: (row) => [row.createdAt.toISOString(), row.id],
      total: () => input.total(input.projectIds[index] ?? ''),
    }),
  );
}

/** The number of memories of each of these projects, in their order, in one statement. */
export async function countsOfProjects(ctx: AppContext, input: { projectIds: readonly string[] }): Promise<readonly number[]> {
  return countMemoriesOfProjects(ctx, { scopes: await readable(ctx, input.projectIds) });
}

function readable(ctx: AppContext, projectIds: readonly string[]) {
  return Promise.all(projectIds.map((id) => authorize(ctx, 'memory:read', id)));
}
