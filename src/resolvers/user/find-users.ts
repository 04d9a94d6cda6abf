import { canAdminister, requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { orNotFound } from '../../errors.js';
import type { UserRow } from '../../stores/user-store.js';

/** Returns users by id, in one statement, for references in rows that the caller may read. */
export async function findUsers(ctx: AppContext, ids: readonly string[]): Promise<Map<string, UserRow>> {
  requireCaller(ctx);
  const users = await ctx.stores.users.findMany(ids);
  return new Map(users.map((user) => [user.id, user]));
}

/** Returns whether the caller may see a user's account (role, sign-ins): the user, and credentials that administer. */
export function canReadAccount({ caller }: AppContext, userId: string): boolean {
  return caller.user?.id === userId || canAdminister(caller);
}

/** Finds the caller's own user, or any user for admins. @throws NotFoundError */
export async function findVisibleUser(ctx: AppContext, input: { id: string }): Promise<UserRow> {
  return orNotFound(canReadAccount(ctx, input.id.toLowerCase()) ? await ctx.stores.users.find(input.id) : null, 'User');
}
