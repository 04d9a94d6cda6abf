import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { collectFieldErrors } from '../../validate.js';
import { readEmail } from '../shared/text-fields.js';
import { assertMember, changeMembers, createLastOwnerError, toPlace, type MemberInput } from './change-members.js';

/** Removes a member, except the last OWNER, from a project or an organization. @throws NotFoundError, also for non-members */
export async function removeMember(ctx: AppContext, input: MemberInput): Promise<void> {
  requireCaller(ctx);
  const place = toPlace(input);
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
