import { authorizeInOrganization, requireAdmin, requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { NotFoundError } from '../../errors.js';
import type { InvitationRow } from '../../stores/invitation/invitation-store.js';

/** Revokes an invitation to the caller's project, organization or (admins) installation. @throws NotFoundError */
export async function revokeInvitation(ctx: AppContext, input: { id: string }): Promise<InvitationRow> {
  const caller = requireCaller(ctx);
  const found = await ctx.stores.invitations.findOpen(input.id);
  if (found && found.userRole === null) await authorizePlace(ctx, found);
  else if (caller.isAdmin && !caller.key?.projectId) requireAdmin(ctx);
  else throw invitationNotFound();
  return transact(ctx, async ({ stores, audit }) => {
    const revoked = await stores.invitations.revoke(input.id, ctx.now());
    if (!revoked) throw invitationNotFound();
    const { email, organizationId, projectId } = revoked;
    const place = { organizationId, projectId };
    await audit({ action: 'invitation.revoke', targetId: revoked.id, place, before: { email } });
    return revoked;
  });
}

/** Callers who cannot see the project or organization get the error of an unknown invitation. */
async function authorizePlace(ctx: AppContext, { organizationId, projectId }: InvitationRow): Promise<void> {
  try {
    if (projectId !== null) await enterProject(ctx, 'project:member:write', projectId);
    else if (organizationId !== null)
      await authorizeInOrganization(ctx, 'organization:member:write', { organizationId, noun: 'Invitation' });
  } catch (error) {
    throw error instanceof NotFoundError ? invitationNotFound() : error;
  }
}

const invitationNotFound = () => new NotFoundError('Invitation not found.');
