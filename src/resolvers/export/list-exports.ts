import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { ExportRow } from '../../stores/export-store.js';
import { toTimeAndIdWindow } from '../memory/list-key.js';

/** Lists the exports of a project, newest first. @throws ValidationError on paging arguments */
export async function listExports(ctx: AppContext, input: PageArgs & { projectId: string }): Promise<Page<ExportRow>> {
  const window = toTimeAndIdWindow(pageWindow(input));
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const now = ctx.now();
  return toPage(window, await ctx.stores.exports.list(scope, window, now), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.exports.count(scope, now),
  });
}
