import type { AppContext } from '../../context.js';
import { notFound } from '../../errors.js';
import { pageWindow, toTimedPage, type Page, type PageArgs } from '../../page.js';
import type { ConnectedAppRow } from '../../stores/connected-app/connected-app-store.js';
import { requirePerson } from './authorization-request.js';

/** Lists the caller's connected apps with valid access, newest first. @throws ForbiddenError for API keys */
export async function listConnectedApps(ctx: AppContext, page: PageArgs): Promise<Page<ConnectedAppRow>> {
  const filter = { userId: requirePerson(ctx).id, now: ctx.now() };
  const window = pageWindow(page);
  return toTimedPage(window, await ctx.stores.connectedApps.list(filter, window), () =>
    ctx.stores.connectedApps.count(filter),
  );
}

/** Returns a connected app of the caller with valid access by its id. @throws NotFoundError; as {@link listConnectedApps} */
export async function getConnectedApp(ctx: AppContext, { id }: { id: string }): Promise<ConnectedAppRow> {
  const user = requirePerson(ctx);
  const found = await ctx.stores.connectedApps.find(id);
  if (found?.userId !== user.id || found.revokedAt !== null || found.expiresAt <= ctx.now())
    throw notFound('Connected app');
  return found;
}
