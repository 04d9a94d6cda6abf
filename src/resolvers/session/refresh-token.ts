import { clientKey } from '../../auth/rate-limit.js';
import { readRefreshToken } from '../../auth/sessions.js';
import { withoutWall, type AppContext } from '../../context.js';
import { UnauthenticatedError } from '../../errors.js';

/** Validates a refresh token without using it. @throws UnauthenticatedError; RateLimitedError by client address */
export async function assertRefreshToken(ctx: AppContext, input: { refreshToken: string }): Promise<void> {
  await readCountedRefreshToken(ctx, input.refreshToken);
}

export async function readCountedRefreshToken(ctx: AppContext, refreshToken: string) {
  try {
    // The request may carry the credential of another user.
    return await readRefreshToken(withoutWall(ctx), refreshToken);
  } catch (error) {
    // An invalid token belongs to no session, so it counts against the client address.
    if (error instanceof UnauthenticatedError) await ctx.authRateLimiter.take('refresh', clientKey(ctx.clientAddress));
    throw error;
  }
}
