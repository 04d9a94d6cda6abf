import { beginSession, getSessionSecret, signPair, type IssuedToken, type TokenPair } from '../../auth/sessions.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { UnauthenticatedError } from '../../errors.js';
import type { UserRow } from '../../stores/user-store.js';

export interface SignedIn extends TokenPair {
  readonly user: UserRow;
}

/**
 * Starts a session for a user who was verified outside of the transaction.
 * @param hash the verified password hash, or null for a new user. The session fails if the hash has changed since
 */
export async function signIn(ctx: AppContext, userId: string, hash: string | null): Promise<SignedIn> {
  const secret = getSessionSecret(ctx);
  const { user, issued } = await transact(ctx, async (unit) => {
    const current = await unit.stores.users.lock(userId);
    if (!current || (hash !== null && current.passwordHash !== hash)) throw wrongCredentials();
    const now = ctx.now();
    const row = await unit.stores.users.recordLogin(userId, now, now);
    return {
      user: row ?? current,
      issued: (await beginSession(unit, { userId, now, device: ctx.device })) satisfies IssuedToken,
    };
  });
  return { ...(await signPair(secret, issued)), user: withoutSecrets(user) };
}

function withoutSecrets({ id, name, email, role, createdAt, updatedAt, lastLoginAt }: UserRow): UserRow {
  return { id, name, email, role, createdAt, updatedAt, lastLoginAt };
}

export function wrongCredentials(): UnauthenticatedError {
  return new UnauthenticatedError('The email address or the password is wrong.');
}
