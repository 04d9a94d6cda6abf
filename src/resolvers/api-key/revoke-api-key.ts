import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ConflictError, ForbiddenError } from '../../errors.js';
import type { ApiKeyRow } from '../../stores/api-key-store.js';
import { describeKey } from './create-api-key.js';
import { findApiKey, lockApiKey } from './get-api-key.js';

/**
 * Revokes a key immediately in every process. @throws NotFoundError; ForbiddenError; ConflictError if revoked before
 */
export async function revokeApiKey(ctx: AppContext, input: { id: string }): Promise<ApiKeyRow> {
  const found = await findApiKey(ctx, input);
  if (ctx.caller.key?.readOnly) throw new ForbiddenError('This API key is read-only.');
  return transact(ctx, async (unit) => {
    const { stores, announce, audit } = unit;
    const before = await lockApiKey(ctx, unit, found);
    const revoked = await stores.apiKeys.revoke(found.id, ctx.now());
    if (!revoked) throw new ConflictError('This API key is revoked already.');
    await announce('credentialChanged', { keyId: revoked.id });
    const described = { before: describeKey(before), after: describeKey(revoked) };
    await audit({ action: 'api_key.revoke', targetId: revoked.id, place: revoked, ...described });
    return revoked;
  });
}
