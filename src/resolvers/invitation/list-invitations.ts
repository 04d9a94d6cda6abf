import { requireAdmin } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { InvitationRow } from '../../stores/invitation/invitation-store.js';

/** Invitations that can still be accepted, newest first. @throws UnauthenticatedError; ForbiddenError for everyone but admins */
export async function listInvitations(ctx: AppContext, page: PageArgs): Promise<Page<InvitationRow>> {
  requireAdmin(ctx);
  const window = pageWindow(page);
  const now = ctx.now();
  return toPage(window, await ctx.stores.invitations.listOpen(now, window), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.invitations.countOpen(now),
  });
}
