import { enterProject } from '../../auth/enter-project.js';
import { onReplica, type AppContext } from '../../context.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { createMemoryQuery, noteMemories, type MemorySelection } from './list-memories.js';
import { toPageWindow } from './numbered-page.js';
import { pageWalk } from './page-walk.js';
import { checkReadTimes } from './read-times.js';

export interface ListMemoriesByPageInput extends MemorySelection {
  /** Page number, from 1. */
  readonly page: number;
  /** 1 to 200. */
  readonly pageSize: number;
}

export interface MemoriesByPage {
  readonly rows: readonly MemoryRow[];
  /** Number of memories on all pages. */
  readonly total: number;
  readonly hasNextPage: boolean;
}

/** Lists memories by page number, newest first, consistently across pages: see {@link pageWalk}. */
export async function listMemoriesByPage(given: AppContext, input: ListMemoriesByPageInput): Promise<MemoriesByPage> {
  checkReadTimes(input);
  const { limit, offset } = toPageWindow(input);
  const ctx = onReplica(given);
  const query = createMemoryQuery(ctx, input);
  const [walk, { rows: read, total }] = await ctx.admission.run('read', async () => {
    const scope = await enterProject(given, 'memory:read', input.projectId);
    const entered = pageWalk(ctx, [scope.projectId, query, limit]);
    const key = entered.startOf(input.page);
    const from = key === null ? { offset } : { key };
    return [entered, await ctx.stores.memories.page(scope, query, { limit: limit + 1, from })] as const;
  });
  const rows = read.slice(0, limit);
  noteMemories(ctx, rows);
  const last = rows.at(-1);
  if (last) walk.ended(input.page, [last.createdAt.toISOString(), last.id]);
  return { rows, total, hasNextPage: read.length > limit };
}
