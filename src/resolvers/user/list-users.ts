import { requireAdmin } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { UserRow } from '../../stores/user-store.js';

/** Lists all users, oldest first. @throws UnauthenticatedError; ForbiddenError for non-admins */
export async function listUsers(ctx: AppContext, page: PageArgs): Promise<Page<UserRow>> {
  requireAdmin(ctx);
  const window = pageWindow(page);
  return toPage(window, await ctx.stores.users.list(window), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.users.count(),
  });
}
