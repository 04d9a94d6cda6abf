import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { notFound } from '../../errors.js';
import type { UserRow } from '../../stores/user/user-store.js';

/**
 * Reads users by their ids, in one statement, for references from rows that the caller was allowed to read.
 * @returns the users that exist, by id
 */
export async function findUsers(ctx: AppContext, ids: readonly string[]): Promise<Map<string, UserRow>> {
  requireCaller(ctx);
  const users = await ctx.stores.users.findMany(ids);
  return new Map(users.map((user) => [user.id, user]));
}

/** Whether the caller may see the account of a user (role, sign-ins): admins and the user can. */
export function canReadAccount(ctx: AppContext, userId: string): boolean {
  return ctx.caller.isAdmin || ctx.caller.user?.id === userId;
}

/** Finds the caller's own user, or for admins any user. @throws NotFoundError */
export async function findVisibleUser(ctx: AppContext, input: { id: string }): Promise<UserRow> {
  const user = canReadAccount(ctx, input.id.toLowerCase()) ? await ctx.stores.users.find(input.id) : null;
  if (!user) throw notFound('User');
  return user;
}
