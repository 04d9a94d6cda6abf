import { clientKey } from '../../auth/rate-limit.js';
import { getDigest } from '@memory-gateway/credentials';
import { withoutWall, type AppContext } from '../../context.js';
import { notFoundInvitation } from './accept-invitation-link.js';
import type { InvitationOfferRow } from '../../stores/invitation/invitation-store.js';

/**
 * Returns what an open invitation offers. Its token is the only credential needed.
 * @throws NotFoundError with one message for unknown, used, revoked and expired tokens; RateLimitedError
 */
export async function findInvitationOffer(ctx: AppContext, input: { token: string }): Promise<InvitationOfferRow> {
  await ctx.authRateLimiter.take('readInvitation', clientKey(ctx.clientAddress));
  const offer = await withoutWall(ctx).stores.invitations.findOffer(getDigest(input.token), ctx.now());
  if (!offer) throw notFoundInvitation();
  return offer;
}
