import type { Services } from '../context.js';
import { transact, type UnitOfWork } from '../unit-of-work/transact.js';
import { DomainError, UnauthenticatedError } from '../errors.js';
import { newId } from '../ids.js';
import type { RefreshTokenRow } from '../stores/refresh-token-store.js';
import {
  accessTokenSeconds,
  type RefreshToken,
  refreshTokenSeconds,
  signAccessToken,
  signRefreshToken,
  verifyRefreshToken,
} from '@memory-gateway/credentials';

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime of the access token, in seconds. */
  readonly expiresIn: number;
}

export type IssuedToken = Pick<RefreshTokenRow, 'jti' | 'userId' | 'familyId' | 'createdAt'>;

/** How long the direct predecessor of a refresh token returns the same pair, because two tabs may refresh at once. */
export const graceMs = 20_000;

/** Returns the secret that signs tokens. @throws DomainError (500) if none is set, which only AUTH_DISABLED allows */
export function getSessionSecret({ config }: Pick<Services, 'config'>): string {
  if (config.auth.jwtSecret) return config.auth.jwtSecret;
  throw new DomainError('INTERNAL', 'JWT_SECRET is not configured on this server, so users cannot sign in.');
}

export interface NewSession {
  readonly userId: string;
  readonly now: Date;
  /** Such as `Firefox on Linux`. Default: unknown. */
  readonly device?: string | null;
}

/** Starts a session in the caller's transaction. Sign the token pair after the commit. */
export async function beginSession(
  { stores, audit }: Pick<UnitOfWork, 'stores' | 'audit'>,
  { userId, now, device = null }: NewSession,
): Promise<IssuedToken> {
  const jti = newId();
  await audit({ action: 'session.begin', targetId: jti, after: { userId } });
  return issue({ stores }, { jti, userId, familyId: jti, createdAt: wholeSecond(now), device });
}

/** Signs the token pair of a session. The same token always gives the same pair. */
export async function signPair(secret: string, issued: IssuedToken): Promise<TokenPair> {
  const { jti, userId, familyId: sessionId, createdAt: now } = issued;
  const [accessToken, refreshToken] = await Promise.all([
    signAccessToken(secret, { userId, sessionId, now }),
    signRefreshToken(secret, { userId, sessionId, jti, now }),
  ]);
  return { accessToken, refreshToken, expiresIn: accessTokenSeconds };
}

/** Verifies a refresh token without reading the database. @throws UnauthenticatedError if it is invalid or expired */
export async function readRefreshToken(services: Services, token: string): Promise<RefreshToken> {
  const read = await verifyRefreshToken(getSessionSecret(services), token, services.now());
  if (!read) throw refused();
  return read;
}

/**
 * Exchanges a refresh token for its successor. Its direct predecessor returns the same successor for {@link graceMs}.
 * Any other reuse ends the session, because one of the two holders must have stolen the token.
 * @param device default: that of the token
 * @throws UnauthenticatedError
 */
export async function rotate(
  services: Services,
  token: RefreshToken,
  device: string | null = null,
): Promise<TokenPair> {
  const issued = await transact(services, async (unit) => {
    const now = services.now();
    const user = await unit.stores.users.lock(token.userId);
    const row = user && (await unit.stores.refreshTokens.find(token.jti));
    if (!row || row.userId !== token.userId || row.familyId !== token.sessionId) return null;
    if (row.revokedAt || row.expiresAt <= now) return null;
    if (!row.usedAt) return succeed(unit, { ...row, device: device ?? row.device }, now);
    const successor = await graceful(unit, row, now);
    if (!successor) {
      await endSession(unit, row, { now, reason: 'A refresh token was used twice.' });
      services.log.warn(
        { userId: row.userId, sessionId: row.familyId },
        'A refresh token was used twice: its session has ended.',
      );
    }
    return successor;
  });
  // Thrown after the transaction, so that the end of the session is committed.
  if (!issued) throw refused();
  return signPair(getSessionSecret(services), issued);
}

/** Ends a session in the caller's transaction. Does nothing if the session has already ended. */
export async function endSession(
  { stores, announce, audit }: UnitOfWork,
  { userId, familyId }: { userId: string; familyId: string },
  { now, reason }: { now: Date; reason?: string },
): Promise<void> {
  if (!(await stores.refreshTokens.revokeFamily(familyId, now))) return;
  await announce('credentialChanged', { userId });
  await audit({ action: 'session.end', targetId: familyId, before: { userId }, reason });
}

async function succeed(unit: UnitOfWork, row: RefreshTokenRow, now: Date): Promise<IssuedToken> {
  const successor = await issue(unit, {
    jti: newId(),
    userId: row.userId,
    familyId: row.familyId,
    createdAt: wholeSecond(now),
    device: row.device,
  });
  await unit.stores.refreshTokens.use(row.jti, { successorJti: successor.jti, now });
  return successor;
}

async function graceful({ stores }: UnitOfWork, row: RefreshTokenRow, now: Date): Promise<IssuedToken | null> {
  if (!row.usedAt || !row.successorJti || now.getTime() - row.usedAt.getTime() > graceMs) return null;
  const successor = await stores.refreshTokens.find(row.successorJti);
  return successor && !successor.usedAt && !successor.revokedAt ? successor : null;
}

async function issue(
  { stores }: Pick<UnitOfWork, 'stores'>,
  token: IssuedToken & Pick<RefreshTokenRow, 'device'>,
): Promise<IssuedToken> {
  await stores.refreshTokens.insert({
    ...token,
    expiresAt: new Date(token.createdAt.getTime() + refreshTokenSeconds * 1000),
  });
  return token;
}

// Tokens store whole seconds. Rounding lets the same pair be signed again from its row.
function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000);
}

// The same message for unknown, expired, reused and revoked tokens.
function refused(): UnauthenticatedError {
  return new UnauthenticatedError('The refresh token is not valid, or no longer. Sign in again.');
}
