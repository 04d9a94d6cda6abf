import { clientKey } from '../../auth/rate-limit.js';
import { getSessionSecret } from '../../auth/sessions.js';
import type { AppContext } from '../../context.js';
import { createFirstAdmin, type FirstAdminInput } from '../user/create-first-admin.js';
import { type SignedIn, signIn } from './sign-in.js';

/** Creates the first admin and signs in. @throws RateLimitedError; as `createFirstAdmin` and `getSessionSecret` */
export async function registerFirstAdmin(ctx: AppContext, input: FirstAdminInput): Promise<SignedIn> {
  await ctx.authRateLimiter.take('register', clientKey(ctx.clientAddress));
  getSessionSecret(ctx);
  const { user } = await createFirstAdmin(ctx, input);
  return signIn(ctx, user.id, null);
}
