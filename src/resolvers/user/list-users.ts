import { requireAdmin } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toTimedPage, type Page, type PageArgs } from '../../page.js';
import type { UserRow } from '../../stores/user-store.js';

/** Lists all users, oldest first. @throws UnauthenticatedError; ForbiddenError for non-admins */
export async function listUsers(ctx: AppContext, page: PageArgs): Promise<Page<UserRow>> {
  requireAdmin(ctx);
  const window = pageWindow(page);
  return toTimedPage(window, await ctx.stores.users.list(window), () => ctx.stores.users.count());
}
