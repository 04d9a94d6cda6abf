import { endSession } from '../../auth/sessions.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { NotFoundError } from '../../errors.js';
import { isUuid } from '../../ids.js';
import { requireOwnAccount } from '../user/require-user.js';

/**
 * Ends a session of the caller with its access tokens, immediately in every process.
 * @throws ForbiddenError for bound and read-only keys; NotFoundError for unknown, ended and foreign sessions
 */
export async function endOwnSession(ctx: AppContext, input: { id: string }): Promise<{ endedSessionId: string }> {
  const { id: userId } = requireOwnAccount(ctx);
  const { id } = input;
  await transact(ctx, async (unit) => {
    const now = ctx.now();
    const isLive =
      isUuid(id) &&
      (await unit.stores.users.lock(userId)) !== null &&
      (await unit.stores.refreshTokens.isLive({ userId, sessionId: id, now }));
    if (!isLive) throw new NotFoundError('Session not found.');
    await endSession(unit, { userId, familyId: id }, { now });
  });
  return { endedSessionId: id };
}
