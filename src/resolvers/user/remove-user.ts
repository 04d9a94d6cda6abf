import { requireAdmin } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { orNotFound } from '../../errors.js';
import { withAdminsLocked, isLastAdmin, createLastAdminError } from './admins.js';

/**
 * Removes a user with keys, sessions, memberships and every invitation to the user's address. The memories that the user added stay.
 * @throws NotFoundError; ConflictError for the last admin
 */
export async function removeUser(ctx: AppContext, input: { id: string }): Promise<void> {
  requireAdmin(ctx);
  await withAdminsLocked(ctx, input.id, async ({ stores, announce, audit }, admins) => {
    if (isLastAdmin(admins, input.id)) throw createLastAdminError();
    const { name, email, role } = orNotFound(await stores.users.find(input.id), 'User');
    const memberships = await stores.members.ofUser(input.id);
    await stores.users.remove(input.id);
    await stores.invitations.removeAllOf(email);
    await announce('credentialChanged', { userId: input.id });
    for (const { role: lost, ...place } of memberships)
      await audit({ action: 'member.remove', targetId: input.id, place, before: { role: lost } });
    await audit({ action: 'user.remove', targetId: input.id, before: { name, email, role } });
  });
}
