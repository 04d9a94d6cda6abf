import type { AppContext } from '../../context.js';
import { ForbiddenError } from '../../errors.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { ReceivedInvitationRow } from '../../stores/invitation/membership-invitation-store.js';
import { requireUser } from '../user/require-user.js';

/** Lists the open invitations that the caller received, newest first. @throws ForbiddenError for bound keys */
export async function listReceivedInvitations(ctx: AppContext, page: PageArgs): Promise<Page<ReceivedInvitationRow>> {
  const window = pageWindow(page);
  const { id } = requireUser(ctx);
  if (ctx.caller.key?.projectId)
    throw new ForbiddenError('This API key is bound to one project and cannot read the invitations of its owner.');
  const now = ctx.now();
  const { membershipInvitations } = ctx.stores;
  return toPage(window, await membershipInvitations.listReceived(id, now, window), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => membershipInvitations.countReceived(id, now),
  });
}
