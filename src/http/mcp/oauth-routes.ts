import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, mcpScopes } from '../../auth/caller.js';
import { createContext, type AppContext } from '../../context.js';
import { exchangeCode, refreshAppTokens, type AppTokens } from '../../resolvers/connected-app/issue-tokens.js';
import { OauthError } from '../../resolvers/connected-app/oauth-error.js';
import { registerClient } from '../../resolvers/connected-app/register-client.js';
import { revokeAppToken } from '../../resolvers/connected-app/revoke-connected-app.js';
import { startAuthorization } from '../../resolvers/connected-app/start-authorization.js';
import type { AuthenticationInput } from '../authenticate-request.js';
import { logDefect, toDomainError, toStatus } from '../errors.js';
import { renderPage } from '../pages/html-page.js';
import { mcpEndpoint, publicOrigin } from '../../public-origin.js';
import { noteError } from '../request-log/request-audit.js';

/**
 * Serves the OAuth server of `/mcp`: metadata (RFC 9728, RFC 8414), client registration (RFC 7591), authorization code
 * with PKCE, tokens and revocation (RFC 7009). The consent page is part of the dashboard.
 */
export async function oauthRoutes(app: FastifyInstance, { services }: AuthenticationInput): Promise<void> {
  const { config } = services;
  acceptForms(app);
  app.setErrorHandler(sendOauthError);
  // These routes identify clients by their parameters and ignore credentials of other APIs.
  const contextOf = ({ id: requestId, ip: clientAddress }: FastifyRequest): AppContext =>
    createContext(services, { caller: anonymous, requestId, clientAddress });

  for (const url of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
    app.get(url, { config: { requestLog: false } }, (request) => ({
      resource: mcpEndpoint(config, request),
      authorization_servers: [publicOrigin(config, request)],
      scopes_supported: mcpScopes,
      bearer_methods_supported: ['header'],
      resource_name: 'memory-gateway',
    }));
  app.get('/.well-known/oauth-authorization-server', { config: { requestLog: false } }, (request) =>
    toServerMetadata(publicOrigin(config, request)),
  );
  app.get('/oauth/authorize', async (request, reply) => {
    const parameters = readOnce(request.query as Parameters);
    const [issuer, resource] = [publicOrigin(config, request), mcpEndpoint(config, request)];
    const next = await startAuthorization(contextOf(request), { parameters, issuer, resource });
    const url = 'request' in next ? `/authorize?request=${encodeURIComponent(next.request)}` : next.redirectUrl;
    return withoutTrace(reply).redirect(url, 302);
  });
  app.post('/oauth/register', async (request, reply) => {
    const { id, issuedAt, name, uri, redirectUris } = await registerClient(contextOf(request), request.body);
    return withoutTrace(reply.code(201)).send({
      client_id: id,
      client_id_issued_at: issuedAt,
      client_name: name,
      ...(uri === null ? {} : { client_uri: uri }),
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: mcpScopes.join(' '),
    });
  });
  app.post('/oauth/token', async (request, reply) => {
    const ctx = contextOf(request);
    const tokens = await ctx.admission.run('read', () => exchange(ctx, readOnce(request.body as Parameters)));
    return withoutTrace(reply).send(toTokenResponse(tokens));
  });
  app.post('/oauth/revoke', async (request, reply) => {
    const { token = '', client_id: clientId = '' } = readOnce(request.body as Parameters);
    await revokeAppToken(contextOf(request), { token, clientId });
    return withoutTrace(reply).send({});
  });
  await Promise.resolve();
}

const toServerMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  scopes_supported: mcpScopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});

type Parameters = Readonly<Record<string, unknown>> | null | undefined;

// OAuth 2.1, section 3.1: a repeated parameter is an error, because parsers may pick different values.
function readOnce(given: Parameters): Record<string, string | undefined> {
  const entries = Object.entries(given ?? {});
  const repeated = entries.find(([, value]) => typeof value !== 'string');
  if (repeated) throw new OauthError('invalid_request', `${repeated[0].slice(0, 50)} must be sent once, as text.`);
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as Record<string, string>;
}

async function exchange(ctx: AppContext, form: Record<string, string | undefined>): Promise<AppTokens> {
  const { client_id: clientId = '', resource, scope } = form;
  if (form.grant_type === 'authorization_code') {
    const { code = '', code_verifier: codeVerifier = '', redirect_uri: redirectUri } = form;
    return exchangeCode(ctx, { code, codeVerifier, redirectUri, clientId, resource });
  }
  if (form.grant_type === 'refresh_token')
    return refreshAppTokens(ctx, { refreshToken: form.refresh_token ?? '', clientId, scope, resource });
  throw new OauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
}

const toTokenResponse = ({ accessToken, refreshToken, expiresIn, scopes }: AppTokens) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: expiresIn,
  refresh_token: refreshToken,
  scope: scopes.join(' '),
});

function withoutTrace(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache', 'referrer-policy': 'no-referrer' });
}

function acceptForms(app: FastifyInstance): void {
  const options = { parseAs: 'string' as const, bodyLimit: 65_536 };
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', options, (_request, body, done) => {
    const form: Record<string, string | string[]> = {};
    for (const [name, value] of new URLSearchParams(body))
      form[name] = name in form ? [form[name] ?? '', value].flat() : value;
    done(null, form);
  });
}

function sendOauthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  logDefect(request.log, error);
  noteError(request.audit, error);
  const known = toDomainError(error);
  const status = error instanceof OauthError && error.oauthCode === 'invalid_client' ? 401 : toStatus(error);
  if (known?.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds));
  const message = known?.message ?? 'The server failed.';
  withoutTrace(reply.code(status));
  if (request.routeOptions.url === '/oauth/authorize')
    return errorPage(reply.code(status === 401 ? 400 : status), message);
  const code = error instanceof OauthError ? error.oauthCode : toOauthCode(status);
  return reply.send({ error: code, error_description: message });
}

function toOauthCode(status: number): string {
  if (status >= 500) return 'server_error';
  return status === 429 ? 'temporarily_unavailable' : 'invalid_request';
}

/** Shows an error page for an invalid authorization request. It never redirects, because the client is not verified. */
function errorPage(reply: FastifyReply, message: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
    })
    .send(page(escapeHtml(message)));
}

const page = (message: string): string =>
  renderPage(
    'Connection refused',
    `<h1>The app cannot be connected</h1>
<p>${message}</p>
<p>No access was given. Close this page, and connect again from the app.</p>`,
  );

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
