import { clientKey } from '../../auth/rate-limit.js';
import { getSessionSecret } from '../../auth/sessions.js';
import type { AppContext } from '../../context.js';
import { createFirstAdmin, type FirstAdminInput } from '../user/create-first-admin.js';
import { type SignedIn, signIn } from './sign-in.js';

/**
 * Creates the first admin and signs them in. Of several attempts at once, one succeeds.
 * @throws RateLimitedError, DomainError (500) without JWT_SECRET, and as `createFirstAdmin`
 */
export async function registerFirstAdmin(ctx: AppContext, input: FirstAdminInput): Promise<SignedIn> {
  ctx.authRateLimiter.take('register', clientKey(ctx.clientAddress));
  getSessionSecret(ctx);
  const { user } = await createFirstAdmin(ctx, input);
  return signIn(ctx, user.id, null);
}
