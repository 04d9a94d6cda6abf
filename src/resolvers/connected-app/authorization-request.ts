import { requireCaller } from '../../auth/authorize.js';
import type { CallerUser, McpScope } from '../../auth/caller.js';
import { readSignedValue, signValue } from '../../auth/signed-value.js';
import type { AppContext } from '../../context.js';
import { ForbiddenError, ValidationError } from '../../errors.js';

/** A validated client request that waits for the user's decision. The browser carries it signed; it is not stored. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly clientName: string;
  readonly clientUri: string | null;
  /** Whether the client id's domain proves the name and redirect URI. */
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

/** Time for the user to sign in and decide, in milliseconds. */
export const requestMs = 15 * 60_000;

/** Encodes the request as signed text for the URL of the consent page. */
export const signAuthorizationRequest = (ctx: AppContext, request: AuthorizationRequest): string =>
  signValue(ctx, 'oauth-request', request);

/** Decodes a signed request. Returns null if it was altered or has expired. */
export function readAuthorizationRequest(ctx: AppContext, text: string): AuthorizationRequest | null {
  const found = readSignedValue(ctx, 'oauth-request', text) as AuthorizationRequest | null;
  return found && found.expiresAt > ctx.now().getTime() ? found : null;
}

/** Decodes a signed request. @throws ValidationError if it was altered or has expired */
export function readOpenRequest(ctx: AppContext, text: string): AuthorizationRequest {
  const found = readAuthorizationRequest(ctx, text);
  if (found) return found;
  throw new ValidationError({ request: ['`request` is invalid or has expired. Connect again from the app.'] });
}

/** Returns the signed-in user. @throws ForbiddenError for API keys and connected apps; UnauthenticatedError */
export function requirePerson(ctx: AppContext): CallerUser {
  const { mode, user, key } = requireCaller(ctx);
  if (user && key === null && (mode === 'bearer' || mode === 'disabled')) return user;
  throw new ForbiddenError('Sign in to the dashboard to connect apps. API keys cannot do this.');
}

/** Returns the redirect URI with these parameters and the request's `state` and `iss`. */
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
