import { requireAdmin } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { orNotFound } from '../../errors.js';
import type { UserRow } from '../../stores/user-store.js';
import { collectFieldErrors } from '../../validate.js';
import { type UserRole, readUserRole } from './user-role.js';
import { withAdminsLocked, isLastAdmin, createLastAdminError } from './admins.js';

/** Changes a user's role to admin or member. @throws ForbiddenError; NotFoundError; ConflictError for the last admin */
export async function setUserRole(ctx: AppContext, input: { id: string; role: UserRole }): Promise<UserRow> {
  requireAdmin(ctx);
  const check = collectFieldErrors();
  const role = readUserRole(check, input.role);
  check.throwIfAny();
  return withAdminsLocked(ctx, input.id, async ({ stores, announce, audit }, admins) => {
    if (role === 'member' && isLastAdmin(admins, input.id)) throw createLastAdminError();
    const before = await stores.users.find(input.id);
    const updated = orNotFound(await stores.users.update(input.id, { role }, ctx.now()), 'User');
    await announce('credentialChanged', { userId: input.id });
    await audit({ action: 'user.set_role', targetId: input.id, before: { role: before?.role }, after: { role } });
    return updated;
  });
}
