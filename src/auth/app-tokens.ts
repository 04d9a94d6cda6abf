import { randomBytes } from 'node:crypto';
import type { Services } from '../context.js';
import type { Caller } from './caller.js';
import { RefusedCredentialError } from './credentials.js';
import { getDigest } from '@memory-gateway/credentials';

export const appAccessSeconds = 15 * 60;
/** Lifetime of a refresh token, in seconds. An app that is idle for longer must ask the user again. */
export const appRefreshSeconds = 30 * 24 * 60 * 60;
export const appCodeSeconds = 60;

const accessPrefix = 'm0at_';
const refreshPrefix = 'm0rt_';

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** Creates the prefix that all access tokens of one app share. The request log shows it. */
export const createTokenPrefix = (): string => accessPrefix + random(8).slice(0, 7);

/** Creates an access token: the prefix of its app and 256 random bits. */
export const createAccessToken = (tokenPrefix: string): string => tokenPrefix + random(32);

/** Creates a refresh token of 256 random bits. */
export const createRefreshToken = (): string => refreshPrefix + random(32);

/** Creates an authorization code of 256 random bits. */
export const createAuthorizationCode = (): string => `m0ac_${random(32)}`;

/** Returns whether a credential has the prefix of an access token of a connected app. */
export const isAppTokenShaped = (text: string): boolean => text.startsWith(accessPrefix);

type Needs = Pick<Services, 'stores' | 'now' | 'log'>;

/**
 * Authenticates an access token of a connected app.
 * @param resource URL of the requested MCP endpoint; undefined for other APIs, which reject these tokens
 * @throws RefusedCredentialError
 */
export async function callerOfAppToken(services: Needs, token: string, resource: string | undefined): Promise<Caller> {
  const prefix = /^m0at_[\w-]{7}/.exec(token)?.[0] ?? null;
  if (resource === undefined)
    throw new RefusedCredentialError('Access tokens of connected apps are valid at /mcp only.', 'oauth', prefix);
  const isPlausible = /^m0at_[\w-]{50}$/.test(token);
  const found = isPlausible
    ? await services.stores.connectedAppTokens.credential(getDigest(token), services.now())
    : null;
  // The same message for unknown, expired and revoked tokens and for tokens of another endpoint.
  if (!found || found.resource !== resource)
    throw new RefusedCredentialError('The access token is invalid or has expired.', 'oauth', prefix);
  if (!found.isUseRecorded) await recordUse(services, found.appId);
  const scopes = new Set(found.scopes);
  return {
    mode: 'oauth',
    user: { id: found.userId, name: found.userName, email: found.userEmail, role: found.userRole },
    key: {
      id: found.appId,
      prefix: found.tokenPrefix,
      projectId: found.projectId,
      readOnly: !scopes.has('memory:write') && !scopes.has('memory:delete'),
      scopes,
    },
    isAdmin: found.userRole === 'admin',
  };
}

async function recordUse({ stores, now, log }: Needs, appId: string): Promise<void> {
  await stores.connectedAppTokens
    .touch(appId, now())
    .catch((error: unknown) => log.warn({ err: error, appId }, 'Recording the last use of a connected app failed.'));
}
