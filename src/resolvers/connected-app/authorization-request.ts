import type { McpScope } from '../../auth/caller.js';
import { requireCaller } from '../../auth/authorize.js';
import type { CallerUser } from '../../auth/caller.js';
import { readSignedValue, signValue } from '../../auth/signed-value.js';
import type { AppContext } from '../../context.js';
import { ForbiddenError, ValidationError } from '../../errors.js';

/** A checked request of a client, while the user decides. It travels signed through the browser and is not stored. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly clientName: string;
  readonly clientUri: string | null;
  /** Whether the domain of the client id vouches for name and redirect URI. */
  readonly isVerified: boolean;
  readonly redirectUri: string;
  readonly scopes: readonly McpScope[];
  readonly resource: string;
  readonly issuer: string;
  readonly state: string | null;
  readonly codeChallenge: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Time for the user to sign in and decide. */
export const requestMs = 15 * 60_000;

/** Returns the request as a text for the URL of the consent page. */
export const signAuthorizationRequest = (ctx: AppContext, request: AuthorizationRequest): string =>
  signValue(ctx, 'oauth-request', request);

/** Returns the request; null when it was altered or has expired. */
export function readAuthorizationRequest(ctx: AppContext, text: string): AuthorizationRequest | null {
  const found = readSignedValue(ctx, 'oauth-request', text) as AuthorizationRequest | null;
  return found && found.expiresAt > ctx.now().getTime() ? found : null;
}

/** @throws ValidationError when the request was altered or has expired */
export function readOpenRequest(ctx: AppContext, text: string): AuthorizationRequest {
  const found = readAuthorizationRequest(ctx, text);
  if (found) return found;
  throw new ValidationError({ request: ['`request` is invalid or has expired. Connect again from the app.'] });
}

/**
 * Only a person decides: neither an API key nor a connected app can connect apps.
 * @throws UnauthenticatedError, ForbiddenError
 */
export function requirePerson(ctx: AppContext): CallerUser {
  const { mode, user, key } = requireCaller(ctx);
  if (user && key === null && (mode === 'bearer' || mode === 'disabled')) return user;
  throw new ForbiddenError('Sign in to the dashboard to connect apps. API keys cannot do this.');
}

/** Returns the redirect URI with these parameters and `state` and `iss` of the request. */
export function toRedirectUrl(
  request: Pick<AuthorizationRequest, 'redirectUri' | 'state' | 'issuer'>,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (request.state !== null) url.searchParams.set('state', request.state);
  url.searchParams.set('iss', request.issuer);
  return url.href;
}
