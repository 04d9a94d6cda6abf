import type { Server } from 'node:http';
import cors from '@fastify/cors';
import Fastify, {
  errorCodes,
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyHttpOptions,
} from 'fastify';
import { restApi } from '../../rest-compat/index.js';
import type { Services } from '../context.js';
import { ValidationError } from '../errors.js';
import { authenticateRequest, type AuthenticationInput } from './authenticate-request.js';
import { addRateLimitHeaders } from './limits/call-limit.js';
import { compressResponses } from './compression.js';
import { toDomainError, logDefect, toStatus } from './errors.js';
import { graphqlRoutes, type createGraphQL } from './graphql/create-graphql.js';
import { dashboardRoutes, findDashboard } from './pages/dashboard.js';
import { dashboardSessionRoutes } from './pages/dashboard-session.js';
import { toGraphQLError } from './graphql/errors.js';
import { httpOptions } from './listen.js';
import { healthRoutes, type ReadinessCheck } from './operations/health.js';
import { mcpRoutes } from './mcp/mcp-routes.js';
import type { AnyTool } from '../mcp/tool.js';
import { drainRefusedBodies } from './limits/drain-refused-bodies.js';
import { metricsRoutes } from './operations/metrics.js';
import { findExceededLimit } from './limits/json-limits.js';
import { createRequestGuard, guardRequests } from './limits/request-guard.js';
import { positionHeader, sendPosition } from './read-position.js';
import { collapseLeadingSlashes } from './request-path.js';
import { oauthRoutes } from './mcp/oauth-routes.js';
import { openApiRoutes } from './pages/openapi.js';
import { noteError } from './request-log/request-audit.js';
import { graphqlNameHeaders, graphqlVersionHeaders } from './request-log/client-facts.js';
import { logRequest, logRequests, newRequestId, createRecorder } from './request-log/request-recorder.js';
import { sendSecurityHeaders } from './security-headers.js';
import { startPage } from './pages/start-page.js';

export interface ServerParts extends AuthenticationInput {
  readonly graphql: ReturnType<typeof createGraphQL>;
  readonly readiness: readonly ReadinessCheck[];
  /** GraphQL documents published as MCP tools. */
  readonly documentTools: readonly AnyTool[];
}

/** Creates the HTTP server without listening. */
export async function createHttpServer(parts: ServerParts): Promise<FastifyInstance> {
  const { services } = parts;
  const app = Fastify(serverOptions(services));
  acceptJsonOnly(app);
  // Before any scope is opened: scopes inherit only what is set at that time.
  app.setErrorHandler(plainError);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not Found' }));
  app.decorateRequest('context', null);
  // First of all, so that every response has an id, including those for unknown routes.
  logRequests(app, createRecorder(services));
  if (services.replication) sendPosition(app, services.config);
  guardRequests(app, createRequestGuard(services.config));
  await sendSecurityHeaders(app);
  await app.register(cors, corsOptions(services));
  if (parts.calls) addRateLimitHeaders(app);
  await compressResponses(app);
  drainRefusedBodies(app);
  metricsRoutes(app, { services, rootFields: parts.graphql.rootFields });
  healthRoutes(app, parts.readiness);
  const dashboard = findDashboard();
  if (dashboard) await app.register((scope) => dashboardRoutes(scope, dashboard));
  else startPage(app);
  await app.register((scope) => dashboardSessionRoutes(scope, parts));
  await openApiRoutes(app);
  await app.register((scope) => oauthRoutes(scope, parts));
  await app.register((scope) => mcpRoutes(scope, parts));
  await app.register((scope) => graphqlScope(scope, parts));
  const authenticate = authenticateRequest(parts);
  await app.register(restApi, { authenticate });
  return app;
}

function serverOptions(services: Services): FastifyHttpOptions<Server> {
  const { config, log } = services;
  return {
    loggerInstance: log,
    // The request log records requests. Server logs are for internal errors.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    bodyLimit: config.http.bodyLimitBytes,
    // Invalid URL encodings are rejected before routing, so no hook runs.
    frameworkErrors: (error, request, reply) => {
      logRequest(request, reply, createRecorder(services));
      void plainError(error, request, reply);
    },
    // Fastify accepts a number of hops, but its types do not.
    trustProxy: config.http.trustProxy as boolean | string,
    // Clients with a trailing slash in their base URL send //v1/...
    rewriteUrl: (request) => collapseLeadingSlashes(request.url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    forceCloseConnections: 'idle',
    http: httpOptions,
    // Time for a request to arrive. Responses have no time limit.
    requestTimeout: 120_000,
    return503OnClosing: false,
    // `__proto__` and `constructor.prototype` keys never reach a use case.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
  };
}

// Clients send the JSON content type even without a body, including with GET and DELETE.
function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  // A form on another website can send text/plain without a CORS preflight.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(unsupported('Send the body as JSON, with the header `Content-Type: application/json`.')),
  );
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (!isUtf8(request.headers['content-type'])) return done(unsupported('Send the body in UTF-8.'));
    // Unpacked, a small body may fill the memory.
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') return done(unsupported('Send the body without Content-Encoding.'));
    if (body === '') return done(null, undefined);
    if ((body as string).startsWith('\uFEFF'))
      return done(new ValidationError({ request: ['The body begins with a byte order mark; send JSON without one.'] }));
    const exceeded = findExceededLimit(body as string);
    if (exceeded !== null) done(new ValidationError({ request: [`The body ${exceeded}.`] }));
    else void parse(request, body as string, done);
  });
}

// JSON is UTF-8 (RFC 8259, section 8.1). Another charset can hide text from filters in front of this server.
function isUtf8(contentType: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

// Its own message says nothing more than the status.
const unsupported = (message: string) => Object.assign(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(), { message });

function corsOptions({ config }: Services) {
  return {
    origin: [...config.http.dashboardOrigins],
    credentials: true,
    // A program may ask for OPTIONS without the headers of a browser.
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'accept',
      'x-api-key',
      'mem0-user-id',
      'x-mem0-client',
      'x-mem0-source',
      'x-mem0-mode',
      'x-mem0-client-language',
      'x-mem0-client-version',
      'x-mem0-caller-type',
      'x-application',
      'idempotency-key',
      positionHeader,
      'last-event-id',
      ...graphqlNameHeaders,
      ...graphqlVersionHeaders,
      'x-graphql-cost',
      'traceparent',
      'tracestate',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
      'mcp-session-id',
    ],
    exposedHeaders: [
      'x-request-id',
      'retry-after',
      'x-next-cursor',
      'idempotency-replayed',
      positionHeader,
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'ratelimit',
      'ratelimit-policy',
    ],
    maxAge: 600,
  };
}

async function graphqlScope(scope: FastifyInstance, parts: ServerParts): Promise<void> {
  scope.addHook('preHandler', authenticateRequest(parts));
  scope.setErrorHandler((error, request, reply) => {
    logDefect(request.log, error);
    noteError(request.audit, error);
    const known = toDomainError(error);
    const body = known
      ? toGraphQLError(known).toJSON()
      : { message: 'Something went wrong on our side.', extensions: { code: 'INTERNAL', requestId: request.id } };
    return withErrorHeaders(reply, error)
      .code(toStatus(error))
      .send({ errors: [body] });
  });
  graphqlRoutes(scope, parts.graphql);
  await Promise.resolve();
}

function plainError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  logDefect(request.log, error);
  noteError(request.audit, error);
  return withErrorHeaders(reply, error)
    .code(toStatus(error))
    .send({ detail: toDomainError(error)?.message ?? 'Internal Server Error', request_id: request.id });
}

function withErrorHeaders(reply: FastifyReply, error: unknown): FastifyReply {
  const known = toDomainError(error);
  if (known?.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds));
  if (known?.code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'Bearer realm="memory-gateway"');
  return reply;
}
