import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../../errors.js';
import type { ApiKeyRow } from '../../stores/api-key-store.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import { mayManage } from './api-key-access.js';

/** Returns an API key of the caller, or any key for admins. @throws NotFoundError */
export async function findApiKey(ctx: AppContext, input: { id: string }): Promise<ApiKeyRow> {
  const caller = requireCaller(ctx);
  const found = await ctx.stores.apiKeys.find(input.id);
  if (!found || !mayManage(caller, found)) throw new NotFoundError('API key not found.');
  return found;
}

/**
 * Finds a key that the caller may change or replace: only its owner may, because a key acts as its owner.
 * @throws NotFoundError; ForbiddenError for keys of others and read-only credentials; ConflictError for a revoked key
 */
export async function findChangeableApiKey(ctx: AppContext, input: { id: string }): Promise<ApiKeyRow> {
  const found = await findApiKey(ctx, input);
  if (ctx.caller.key?.readOnly) throw new ForbiddenError('This API key is read-only.');
  if (found.createdBy !== ctx.caller.user?.id)
    throw new ForbiddenError('Only its owner may change or rotate an API key.');
  if (found.revokedAt !== null) throw new ConflictError('This API key is revoked.');
  return found;
}

/** Reads a key again and blocks other changes of it, as its audit log row needs. @throws NotFoundError if the caller may no longer manage it */
export async function lockApiKey(ctx: AppContext, { stores }: UnitOfWork, { id }: ApiKeyRow): Promise<ApiKeyRow> {
  const key = await stores.apiKeys.lock(id);
  if (!key || !mayManage(requireCaller(ctx), key)) throw new NotFoundError('API key not found.');
  return key;
}
