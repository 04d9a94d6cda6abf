import { rotate, type TokenPair } from '../../auth/sessions.js';
import { withoutWall, type AppContext } from '../../context.js';
import { readCountedRefreshToken } from './refresh-token.js';

/** Exchanges a refresh token for a new pair. @throws RateLimitedError (by session); UnauthenticatedError */
export async function refreshSession(ctx: AppContext, input: { refreshToken: string }): Promise<TokenPair> {
  const token = await readCountedRefreshToken(ctx, input.refreshToken);
  await ctx.authRateLimiter.take('refresh', token.sessionId);
  // The request may carry the credential of another user.
  return rotate(withoutWall(ctx), token, ctx.device);
}
