import type { CallerUser } from '../../auth/caller.js';
import type { AppContext } from '../../context.js';
import { ForbiddenError, orNotFound } from '../../errors.js';
import { pageWindow, toTimedPage, type Page, type PageArgs } from '../../page.js';
import type { ReceivedInvitationRow } from '../../stores/invitation/membership-invitation-store.js';
import { requireUser } from '../user/require-user.js';

/** Lists the open invitations that the caller received, newest first. @throws ForbiddenError for bound keys */
export async function listReceivedInvitations(ctx: AppContext, page: PageArgs): Promise<Page<ReceivedInvitationRow>> {
  const window = pageWindow(page);
  const { id } = requireRecipient(ctx);
  const now = ctx.now();
  const { membershipInvitations } = ctx.stores;
  const rows = await membershipInvitations.listReceived(id, now, window);
  return toTimedPage(window, rows, () => membershipInvitations.countReceived(id, now));
}

/** Returns an open invitation that the caller received by its id. @throws NotFoundError; as {@link listReceivedInvitations} */
export async function getReceivedInvitation(ctx: AppContext, { id }: { id: string }): Promise<ReceivedInvitationRow> {
  const user = requireRecipient(ctx);
  return orNotFound(await ctx.stores.membershipInvitations.findReceived(id, user.id, ctx.now()), 'Invitation');
}

function requireRecipient(ctx: AppContext): CallerUser {
  const user = requireUser(ctx);
  if (ctx.caller.key?.projectId)
    throw new ForbiddenError('This API key is bound to one project and cannot read the invitations of its owner.');
  return user;
}
