import { clientKey } from '../../auth/rate-limit.js';
import { readRefreshToken } from '../../auth/sessions.js';
import type { AppContext } from '../../context.js';
import { UnauthenticatedError } from '../../errors.js';

/**
 * Checks that a refresh token was issued by this server and has not expired. The token stays unused.
 * @throws UnauthenticatedError for any other text; RateLimitedError after too many of them from one address
 */
export async function assertRefreshToken(ctx: AppContext, input: { refreshToken: string }): Promise<void> {
  await readCountedRefreshToken(ctx, input.refreshToken);
}

export async function readCountedRefreshToken(ctx: AppContext, refreshToken: string) {
  try {
    return await readRefreshToken(ctx, refreshToken);
  } catch (error) {
    // An invented token belongs to no session, so it counts against the address that sent it.
    if (error instanceof UnauthenticatedError) ctx.authRateLimiter.take('refresh', clientKey(ctx.clientAddress));
    throw error;
  }
}
