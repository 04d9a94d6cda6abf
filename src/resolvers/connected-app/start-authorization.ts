import { mcpScopes, type McpScope } from '../../auth/caller.js';
import type { AppContext } from '../../context.js';
import { requestMs, signAuthorizationRequest, toRedirectUrl } from './authorization-request.js';
import { findClient } from './find-client.js';
import type { OauthClient } from './oauth-client.js';
import { OauthError } from './oauth-error.js';
import { isLoopbackUrl, isSameRedirectUri } from './redirect-uri.js';

export interface AuthorizationInput {
  readonly parameters: Readonly<Record<string, string | undefined>>;
  /** Issuer and MCP endpoint of this server, as the client sees them. */
  readonly issuer: string;
  readonly resource: string;
}

export type AuthorizationStart = { readonly request: string } | { readonly redirectUrl: string };

/**
 * Validates an authorization request. Returns it signed for the consent page, or a URL that reports an error to the
 * client.
 * @throws OauthError to show to the user, without a redirect, while client or redirect URI are unverified
 */
export async function startAuthorization(ctx: AppContext, input: AuthorizationInput): Promise<AuthorizationStart> {
  const { client_id: clientId, state = null } = input.parameters;
  if (!clientId) throw new OauthError('invalid_request', 'client_id is required.');
  const client = await findClient(ctx, clientId);
  const redirectUri = readRedirectUri(client, input.parameters.redirect_uri);
  const { issuer, resource } = input;
  try {
    const { scopes, codeChallenge } = readParameters(input);
    const { name: clientName, uri: clientUri, isVerified } = client;
    const expiresAt = ctx.now().getTime() + requestMs;
    const described = { clientId, clientName, clientUri, isVerified, redirectUri, scopes, resource, issuer };
    return { request: signAuthorizationRequest(ctx, { ...described, state, codeChallenge, expiresAt }) };
  } catch (error) {
    // Redirecting to a registered website would be an open redirect, because anyone can register a client.
    const isTrusted = client.isVerified || isLoopbackUrl(new URL(redirectUri));
    if (!(error instanceof OauthError) || !isTrusted) throw error;
    const parameters = { error: error.oauthCode, error_description: error.message };
    return { redirectUrl: toRedirectUrl({ redirectUri, state, issuer }, parameters) };
  }
}

function readRedirectUri({ redirectUris }: OauthClient, requested: string | undefined): string {
  const [only, ...others] = redirectUris;
  if (requested === undefined && only !== undefined && others.length === 0) return only;
  if (requested !== undefined && redirectUris.some((uri) => isSameRedirectUri(uri, requested))) return requested;
  throw new OauthError('invalid_request', 'redirect_uri is not one of those that the client registered.');
}

function readParameters({ parameters, resource }: AuthorizationInput) {
  const { response_type: type, code_challenge: codeChallenge = '', code_challenge_method: method } = parameters;
  if (type !== 'code') throw new OauthError('unsupported_response_type', 'response_type must be code.');
  if (method !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge))
    throw new OauthError('invalid_request', 'PKCE is required: send code_challenge and code_challenge_method=S256.');
  if (parameters.resource !== undefined && parameters.resource !== resource)
    throw new OauthError('invalid_target', `resource must be ${resource}.`);
  if ((parameters.state ?? '').length > 2_000) throw new OauthError('invalid_request', 'state is too long.');
  return { scopes: readScopes(parameters.scope), codeChallenge };
}

/** Parses a list of scopes. An empty list requests all scopes; the user can grant fewer. @throws OauthError */
export function readScopes(text: string | undefined): readonly McpScope[] {
  const named = (text ?? '').split(' ').filter((name) => name !== '');
  if (named.length === 0) return mcpScopes;
  const known = mcpScopes.filter((scope) => named.includes(scope));
  if (known.length === 0) throw new OauthError('invalid_scope', `scope must name some of: ${mcpScopes.join(' ')}.`);
  return known;
}
