import { requireAdmin, requireCaller } from '../../auth/authorize.js';
import type { CallerUser } from '../../auth/caller.js';
import type { AppContext } from '../../context.js';
import { ForbiddenError, UnauthenticatedError } from '../../errors.js';

/** Returns the caller's user. @throws UnauthenticatedError for anonymous callers and for an admin key without users */
export function requireUser(ctx: AppContext): CallerUser {
  const { user } = requireCaller(ctx);
  if (!user) throw new UnauthenticatedError('Authentication is required: this credential belongs to no user.');
  return user;
}

export function requireOwnAccount(ctx: AppContext): CallerUser {
  const user = requireUser(ctx);
  const { key } = ctx.caller;
  if (key?.projectId || key?.readOnly)
    throw new ForbiddenError('This API key may not change the account of its owner.');
  return user;
}

/** Required caller: anyone; any credential; a user or a key of one; an admin. */
export type AccessLevel = 'open' | 'any' | 'user' | 'admin';

/** Rejects callers below a level. @throws UnauthenticatedError, ForbiddenError */
export function requireLevel(ctx: AppContext, level: AccessLevel): void {
  if (level === 'any') requireCaller(ctx);
  if (level === 'user') requireUser(ctx);
  if (level === 'admin') requireAdmin(ctx);
}
