import { requireCaller } from '../../auth/authorize.js';
import type { Role } from '../../roles.js';
import type { AppContext } from '../../context.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import { ValidationError } from '../../errors.js';
import type { InvitationRow } from '../../stores/invitation/invitation-store.js';
import type { MemberRow, MemberScope } from '../../stores/member-store.js';
import { collectFieldErrors } from '../../validate.js';
import { inviteMember, type MemberAddition } from '../invitation/invite-member.js';
import { readEmail, readRole } from '../shared/text-fields.js';
import { assertMember, changeMembers, toPlace, type MemberInput, type Place, type WithRole } from './change-members.js';

/** Outcome of adding a member by email. Exactly one field is set. */
export interface AddedMember {
  /** The member, if the caller can see that the address belongs to a member of the organization. */
  readonly member: MemberRow | null;
  /** The invitation for every other address, with or without an account. */
  readonly invitation: InvitationRow | null;
}

/**
 * Adds a member of the organization to a project, or a member of its projects to an organization, and invites any other
 * address. The response and the statements do not reveal whether an address has an account.
 * @throws ConflictError for too many open invitations; ValidationError, also for a member with the other role
 */
export async function addMember(ctx: AppContext, input: MemberInput & WithRole): Promise<AddedMember> {
  requireCaller(ctx);
  const place = toPlace(input);
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
    if (userId === null) return { member: null, invitation: await inviteMember(ctx, unit, addition) };
    await join(unit, addition, userId);
    return { member: assertMember(place, await unit.stores.members.find(scope, email)), invitation: null };
  });
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

async function join(unit: UnitOfWork, { scope, email, role, now }: MemberAddition, userId: string): Promise<void> {
  await unit.stores.members.insert(scope, { userId, role, now });
  await unit.stores.membershipInvitations.replace(scope, email, now);
  await unit.announce('credentialChanged', { userId });
  await unit.audit({ action: 'member.add', targetId: userId, place: scope, after: { role } });
}
