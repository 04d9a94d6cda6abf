import { errors, jwtVerify, SignJWT } from 'jose';
import { isUuid } from '../ids.js';

const NAME = 'memory-gateway';
const ALGORITHM = 'HS256';
/** Keeps a refresh token, or a token made for something else, from being taken for an access token. */
const ACCESS_TYPE = 'at+jwt';

/** How long an access token is good for, in seconds. */
export const accessTokenSeconds = 30 * 60;

/** What an access token says: only who, for everything else is read from the database. */
export interface AccessToken {
  readonly userId: string;
  readonly expiresAt: Date;
}

/** Signs an access token. */
export function signAccessToken(secret: string, token: { userId: string; now: Date }): Promise<string> {
  const issuedAt = Math.floor(token.now.getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: ACCESS_TYPE })
    .setIssuer(NAME)
    .setAudience(NAME)
    .setSubject(token.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(toKey(secret));
}

/** @returns null unless the token is an access token of ours, signed with this secret and valid now */
export async function verifyAccessToken(secret: string, token: string, now: Date): Promise<AccessToken | null> {
  try {
    const { payload } = await jwtVerify(token, toKey(secret), {
      algorithms: [ALGORITHM],
      typ: ACCESS_TYPE,
      issuer: NAME,
      audience: NAME,
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: accessTokenSeconds,
      currentDate: now,
    });
    if (!payload.sub || !payload.exp || !isUuid(payload.sub)) return null;
    return { userId: payload.sub, expiresAt: new Date(payload.exp * 1000) };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function toKey(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}
