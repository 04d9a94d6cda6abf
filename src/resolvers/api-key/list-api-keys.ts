import type { AppContext } from '../../context.js';
import { pageWindow, toTimedPage, type Page, type PageArgs } from '../../page.js';
import type { ApiKeyRow } from '../../stores/api-key-store.js';
import { requireOwner } from './api-key-access.js';

/** Lists the caller's active keys, newest first. A key bound to a project sees only keys bound to the same project. */
export async function listApiKeys(ctx: AppContext, page: PageArgs): Promise<Page<ApiKeyRow>> {
  const filter = { userId: requireOwner(ctx).id, projectId: ctx.caller.key?.projectId ?? null };
  const window = pageWindow(page);
  return toTimedPage(window, await ctx.stores.apiKeys.list(filter, window), () => ctx.stores.apiKeys.count(filter));
}
