import { endSession, readRefreshToken } from '../../auth/sessions.js';
import { withoutWall, type AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { nullFor, UnauthenticatedError } from '../../errors.js';

/**
 * Ends the session of a refresh token, else of the caller's access token. Ended sessions succeed.
 * @returns the session, or null if the refresh token is of no session
 */
export async function logout(
  given: AppContext,
  input: { refreshToken?: string | null | undefined },
): Promise<{ endedSessionId: string | null }> {
  // The refresh token may belong to another user than the caller.
  const ctx = withoutWall(given);
  const session = input.refreshToken ? await sessionOf(ctx, input.refreshToken) : ownSession(ctx);
  if (!session) return { endedSessionId: null };
  await transact(ctx, async (unit) => {
    if (await unit.stores.users.lock(session.userId)) await endSession(unit, session, { now: ctx.now() });
  });
  return { endedSessionId: session.familyId };
}

async function sessionOf(ctx: AppContext, token: string): Promise<{ userId: string; familyId: string } | null> {
  const found = await readRefreshToken(ctx, token).catch(nullFor(UnauthenticatedError));
  return found && { userId: found.userId, familyId: found.sessionId };
}

function ownSession({ caller }: AppContext): { userId: string; familyId: string } {
  if (!caller.user || !caller.sessionId)
    throw new UnauthenticatedError('Send the refresh token of the session, or its access token.');
  return { userId: caller.user.id, familyId: caller.sessionId };
}
