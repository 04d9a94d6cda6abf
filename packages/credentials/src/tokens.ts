import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';

const NAME = 'memory-gateway';
const ALGORITHM = 'HS256';
/** The `typ` header prevents a token of one type from being accepted as the other. */
const ACCESS_TYPE = 'at+jwt';
const REFRESH_TYPE = 'rt+jwt';

export const accessTokenSeconds = 30 * 60;

export const refreshTokenSeconds = 30 * 24 * 60 * 60;

/** Claims of an access token. They identify the user; everything else is read from the database. */
export interface AccessToken {
  readonly userId: string;
  /** Id of the token's session, which may have ended. */
  readonly sessionId: string;
}

/** Claims of a refresh token. The database records whether the token is still usable. */
export interface RefreshToken {
  readonly userId: string;
  readonly sessionId: string;
  readonly jti: string;
}

/** Signs an access token. The same values always give the same token. */
export function signAccessToken(
  secret: string,
  token: { userId: string; sessionId: string; now: Date },
): Promise<string> {
  return sign(secret, { ...token, claims: { sid: token.sessionId }, type: ACCESS_TYPE, seconds: accessTokenSeconds });
}

/** Signs a refresh token. The same values always give the same token. */
export function signRefreshToken(secret: string, token: RefreshToken & { now: Date }): Promise<string> {
  const claims = { sid: token.sessionId, jti: token.jti };
  return sign(secret, { ...token, claims, type: REFRESH_TYPE, seconds: refreshTokenSeconds });
}

/** Verifies an access token. @returns null unless this server signed it with this secret and it is valid at `now` */
export async function verifyAccessToken(secret: string, token: string, now: Date): Promise<AccessToken | null> {
  const payload = await verify({ secret, token, now }, { type: ACCESS_TYPE, seconds: accessTokenSeconds });
  const [userId, sessionId] = [payload?.sub, payload?.['sid']];
  const isComplete = [userId, sessionId].every(isId);
  return isComplete ? ({ userId, sessionId } as AccessToken) : null;
}

/** Verifies a refresh token. @returns null unless this server signed it with this secret and it is valid at `now` */
export async function verifyRefreshToken(secret: string, token: string, now: Date): Promise<RefreshToken | null> {
  const payload = await verify({ secret, token, now }, { type: REFRESH_TYPE, seconds: refreshTokenSeconds });
  const [userId, sessionId, jti] = [payload?.sub, payload?.['sid'], payload?.jti];
  const isComplete = [userId, sessionId, jti].every(isId);
  return isComplete ? ({ userId, sessionId, jti } as RefreshToken) : null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether Postgres accepts a claim for a column of IDs. */
function isId(claim: unknown): boolean {
  return typeof claim === 'string' && uuid.test(claim);
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

/** Longer texts cannot be tokens of this server and are not parsed. */
const longestToken = 8 * 1024;

/** Returns whether header and payload are as this server writes them. Parsers disagree on duplicate JSON keys. */
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
