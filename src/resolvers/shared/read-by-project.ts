import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { groupBy } from './group-by.js';

export interface MemoryKey {
  readonly id: string;
  readonly projectId: string;
}

/** Reads what belongs to visible memories, with one statement for each project. For loaders. */
export async function readByProject<Row>(
  ctx: AppContext,
  memories: readonly MemoryKey[],
  read: (scope: ProjectScope, ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const byProject = groupBy(memories, (memory) => memory.projectId);
  const lists = await Promise.all(
    [...byProject].map(async ([projectId, own]) =>
      read(await enterProject(ctx, 'memory:read', projectId), [...new Set(own.map(({ id }) => id))]),
    ),
  );
  return lists.flat();
}
