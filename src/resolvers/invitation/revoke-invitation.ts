import { requireAdmin } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import type { InvitationRow } from '../../stores/invitation/invitation-store.js';

/** Ends an invitation. @throws ForbiddenError; NotFoundError when it is unknown, accepted or revoked */
export async function revokeInvitation(ctx: AppContext, input: { id: string }): Promise<InvitationRow> {
  requireAdmin(ctx);
  const revoked = await ctx.stores.invitations.revoke(input.id, ctx.now());
  if (!revoked) throw new NotFoundError('Invitation not found.');
  return revoked;
}
