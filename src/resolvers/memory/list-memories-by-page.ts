import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import type { MemoryFilter } from '../../engine/filter.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { createMemoryQuery } from './list-memories.js';
import { toPageWindow } from './numbered-page.js';
import { pageWalk } from './page-walk.js';
import { checkReadTimes } from './read-times.js';

export interface ListMemoriesByPageInput {
  readonly projectId: string;
  /** Made by `readFilter`. Default: all memories of the project. */
  readonly filter?: MemoryFilter | null | undefined;
  /** From 1. */
  readonly page: number;
  /** 1 to 200. */
  readonly pageSize: number;
  /** Default false: expired memories are left out. */
  readonly showExpired?: boolean | null | undefined;
  /** Default false: superseded memories are returned too. */
  readonly latestOnly?: boolean | null | undefined;
  /** Default false: merged memories are left out. */
  readonly includeMerged?: boolean | null | undefined;
  /** Memories as the server knew them at this time; default: now. */
  readonly asOf?: Date | null | undefined;
  /** Memories that were true at this time; default: all. */
  readonly validAt?: Date | null | undefined;
}

export interface MemoriesByPage {
  readonly rows: readonly MemoryRow[];
  /** Number of memories on all pages. */
  readonly total: number;
  readonly hasNextPage: boolean;
}

/**
 * One page of a project's memories by number, newest first. A page beyond the end is empty. Consecutive pages show
 * each memory once, whatever is added and deleted meanwhile: see {@link pageWalk}.
 * @throws ValidationError, and what `authorize` throws
 */
export async function listMemoriesByPage(ctx: AppContext, input: ListMemoriesByPageInput): Promise<MemoriesByPage> {
  checkReadTimes(input);
  const { limit, offset } = toPageWindow(input);
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const query = createMemoryQuery(ctx, input);
  const walk = pageWalk(ctx, [scope.projectId, query, limit]);
  const key = walk.startOf(input.page);
  const isCounted = input.page > 1 && key === null;
  const [read, total] = await ctx.admission.run('read', () =>
    Promise.all([
      isCounted
        ? ctx.stores.memories.page(scope, query, { limit: limit + 1, offset })
        : ctx.stores.memories.list(scope, query, { order: newestFirst, window: { limit, backward: false, key } }),
      ctx.stores.memories.count(scope, query),
    ]),
  );
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  if (last) walk.ended(input.page, [last.createdAt.toISOString(), last.id]);
  return { rows, total, hasNextPage: read.length > limit };
}

const newestFirst = { field: 'createdAt', direction: 'desc' } as const;
