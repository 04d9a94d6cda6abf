import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toTimedPage, type Page, type PageArgs } from '../../page.js';
import type { ExportRow } from '../../stores/export-store.js';
import { toTimeAndIdWindow } from '../memory/list-key.js';

/** Lists the exports of a project, newest first. @throws ValidationError on paging arguments */
export async function listExports(ctx: AppContext, input: PageArgs & { projectId: string }): Promise<Page<ExportRow>> {
  const window = toTimeAndIdWindow(pageWindow(input));
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const now = ctx.now();
  return toTimedPage(window, await ctx.stores.exports.list(scope, window, now), () =>
    ctx.stores.exports.count(scope, now),
  );
}
