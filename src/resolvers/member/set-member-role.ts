import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import type { MemberRow } from '../../stores/member-store.js';
import { collectFieldErrors } from '../../validate.js';
import { readEmail, readRole } from '../shared/text-fields.js';
import {
  assertMember,
  changeMembers,
  createLastOwnerError,
  toPlace,
  type MemberInput,
  type WithRole,
} from './change-members.js';

/**
 * Changes the role of a member of a project or an organization, but not of its last direct OWNER.
 * @throws NotFoundError, also for non-members; ForbiddenError; ValidationError on `role` for the last OWNER
 */
export async function setMemberRole(ctx: AppContext, input: MemberInput & WithRole): Promise<MemberRow> {
  requireCaller(ctx);
  const place = toPlace(input);
  const check = collectFieldErrors();
  const email = readEmail(check, input.email);
  const role = readRole(check, input.role);
  check.throwIfAny();
  const allowed = await place.authorize(ctx);
  return changeMembers(ctx, { place, allowed }, async ({ stores, announce, audit }, scope) => {
    const member = assertMember(place, await stores.members.find(scope, email));
    if (member.role === role) return member;
    if (member.role === 'OWNER' && (await stores.members.countOwners(scope)) === 1)
      throw createLastOwnerError(place, 'role');
    await stores.members.setRole(scope, member.userId, role);
    await announce('credentialChanged', { userId: member.userId });
    const roles = { before: { role: member.role }, after: { role } };
    await audit({ action: 'member.set_role', targetId: member.userId, place: scope, ...roles });
    return { ...member, role };
  });
}
