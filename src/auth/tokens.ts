import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { isUuid } from '../ids.js';

const NAME = 'memory-gateway';
const ALGORITHM = 'HS256';
/** The types keep one kind of token, or a token made for something else, from being taken for the other. */
const ACCESS_TYPE = 'at+jwt';
const REFRESH_TYPE = 'rt+jwt';

/** How long an access token is good for, in seconds. */
export const accessTokenSeconds = 30 * 60;

/** How long a refresh token is good for, in seconds. */
export const refreshTokenSeconds = 30 * 24 * 60 * 60;

/** What an access token says: only who, for everything else is read from the database. */
export interface AccessToken {
  readonly userId: string;
  /** The session it belongs to, which may have ended since. */
  readonly sessionId?: string | undefined;
  readonly expiresAt: Date;
}

/** What a refresh token says. Whether it may still be used stands in the database. */
export interface RefreshToken {
  readonly userId: string;
  readonly sessionId: string;
  readonly jti: string;
}

/** Signs an access token. The same values give the same token. */
export function signAccessToken(
  secret: string,
  token: { userId: string; sessionId?: string | null; now: Date },
): Promise<string> {
  const claims = token.sessionId ? { sid: token.sessionId } : {};
  return sign(secret, { ...token, claims, type: ACCESS_TYPE, seconds: accessTokenSeconds });
}

/** Signs a refresh token. The same values give the same token. */
export function signRefreshToken(secret: string, token: RefreshToken & { now: Date }): Promise<string> {
  const claims = { sid: token.sessionId, jti: token.jti };
  return sign(secret, { ...token, claims, type: REFRESH_TYPE, seconds: refreshTokenSeconds });
}

/** @returns null unless the token is an access token of ours, signed with this secret and valid now */
export async function verifyAccessToken(secret: string, token: string, now: Date): Promise<AccessToken | null> {
  const payload = await verify({ secret, token, now }, { type: ACCESS_TYPE, seconds: accessTokenSeconds });
  if (!payload?.sub || !payload.exp || !isUuid(payload.sub)) return null;
  const sid = payload['sid'];
  if (sid !== undefined && !(typeof sid === 'string' && isUuid(sid))) return null;
  return { userId: payload.sub, sessionId: sid, expiresAt: new Date(payload.exp * 1000) };
}

/** @returns null unless the token is a refresh token of ours, signed with this secret and valid now */
export async function verifyRefreshToken(secret: string, token: string, now: Date): Promise<RefreshToken | null> {
  const payload = await verify({ secret, token, now }, { type: REFRESH_TYPE, seconds: refreshTokenSeconds });
  const [userId, sessionId, jti] = [payload?.sub, payload?.['sid'], payload?.jti];
  const isComplete = [userId, sessionId, jti].every((id) => typeof id === 'string' && isUuid(id));
  return isComplete ? ({ userId, sessionId, jti } as RefreshToken) : null;
}

interface Kind {
  readonly type: string;
  readonly seconds: number;
}

function sign(secret: string, token: Kind & { userId: string; claims: JWTPayload; now: Date }): Promise<string> {
  const issuedAt = Math.floor(token.now.getTime() / 1000);
  return new SignJWT(token.claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: token.type })
    .setIssuer(NAME)
    .setAudience(NAME)
    .setSubject(token.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + token.seconds)
    .sign(toKey(secret));
}

async function verify(
  { secret, token, now }: { secret: string; token: string; now: Date },
  kind: Kind,
): Promise<JWTPayload | null> {
  if (!isCanonical(token)) return null;
  try {
    const { payload } = await jwtVerify(token, toKey(secret), {
      algorithms: [ALGORITHM],
      typ: kind.type,
      issuer: NAME,
      audience: NAME,
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: kind.seconds,
      currentDate: now,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Longer texts are no tokens of ours, and are not even parsed. */
const longestToken = 8 * 1024;

/**
 * Whether header and payload are written the one way in which we write them. Two keys of one name, which readers may resolve
 * differently, are not.
 */
function isCanonical(token: string): boolean {
  if (token.length > longestToken) return false;
  const parts = token.split('.');
  return parts.length === 3 && parts.slice(0, 2).every(isCanonicalJson);
}

function isCanonicalJson(part: string): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return Buffer.from(JSON.stringify(value)).toString('base64url') === part;
  } catch {
    return false;
  }
}

function toKey(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}
