import { hashPassword, isImportedHash, verifyPassword } from '@memory-gateway/credentials';
import { clientKey } from '../../auth/rate-limit.js';
import { getSessionSecret } from '../../auth/sessions.js';
import { withoutWall, type AppContext } from '../../context.js';
import { DomainError } from '../../errors.js';
import type { UserSecrets } from '../../stores/user-store.js';
import { type SignedIn, wrongCredentials, signIn } from './sign-in.js';

/** Starts a session. Unknown emails and wrong passwords fail alike, in equal time. @throws RateLimitedError */
export async function login(given: AppContext, input: { email: string; password: string }): Promise<SignedIn> {
  // The request may carry the credential of another user.
  const ctx = withoutWall(given);
  await ctx.authRateLimiter.take('login', clientKey(ctx.clientAddress));
  getSessionSecret(ctx);
  const user = await findForLogin(ctx, input.email);
  const matches = await verifyEvenly(ctx, user?.passwordHash ?? nobodysHash, input.password);
  if (!user || !matches) throw wrongCredentials();
  return signIn(ctx, user.id, await ownHash(ctx, user, input.password));
}

/** While slower imported hashes exist, every attempt takes the time of both hash types. */
async function verifyEvenly(ctx: AppContext, hash: string, password: string): Promise<boolean> {
  const isImported = isImportedHash(hash);
  const other = isImported ? nobodysHash : await ctx.stores.users.importedHash();
  const [matches] = await Promise.all([
    verifyPassword(password, hash),
    other !== null && verifyPassword(password, other),
  ]);
  return matches;
}

/** Returns the user's hash, after replacing an imported one with a native hash of the verified password. */
async function ownHash(ctx: AppContext, user: UserSecrets, password: string): Promise<string> {
  if (!isImportedHash(user.passwordHash)) return user.passwordHash;
  // Imported passwords that break the local rules, such as short ones, keep their hash.
  const hash = await hashPassword(password).catch((error: unknown) => {
    if (error instanceof DomainError) return user.passwordHash;
    throw error;
  });
  if (!(await ctx.stores.users.replaceHash(user.id, { from: user.passwordHash, to: hash }))) throw wrongCredentials();
  return hash;
}

async function findForLogin(ctx: AppContext, email: string): Promise<UserSecrets | null> {
  const normal = typeof email === 'string' ? email.trim().toLowerCase() : '';
  // Looks up invalid emails too, to take the same time. The database rejects NUL, so those become ''.
  return ctx.stores.users.withSecrets(/[\0\p{Cs}]/u.test(normal) ? '' : normal.slice(0, 255));
}

/** bcrypt hash of a random password. Unknown emails are checked against it, to take the same time. */
const nobodysHash = '$2b$10$1dSHlMI1PVAhCAs.i1SSLuP8.oZ9UfkirqlS6drqwtxilbTvmsGw6';
