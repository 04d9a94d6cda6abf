import { requireCaller } from '../../auth/authorize.js';
import type { Caller, CallerUser } from '../../auth/caller.js';
import type { AppContext } from '../../context.js';
import { ForbiddenError } from '../../errors.js';
import type { ApiKeyRow } from '../../stores/api-key-store.js';

export function requireOwner(ctx: AppContext): CallerUser {
  const { user } = requireCaller(ctx);
  if (!user)
    throw new ForbiddenError(
      'API keys belong to users, and there is no admin yet. Create the first admin, then try again.',
    );
  return user;
}

export function mayManage(caller: Caller, key: ApiKeyRow): boolean {
  const bound = caller.key?.projectId;
  if (bound) return key.createdBy === caller.user?.id && key.projectId === bound;
  return caller.isAdmin || key.createdBy === caller.user?.id;
}

/** Returns when the API key in use expires. Null if it never does, and without a key. */
export async function findOwnExpiry({ caller: { key }, stores }: AppContext): Promise<Date | null> {
  return key ? ((await stores.apiKeys.find(key.id))?.expiresAt ?? null) : null;
}
