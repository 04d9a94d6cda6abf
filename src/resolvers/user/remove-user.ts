import { requireAdmin } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import { withAdminsLocked, isLastAdmin, createLastAdminError } from './admins.js';

/**
 * Removes a user with keys, sessions, memberships and every invitation to the user's address. The memories that the user added stay.
 * @throws ConflictError for the last admin
 */
export async function removeUser(ctx: AppContext, input: { id: string }): Promise<void> {
  requireAdmin(ctx);
  await withAdminsLocked(ctx, input.id, async ({ stores, announce, audit }, admins) => {
    if (isLastAdmin(admins, input.id)) throw createLastAdminError();
    const user = await stores.users.find(input.id);
    if (!(await stores.users.remove(input.id))) throw new NotFoundError('User not found.');
    if (user) await stores.invitations.removeAllOf(user.email);
    await announce('credentialChanged', { userId: input.id });
    const before = user && { name: user.name, email: user.email, role: user.role };
    await audit({ action: 'user.remove', targetId: input.id, before });
  });
}
