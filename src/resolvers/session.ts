import { isImportedHash } from '../auth/imported-hash.js';
import { hashPassword, verifyPassword } from '../auth/passwords.js';
import { clientKey } from '../auth/rate-limit.js';
import {
  beginSession,
  endSession,
  readRefreshToken,
  rotate,
  sessionSecret,
  signPair,
  type IssuedToken,
  type TokenPair,
} from '../auth/sessions.js';
import { transact, type AppContext } from '../context.js';
import { DomainError, UnauthenticatedError } from '../errors.js';
import type { UserRow, UserSecrets } from '../stores/user.js';
import { createFirstAdmin, type FirstAdminInput } from './account.js';

export type { TokenPair } from '../auth/sessions.js';

/** Somebody who has just signed in. */
export interface SignedIn extends TokenPair {
  readonly user: UserRow;
}

/** Whether the installation waits for its first admin. Open to everybody. */
export async function setupStatus(ctx: AppContext): Promise<{ needsSetup: boolean }> {
  return { needsSetup: (await ctx.stores.users.oldestAdmin()) === null };
}

/**
 * Creates the first admin and signs them in. Of several attempts at once, one succeeds.
 * @throws RateLimitedError, DomainError (500) without JWT_SECRET, and as `createFirstAdmin`
 */
export async function registerFirstAdmin(ctx: AppContext, input: FirstAdminInput): Promise<SignedIn> {
  ctx.attempts.take('register', clientKey(ctx.clientAddress));
  sessionSecret(ctx);
  const { user } = await createFirstAdmin(ctx, input);
  return signIn(ctx, user.id, null);
}

/**
 * Begins a session. Unknown addresses and wrong passwords are told apart by neither words nor time.
 * @throws RateLimitedError, UnauthenticatedError; DomainError (500) without JWT_SECRET
 */
export async function login(ctx: AppContext, input: { email: string; password: string }): Promise<SignedIn> {
  ctx.attempts.take('login', clientKey(ctx.clientAddress));
  sessionSecret(ctx);
  const user = await findForLogin(ctx, input.email);
  const matches = await verifyEvenly(ctx, user?.passwordHash ?? nobodysHash, input.password);
  if (!user || !matches) throw wrongCredentials();
  return signIn(ctx, user.id, await ownHash(ctx, user, input.password));
}

/**
 * Exchanges a refresh token for a new pair.
 * @throws RateLimitedError, counted by session; UnauthenticatedError; DomainError (500) without JWT_SECRET
 */
export async function refreshSession(ctx: AppContext, input: { refreshToken: string }): Promise<TokenPair> {
  const token = await readCountedRefreshToken(ctx, input.refreshToken);
  ctx.attempts.take('refresh', token.sessionId);
  return rotate(ctx, token);
}

/**
 * Checks that a refresh token was issued by this server and has not expired. The token stays unused.
 * @throws UnauthenticatedError for any other text; RateLimitedError after too many of them from one address
 */
export async function assertRefreshToken(ctx: AppContext, input: { refreshToken: string }): Promise<void> {
  await readCountedRefreshToken(ctx, input.refreshToken);
}

async function readCountedRefreshToken(ctx: AppContext, refreshToken: string) {
  try {
    return await readRefreshToken(ctx, refreshToken);
  } catch (error) {
    // An invented token belongs to no session, so it counts against the address that sent it.
    if (error instanceof UnauthenticatedError) ctx.attempts.take('refresh', clientKey(ctx.clientAddress));
    throw error;
  }
}

/**
 * Ends the session of a refresh token, or without one that of the caller's access token. A token that is no longer good is
 * success: the session has ended.
 * @throws UnauthenticatedError when there is neither
 */
export async function logout(ctx: AppContext, input: { refreshToken?: string | null | undefined }): Promise<void> {
  const session = input.refreshToken ? await sessionOf(ctx, input.refreshToken) : ownSession(ctx);
  if (!session) return;
  await transact(ctx, async (unit) => {
    if (await unit.stores.users.lock(session.userId)) await endSession(unit, session, ctx.now());
  });
}

/**
 * Begins a session of a user whose right to it was shown outside of the transaction.
 * @param hash the password's hash that was checked, null where the user was just created: a session must not begin with a
 *   password that was changed meanwhile
 */
export async function signIn(ctx: AppContext, userId: string, hash: string | null): Promise<SignedIn> {
  const secret = sessionSecret(ctx);
  const { user, issued } = await transact(ctx, async (unit) => {
    const current = await unit.stores.users.lock(userId);
    if (!current || (hash !== null && current.passwordHash !== hash)) throw wrongCredentials();
    const now = ctx.now();
    const row = await unit.stores.users.update(userId, { lastLoginAt: now }, now);
    return { user: row ?? current, issued: (await beginSession(unit, userId, now)) satisfies IssuedToken };
  });
  return { ...(await signPair(secret, issued)), user: withoutSecrets(user) };
}

/** While hashes of another server are left, which take longer, every attempt takes the time of both kinds. */
async function verifyEvenly(ctx: AppContext, hash: string, password: string): Promise<boolean> {
  const isImported = isImportedHash(hash);
  const other = isImported ? nobodysHash : await ctx.stores.users.importedHash();
  const [matches] = await Promise.all([
    verifyPassword(password, hash),
    other !== null && verifyPassword(password, other),
  ]);
  return matches;
}

/** The user's hash, made anew with the password that was just found right when it came from another server. */
async function ownHash(ctx: AppContext, user: UserSecrets, password: string): Promise<string> {
  if (!isImportedHash(user.passwordHash)) return user.passwordHash;
  // One that could not be chosen here, such as a short one, stays good as it is.
  const hash = await hashPassword(password).catch((error: unknown) => {
    if (error instanceof DomainError) return user.passwordHash;
    throw error;
  });
  if (!(await ctx.stores.users.replaceHash(user.id, { from: user.passwordHash, to: hash }))) throw wrongCredentials();
  return hash;
}

async function findForLogin(ctx: AppContext, email: string): Promise<UserSecrets | null> {
  const normal = typeof email === 'string' ? email.trim().toLowerCase() : '';
  // What cannot be an address is looked up as well, so that it takes as long; but the database takes no NUL.
  return ctx.stores.users.withSecrets(/[\0\p{Cs}]/u.test(normal) ? '' : normal.slice(0, 255));
}

async function sessionOf(ctx: AppContext, token: string): Promise<{ userId: string; familyId: string } | null> {
  try {
    const { userId, sessionId } = await readRefreshToken(ctx, token);
    return { userId, familyId: sessionId };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') return null;
    throw error;
  }
}

function ownSession({ caller }: AppContext): { userId: string; familyId: string } {
  if (!caller.user || !caller.sessionId)
    throw new UnauthenticatedError('Send the refresh token of the session, or its access token.');
  return { userId: caller.user.id, familyId: caller.sessionId };
}

function withoutSecrets({ id, name, email, role, createdAt, updatedAt, lastLoginAt }: UserRow): UserRow {
  return { id, name, email, role, createdAt, updatedAt, lastLoginAt };
}

function wrongCredentials(): UnauthenticatedError {
  return new UnauthenticatedError('The e-mail address or the password is wrong.');
}

/** bcrypt of a password that nobody knows, of the same cost as everybody's: what an unknown address is checked against. */
const nobodysHash = '$2b$10$1dSHlMI1PVAhCAs.i1SSLuP8.oZ9UfkirqlS6drqwtxilbTvmsGw6';
