import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { collectFieldErrors } from '../../validate.js';
import { readEmail } from '../shared/text-fields.js';
import {
  type ProjectMemberInput,
  projectPlace,
  type OrganizationMemberInput,
  organizationPlace,
  type Place,
  changeMembers,
  assertMember,
  createLastOwnerError,
} from './change-members.js';

/** Removes a member, except the last OWNER, from a project. @throws NotFoundError, also for non-members */
export async function removeProjectMember(ctx: AppContext, input: ProjectMemberInput): Promise<void> {
  return removeMember(ctx, projectPlace(input.projectId), input);
}

/** Removes a member from an organization, like {@link removeProjectMember}. */
export async function removeOrganizationMember(ctx: AppContext, input: OrganizationMemberInput): Promise<void> {
  return removeMember(ctx, organizationPlace(input.organizationId), input);
}

async function removeMember(ctx: AppContext, place: Place, input: { email: string }): Promise<void> {
  requireCaller(ctx);
  const check = collectFieldErrors();
  const email = readEmail(check, input.email);
  check.throwIfAny();
  const allowed = await place.authorize(ctx);
  await changeMembers(ctx, { place, allowed }, async ({ stores, announce, audit }, scope) => {
    const member = assertMember(place, await stores.members.find(scope, email));
    if (member.role === 'OWNER' && (await stores.members.countOwners(scope)) === 1)
      throw createLastOwnerError(place, 'email');
    await stores.members.remove(scope, member.userId);
    await announce('credentialChanged', { userId: member.userId });
    const { userId, role } = member;
    await audit({ action: 'member.remove', targetId: userId, place: scope, before: { role } });
  });
}
