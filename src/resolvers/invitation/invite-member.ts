import type { AppContext } from '../../context.js';
import { ConflictError, ForbiddenError } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Role } from '../../roles.js';
import type { InvitationRow } from '../../stores/invitation/invitation-store.js';
import type { MemberScope } from '../../stores/member-store.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';

/** Maximum number of open invitations per project or organization. */
const maxOpenInvitations = 1_000;

const invitationDays = 30;

export interface MemberAddition {
  readonly scope: MemberScope;
  readonly email: string;
  readonly role: Role;
  readonly now: Date;
}

/** Stores an invitation to a project or an organization. It replaces an open one. @throws ConflictError for too many open ones */
export async function inviteMember(
  ctx: AppContext,
  unit: UnitOfWork,
  addition: MemberAddition,
): Promise<InvitationRow> {
  const { scope, email, role, now } = addition;
  const { user } = ctx.caller;
  if (!user)
    throw new ForbiddenError(
      'Invitations are sent by users, and there is no admin yet. Create the first admin, then try again.',
    );
  const { invitations, membershipInvitations } = unit.stores;
  await invitations.lockAddress(email);
  await membershipInvitations.replace(scope, email, now);
  if ((await membershipInvitations.count(scope, now)) >= maxOpenInvitations)
    throw new ConflictError(`There are ${maxOpenInvitations} open invitations already. Revoke some, then try again.`);
  const expiresAt = new Date(now.getTime() + invitationDays * 86_400_000);
  const given = { id: newId(), email, role, invitedBy: user.id, expiresAt, now };
  const invitation = await membershipInvitations.insert(scope, given);
  await unit.audit({
    action: 'invitation.create',
    targetId: given.id,
    place: scope,
    after: { email, role, expiresAt },
  });
  return invitation;
}
