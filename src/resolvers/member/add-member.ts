import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { NotFoundError, ValidationError } from '../../errors.js';
import type { MemberRow } from '../../stores/member/member-store.js';
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

/**
 * Makes a user a member of a project. A member who has this role already stays unchanged.
 * @throws NotFoundError for a hidden project or an unknown e-mail; ForbiddenError; ValidationError, also for a member with the other role
 */
export async function addProjectMember(ctx: AppContext, input: ProjectMemberInput & WithRole): Promise<MemberRow> {
  return addMember(ctx, projectPlace(input.projectId), input);
}

/** As {@link addProjectMember}, for an organization. */
export async function addOrganizationMember(
  ctx: AppContext,
  input: OrganizationMemberInput & WithRole,
): Promise<MemberRow> {
  return addMember(ctx, organizationPlace(input.organizationId), input);
}

async function addMember(ctx: AppContext, place: Place, input: { email: string } & WithRole): Promise<MemberRow> {
  requireCaller(ctx);
  const check = collectFieldErrors();
  const email = readEmail(check, input.email);
  const role = readRole(check, input.role);
  check.throwIfAny();
  const allowed = await place.authorize(ctx);
  return changeMembers(ctx, { place, allowed }, async ({ stores, announce, audit }, scope) => {
    const user = await stores.users.findByEmail(email);
    if (!user) throw new NotFoundError('User not found: no user has this email address.');
    const isNew = await stores.members.insert(scope, { userId: user.id, role, now: ctx.now() });
    const member = assertMember(place, await stores.members.find(scope, email));
    if (member.role !== role)
      throw new ValidationError({ email: [`This user is already a member of this ${place.noun}, with another role.`] });
    if (!isNew) return member;
    await announce('credentialChanged', { userId: user.id });
    await audit({ action: 'member.add', targetId: user.id, place: scope, after: { role } });
    return member;
  });
}
