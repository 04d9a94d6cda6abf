import { requireCaller } from '../../auth/authorize.js';
import type { Role } from '../../roles.js';
import type { AppContext } from '../../context.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import { ConflictError, ForbiddenError, ValidationError } from '../../errors.js';
import { newId } from '../../ids.js';
import type { InvitationRow } from '../../stores/invitation/invitation-store.js';
import type { MemberRow, MemberScope } from '../../stores/member-store.js';
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

/** Outcome of adding a member by email. Exactly one field is set. */
export interface AddedMember {
  /** The member, if the caller can see that the address belongs to a member of the organization. */
  readonly member: MemberRow | null;
  /** The invitation for every other address, with or without an account. */
  readonly invitation: InvitationRow | null;
}

/** Maximum number of open invitations per project or organization. */
const maxOpenInvitations = 1_000;

const invitationDays = 30;

/**
 * Adds a member of the organization to a project, or invites any other address. The response and the statements do not
 * reveal whether an address has an account.
 * @throws ConflictError for too many open invitations; ValidationError, also for a member with the other role
 */
export async function addProjectMember(ctx: AppContext, input: ProjectMemberInput & WithRole): Promise<AddedMember> {
  return addMember(ctx, projectPlace(input.projectId), input);
}

/** Adds a member to an organization, like {@link addProjectMember}. Members of its projects join immediately. */
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

/** Returns which memberships the caller can see. Access is cached, so this runs no statement. */
async function getSight(ctx: AppContext, scope: MemberScope): Promise<'EVERYONE' | 'MEMBERS' | null> {
  const access =
    'projectId' in scope
      ? await ctx.access.project(scope.projectId)
      : await ctx.access.organization(scope.organizationId);
  const role = ctx.caller.isAdmin ? 'OWNER' : (access?.organizationRole ?? null);
  // A key bound to one project cannot see the members of other projects.
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
