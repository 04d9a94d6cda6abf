import type { AppContext } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../../errors.js';
import { isUuid } from '../../ids.js';

/** Runs `work` under a lock on the set of admins. */
export function withAdminsLocked<T>(
  ctx: AppContext,
  userId: string,
  work: (unit: UnitOfWork, admins: readonly string[]) => Promise<T>,
): Promise<T> {
  if (!isUuid(userId)) throw new NotFoundError('User not found.');
  return transact(ctx, async (unit) => {
    const admins = await unit.stores.users.lockAdmins();
    const { user, mode } = ctx.caller;
    // A change that held the lock may have removed the caller's own role.
    if (user && mode !== 'disabled' && mode !== 'admin_api_key' && !admins.includes(user.id))
      throw new ForbiddenError('Admin role required.');
    return work(unit, admins);
  });
}

export function isLastAdmin(admins: readonly string[], id: string): boolean {
  return admins.length === 1 && admins[0] === id.toLowerCase();
}

export function createLastAdminError(): ConflictError {
  return new ConflictError('This is the last admin. Make another user an admin first.');
}
