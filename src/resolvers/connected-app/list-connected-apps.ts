import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { ConnectedAppRow } from '../../stores/connected-app/connected-app-store.js';
import { requirePerson } from './authorization-request.js';

/** Lists the caller's connected apps with valid access, newest first. @throws ForbiddenError for API keys */
export async function listConnectedApps(ctx: AppContext, page: PageArgs): Promise<Page<ConnectedAppRow>> {
  const filter = { userId: requirePerson(ctx).id, now: ctx.now() };
  const window = pageWindow(page);
  return toPage(window, await ctx.stores.connectedApps.list(filter, window), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.connectedApps.count(filter),
  });
}
