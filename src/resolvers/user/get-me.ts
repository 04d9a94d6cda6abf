import type { AppContext } from '../../context.js';
import { orNotFound } from '../../errors.js';
import type { UserRow } from '../../stores/user-store.js';
import { requireUser } from './require-user.js';

/** Returns the caller's own account. @throws UnauthenticatedError; NotFoundError if it was just removed */
export async function getMe(ctx: AppContext): Promise<UserRow> {
  return orNotFound(await ctx.stores.users.find(requireUser(ctx).id), 'User');
}
