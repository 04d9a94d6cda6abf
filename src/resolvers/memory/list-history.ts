import { enterProject } from '../../auth/enter-project.js';
import { onReplica, type AppContext } from '../../context.js';
import { pageWindow, toTimedPage, type Page, type PageArgs } from '../../page.js';
import type { MemoryHistoryRow } from '../../stores/memory/memory-history.js';
import { toTimeAndIdWindow } from './list-key.js';
import { pageWalk, listWalkedPage } from './page-walk.js';
import { toPageWindow } from './numbered-page.js';

/** Lists changes of a project's memories, newest first, including deleted memories. @throws ValidationError */
export async function listHistory(
  given: AppContext,
  input: PageArgs & { projectId: string },
): Promise<Page<MemoryHistoryRow>> {
  const window = toTimeAndIdWindow(pageWindow(input));
  const scope = await enterProject(given, 'memory:read', input.projectId);
  const ctx = onReplica(given);
  const rows = await ctx.stores.history.feed(scope, window);
  return toTimedPage(window, rows, () => ctx.stores.history.feedCount(scope));
}

/** Lists changes by page number (from 1) and page size (1 to 200), consistently across pages: see {@link pageWalk}. */
export async function listHistoryByPage(
  given: AppContext,
  input: { projectId: string; page: number; pageSize: number },
): Promise<{ rows: readonly MemoryHistoryRow[]; total: number; hasNextPage: boolean }> {
  const page = { page: input.page, ...toPageWindow(input) };
  const scope = await enterProject(given, 'memory:read', input.projectId);
  const ctx = onReplica(given);
  const { history } = ctx.stores;
  const walk = pageWalk(ctx, ['history', scope.projectId, page.limit]);
  const [found, total] = await Promise.all([
    listWalkedPage(walk, page, {
      after: (window) => history.feed(scope, window),
      at: (place) => history.feedPage(scope, place),
    }),
    history.feedCount(scope),
  ]);
  return { ...found, total };
}
