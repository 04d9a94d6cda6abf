import { operatorOrganization, operatorProject } from '../../auth/scope.js';
import { withoutWall, type AppContext } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { NotFoundError } from '../../errors.js';
import type { ReceivedInvitationRow } from '../../stores/invitation/membership-invitation-store.js';
import type { MemberScope } from '../../stores/member-store.js';
import { requireOwnAccount } from '../user/require-user.js';

export interface AcceptedMembership {
  readonly organizationId: string;
  /** Null for an organization. */
  readonly projectId: string | null;
}

/**
 * Accepts an invitation that the caller received. Existing members keep their role.
 * @throws NotFoundError with one message for unknown, foreign, ended and expired invitations, and if the inviter is no
 * longer an OWNER
 * @throws ForbiddenError for bound and read-only keys
 */
export async function acceptMembership(ctx: AppContext, input: { id: string }): Promise<AcceptedMembership> {
  const { id: userId } = requireOwnAccount(ctx);
  return transact(withoutWall(ctx), async (unit) => {
    const now = ctx.now();
    const invitation = await lockReceived(unit, { id: input.id, userId, now });
    const scope = toScope(invitation);
    // The project or organization may just have been deleted.
    if (!(await unit.stores.members.lock(scope))) throw invitationNotFound();
    await unit.stores.members.insert(scope, { userId, role: invitation.role, now });
    await unit.stores.invitations.accept(invitation.id, now);
    await unit.announce('credentialChanged', { userId });
    const after = { userId, role: invitation.role };
    await unit.audit({ action: 'invitation.accept', targetId: invitation.id, place: scope, after });
    return { organizationId: invitation.organizationId, projectId: invitation.projectId };
  });
}

/** Declines an invitation that the caller received. @throws as {@link acceptMembership} */
export async function declineMembership(ctx: AppContext, input: { id: string }): Promise<ReceivedInvitationRow> {
  const { id: userId } = requireOwnAccount(ctx);
  return transact(withoutWall(ctx), async (unit) => {
    const now = ctx.now();
    const invitation = await lockReceived(unit, { id: input.id, userId, now });
    await unit.stores.membershipInvitations.decline(invitation.id, now);
    await unit.audit({ action: 'invitation.decline', targetId: invitation.id, place: toScope(invitation) });
    return invitation;
  });
}

async function lockReceived(
  { stores }: UnitOfWork,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<ReceivedInvitationRow> {
  const invitation = await stores.membershipInvitations.lockReceived(id, userId, now);
  if (!invitation) throw invitationNotFound();
  return invitation;
}

// An OWNER created the invitation, which authorizes joining.
function toScope({ organizationId, projectId }: ReceivedInvitationRow): MemberScope {
  return projectId === null ? operatorOrganization(organizationId) : operatorProject({ organizationId, projectId });
}

const invitationNotFound = () => new NotFoundError('Invitation not found.');
