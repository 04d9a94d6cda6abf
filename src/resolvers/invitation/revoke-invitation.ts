import { requireAdmin } from '../../auth/authorize.js';
import { transact, type AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import type { InvitationRow } from '../../stores/invitation/invitation-store.js';

/** Ends an invitation. @throws ForbiddenError; NotFoundError when it is unknown, accepted or revoked */
export async function revokeInvitation(ctx: AppContext, input: { id: string }): Promise<InvitationRow> {
  requireAdmin(ctx);
  return transact(ctx, async ({ stores, audit }) => {
    const revoked = await stores.invitations.revoke(input.id, ctx.now());
    if (!revoked) throw new NotFoundError('Invitation not found.');
    const { email, projectId } = revoked;
    await audit({ action: 'invitation.revoke', targetId: revoked.id, place: { projectId }, before: { email } });
    return revoked;
  });
}
