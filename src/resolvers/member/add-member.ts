import { requireCaller } from '../../auth/authorize.js';
import type { Role } from '../../auth/permissions.js';
import type { AppContext, UnitOfWork } from '../../context.js';
import { ConflictError, ForbiddenError, ValidationError } from '../../errors.js';
import { newId } from '../../ids.js';
import type { InvitationRow } from '../../stores/invitation/invitation-store.js';
import type { MemberRow, MemberScope } from '../../stores/member/member-store.js';
import { collectFieldErrors } from '../../validate.js';
import { readEmail, readRole } from '../shared/text-fields.js';
import {
  type ProjectMemberInput,
  type WithRole,
  projectPlace,
  type OrganizationMemberInput,
  organizationPlace,
  type Place,
  changeMembers,
  assertMember,
} from './change-members.js';

/** What adding a member by address did: exactly one of the two is set. */
export interface AddedMember {
  /** The member, if the caller can see that the address belongs to the organization already. */
  readonly member: MemberRow | null;
  /** The invitation, for every other address, whether a user has it or not. */
  readonly invitation: InvitationRow | null;
}

/** Maximum number of open invitations to one project or organization. */
export const maxOpenInvitations = 1_000;

const invitationDays = 30;

/**
 * Adds a member of the organization to one of its projects, and invites every other address. The outcome and the statements are the
 * same for addresses with and without a user. A member who has this role already stays unchanged.
 * @throws NotFoundError for a hidden project; ForbiddenError; ConflictError for too many open invitations; ValidationError, also for a
 *   member with the other role
 */
export async function addProjectMember(ctx: AppContext, input: ProjectMemberInput & WithRole): Promise<AddedMember> {
  return addMember(ctx, projectPlace(input.projectId), input);
}

/** As {@link addProjectMember}, for an organization: immediate for members of a project inside. */
export async function addOrganizationMember(
  ctx: AppContext,
  input: OrganizationMemberInput & WithRole,
): Promise<AddedMember> {
  return addMember(ctx, organizationPlace(input.organizationId), input);
}

async function addMember(ctx: AppContext, place: Place, input: { email: string } & WithRole): Promise<AddedMember> {
  requireCaller(ctx);
  const check = collectFieldErrors();
  const email = readEmail(check, input.email);
  const role = readRole(check, input.role);
  check.throwIfAny();
  const allowed = await place.authorize(ctx);
  const sight = await getSight(ctx, allowed);
  return changeMembers(ctx, { place, allowed }, async (unit, scope) => {
    const addition = { scope, email, role, now: ctx.now() };
    const present = await unit.stores.members.find(scope, email);
    if (present) return { member: withRole(place, present, role), invitation: null };
    const userId = sight && (await unit.stores.members.findColleague(scope, email, sight === 'EVERYONE'));
    if (userId === null) return { member: null, invitation: await invite(ctx, unit, addition) };
    await join(unit, addition, userId);
    return { member: assertMember(place, await unit.stores.members.find(scope, email)), invitation: null };
  });
}

interface Addition {
  readonly scope: MemberScope;
  readonly email: string;
  readonly role: Role;
  readonly now: Date;
}

function withRole(place: Place, member: MemberRow, role: Role): MemberRow {
  if (member.role === role) return member;
  throw new ValidationError({ email: [`This user is already a member of this ${place.noun}, with another role.`] });
}

/** Whose membership in the organization the caller can see; null: no one's. Read with the scope: no further statement. */
async function getSight(ctx: AppContext, scope: MemberScope): Promise<'EVERYONE' | 'MEMBERS' | null> {
  const access =
    'projectId' in scope
      ? await ctx.access.project(scope.projectId)
      : await ctx.access.organization(scope.organizationId);
  const role = ctx.caller.isAdmin ? 'OWNER' : (access?.organizationRole ?? null);
  // Only an OWNER whose key is not bound to one project sees the members of every project.
  if (role === 'OWNER' && !ctx.caller.key?.projectId) return 'EVERYONE';
  return role && 'MEMBERS';
}

async function join(unit: UnitOfWork, { scope, email, role, now }: Addition, userId: string): Promise<void> {
  await unit.stores.members.insert(scope, { userId, role, now });
  await unit.stores.membershipInvitations.replace(scope, email, now);
  await unit.announce('credentialChanged', { userId });
  await unit.audit({ action: 'member.add', targetId: userId, place: scope, after: { role } });
}

async function invite(ctx: AppContext, unit: UnitOfWork, addition: Addition): Promise<InvitationRow> {
  const { scope, email, role, now } = addition;
  const { user } = ctx.caller;
  if (!user)
    throw new ForbiddenError(
      'Invitations are sent by users, and there is no admin yet. Create the first admin, then try again.',
    );
  const { membershipInvitations } = unit.stores;
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
