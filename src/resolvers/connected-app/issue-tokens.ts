import { createHash } from 'node:crypto';
import { appAccessSeconds, appRefreshSeconds, createAccessToken, createRefreshToken } from '../../auth/app-tokens.js';
import type { McpScope } from '../../auth/caller.js';
import { clientKey } from '../../auth/rate-limit.js';
import { getDigest, isSameSecret } from '@memory-gateway/credentials';
import type { AppContext } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import type { ConnectedAppRow } from '../../stores/connected-app/connected-app-store.js';
import { OauthError } from './oauth-error.js';
import { endApp } from './revoke-connected-app.js';
import { readScopes } from './start-authorization.js';

export interface AppTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number;
  readonly scopes: readonly McpScope[];
}

export interface CodeInput {
  readonly code: string;
  readonly clientId: string;
  readonly codeVerifier: string;
  readonly redirectUri?: string | undefined;
  readonly resource?: string | undefined;
}

/**
 * Exchanges an authorization code for tokens. A second exchange ends the app's access: one holder stole the code.
 * @throws OauthError; RateLimitedError by client address
 */
export async function exchangeCode(ctx: AppContext, input: CodeInput): Promise<AppTokens> {
  await ctx.authRateLimiter.take('exchangeToken', clientKey(ctx.clientAddress));
  const now = ctx.now();
  const tokens = await transact(ctx, async (unit) => {
    const app = await unit.stores.connectedApps.lockByCode(getDigest(input.code));
    if (!app || app.revokedAt) return null;
    if (app.codeUsedAt) {
      await endApp(ctx, unit, { app, reason: 'The authorization code was used twice.' });
      return null;
    }
    if (app.expiresAt <= now) return null;
    assertRequest(app, input);
    const isRedirect = input.redirectUri === undefined || input.redirectUri === app.redirectUri;
    if (!isRedirect || !isVerifierOf(app.codeChallenge, input.codeVerifier)) return null;
    await unit.stores.connectedApps.useCode(app.id, now);
    return issue(unit, app, { now, scopes: app.scopes });
  });
  // Thrown after the transaction, so that the end of the app's access is committed.
  if (!tokens) throw invalidGrant('The authorization code is invalid, expired or used, or its verifier is wrong.');
  return tokens;
}

export interface RefreshInput {
  readonly refreshToken: string;
  readonly clientId: string;
  /** Subset of scopes for the new access token. Default: all granted scopes. */
  readonly scope?: string | undefined;
  readonly resource?: string | undefined;
}

/** Exchanges a refresh token. A second exchange ends the app's access. @throws OauthError; RateLimitedError */
export async function refreshAppTokens(ctx: AppContext, input: RefreshInput): Promise<AppTokens> {
  await ctx.authRateLimiter.take('exchangeToken', clientKey(ctx.clientAddress));
  const now = ctx.now();
  const digest = getDigest(input.refreshToken);
  const tokens = await transact(ctx, async (unit) => {
    const named = await unit.stores.connectedAppTokens.find(digest);
    const app = named?.kind === 'refresh' ? await unit.stores.connectedApps.lock(named.appId) : null;
    // Read again under the lock, because another exchange may have used the token.
    const token = app && (await unit.stores.connectedAppTokens.find(digest));
    if (!app || !token || app.revokedAt || token.expiresAt <= now) return null;
    if (token.usedAt) {
      await endApp(ctx, unit, { app, reason: 'A refresh token was used twice.' });
      return null;
    }
    assertRequest(app, input);
    const scopes = input.scope === undefined ? token.scopes : readScopes(input.scope);
    if (scopes.some((scope) => !app.scopes.includes(scope)))
      throw new OauthError('invalid_scope', 'The user did not grant all of these scopes.');
    await unit.stores.connectedAppTokens.use(digest, now);
    return issue(unit, app, { now, scopes });
  });
  if (!tokens) throw invalidGrant('The refresh token is invalid, expired or used. Connect again.');
  return tokens;
}

function assertRequest(app: ConnectedAppRow, input: { clientId: string; resource?: string | undefined }): void {
  if (app.clientId !== input.clientId) throw invalidGrant('This code or token belongs to another client.');
  if (input.resource !== undefined && input.resource !== app.resource)
    throw new OauthError('invalid_target', `resource must be ${app.resource}.`);
}

async function issue(
  { stores }: Pick<UnitOfWork, 'stores'>,
  app: ConnectedAppRow,
  { now, scopes }: { now: Date; scopes: readonly McpScope[] },
): Promise<AppTokens> {
  const [accessToken, refreshToken] = [createAccessToken(app.tokenPrefix), createRefreshToken()];
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  const expiresAt = after(appRefreshSeconds);
  const shared = { appId: app.id };
  await stores.connectedAppTokens.insert({
    ...shared,
    digest: getDigest(accessToken),
    kind: 'access',
    scopes,
    expiresAt: after(appAccessSeconds),
  });
  await stores.connectedAppTokens.insert({
    ...shared,
    digest: getDigest(refreshToken),
    kind: 'refresh',
    scopes: app.scopes,
    expiresAt,
  });
  await stores.connectedApps.extend(app.id, expiresAt);
  return { accessToken, refreshToken, expiresIn: appAccessSeconds, scopes };
}

function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return isSameSecret(createHash('sha256').update(verifier).digest('base64url'), challenge);
}

const invalidGrant = (message: string): OauthError => new OauthError('invalid_grant', message);
