import { operatorOrganization, operatorProject } from '../../auth/scope.js';
import { NotFoundError } from '../../errors.js';
import type { ReceivedInvitationRow } from '../../stores/invitation/membership-invitation-store.js';
import type { MemberScope } from '../../stores/member-store.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';

/** Finds an open invitation that a user received, and locks it. @throws NotFoundError */
export async function lockReceived(
  { stores }: UnitOfWork,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<ReceivedInvitationRow> {
  const invitation = await stores.membershipInvitations.lockReceived(id, userId, now);
  if (!invitation) throw invitationNotFound();
  return invitation;
}

/** Returns the place that an invitation is for. An OWNER created it, which authorizes joining. */
export function toInvitationScope({ organizationId, projectId }: ReceivedInvitationRow): MemberScope {
  return projectId === null ? operatorOrganization(organizationId) : operatorProject({ organizationId, projectId });
}

/** Returns the error of every invitation that cannot be accepted, so that they cannot be told apart. */
export const invitationNotFound = () => new NotFoundError('Invitation not found.');
