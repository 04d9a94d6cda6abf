import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { LogStreamRow } from '../../stores/log-stream/log-stream-store.js';
import { authorizeLogStreams, type LogStreamPlace } from './log-stream-access.js';

/** Lists the log streams of a project, or of an organization with all of its projects. @throws ValidationError */
export async function listLogStreams(ctx: AppContext, input: LogStreamPlace & PageArgs): Promise<Page<LogStreamRow>> {
  const window = pageWindow(input);
  const scope = await authorizeLogStreams(ctx, 'logStream:read', input);
  return toPage(window, await ctx.stores.logStreams.page(scope, window), {
    key: (row) => [row.id],
    total: () => ctx.stores.logStreams.count(scope),
  });
}
