import type { CallerUser } from '../../auth/caller.js';
import { verifyPassword } from '@memory-gateway/credentials';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ValidationError, orNotFound } from '../../errors.js';
import { requireOwnAccount } from './require-user.js';
import { hashNewPassword, replacePassword } from './replace-password.js';

export interface ChangePasswordInput {
  readonly currentPassword: string;
  /** 8 to 128 characters. */
  readonly newPassword: string;
}

/**
 * Changes the caller's password and ends all of the caller's other sessions. API keys remain valid. Returns the caller's user.
 * @throws RateLimitedError (by user); ForbiddenError for bound and read-only keys
 * @throws ValidationError on `currentPassword` (checked first) or `newPassword`
 */
export async function changePassword(ctx: AppContext, input: ChangePasswordInput): Promise<CallerUser> {
  const user = requireOwnAccount(ctx);
  const { id } = user;
  await ctx.authRateLimiter.take('changePassword', id);
  const current = orNotFound(
    await ctx.stores.users.find(id).then((user) => user && ctx.stores.users.withSecrets(user.email)),
    'User',
  );
  if (!(await verifyPassword(input.currentPassword, current.passwordHash))) throw wrongPassword();
  const passwordHash = await hashNewPassword('newPassword', input.newPassword);
  await transact(ctx, async (unit) => {
    const locked = await unit.stores.users.lock(id);
    if (locked?.passwordHash !== current.passwordHash) throw wrongPassword();
    await replacePassword(unit, {
      userId: id,
      passwordHash,
      keepSession: ctx.caller.sessionId ?? null,
      now: ctx.now(),
    });
  });
  return user;
}

function wrongPassword(): ValidationError {
  return new ValidationError({ currentPassword: ['The current password is wrong.'] });
}
