import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import type { ApiKeyRow } from '../../stores/api-key-store.js';
import { mayManage } from './api-key-access.js';

/** Returns an API key of the caller, or any key for admins. @throws NotFoundError */
export async function findApiKey(ctx: AppContext, input: { id: string }): Promise<ApiKeyRow> {
  const caller = requireCaller(ctx);
  const found = await ctx.stores.apiKeys.find(input.id);
  if (!found || !mayManage(caller, found)) throw new NotFoundError('API key not found.');
  return found;
}
