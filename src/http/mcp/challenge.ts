import type { FastifyRequest } from 'fastify';
import { mcpScopes, type McpScope } from '../../auth/caller.js';
import type { Config } from '../../config.js';
import { ForbiddenError } from '../../errors.js';
import { publicOrigin } from '../../public-origin.js';

/** An access token lacks scopes for a message. The client may ask the user for `scopes`. */
export class MissingScopeError extends ForbiddenError {
  /** Granted and missing scopes: a client that asks only for the missing ones would lose the others. */
  readonly scopes: readonly McpScope[];

  constructor(held: ReadonlySet<McpScope>, missing: readonly McpScope[]) {
    super(`The access token lacks the scope ${missing.join(' ')}. Ask the user to grant it.`);
    this.scopes = mcpScopes.filter((scope) => held.has(scope) || missing.includes(scope));
  }
}

/**
 * Returns the `WWW-Authenticate` header that points a client to the authorization server.
 * @param missing scopes to request after a 403. Omit it after a 401: the header then names all scopes, because older
 * clients request exactly the named ones
 */
export function toChallenge(
  config: Pick<Config, 'http'>,
  request: FastifyRequest,
  missing?: readonly McpScope[],
): string {
  const { authorization, 'x-api-key': key } = request.headers;
  // RFC 6750, section 3.1: no `error` without a credential.
  const isPresented = authorization !== undefined || key !== undefined;
  const error = missing ? 'insufficient_scope' : isPresented ? 'invalid_token' : null;
  const parts = [
    'realm="memory-gateway"',
    ...(error === null ? [] : [`error="${error}"`]),
    `resource_metadata="${publicOrigin(config, request)}/.well-known/oauth-protected-resource/mcp"`,
    `scope="${(missing ?? mcpScopes).join(' ')}"`,
  ];
  return `Bearer ${parts.join(', ')}`;
}
