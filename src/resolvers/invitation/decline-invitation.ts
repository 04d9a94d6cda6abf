import { withoutWall, type AppContext } from '../../context.js';
import type { ReceivedInvitationRow } from '../../stores/invitation/membership-invitation-store.js';
import { transact } from '../../unit-of-work/transact.js';
import { requireOwnAccount } from '../user/require-user.js';
import { lockReceived, toInvitationScope } from './lock-received.js';

/**
 * Declines an invitation that the caller received.
 * @throws NotFoundError with one message for unknown, foreign, ended and expired invitations, and if the inviter is no
 * longer an OWNER
 * @throws ForbiddenError for bound and read-only keys
 */
export async function declineInvitation(ctx: AppContext, input: { id: string }): Promise<ReceivedInvitationRow> {
  const { id: userId } = requireOwnAccount(ctx);
  return transact(withoutWall(ctx), async (unit) => {
    const now = ctx.now();
    const invitation = await lockReceived(unit, { id: input.id, userId, now });
    await unit.stores.membershipInvitations.decline(invitation.id, now);
    await unit.audit({ action: 'invitation.decline', targetId: invitation.id, place: toInvitationScope(invitation) });
    return invitation;
  });
}
