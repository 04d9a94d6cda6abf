import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mcpScopes, type McpScope } from '../../auth/caller.js';
import type { Config } from '../../config.js';
import type { AppContext } from '../../context.js';
import { UnauthenticatedError, ValidationError } from '../../errors.js';
import type { AnyTool, ToolContext } from '../../mcp/tool.js';
import { findMissingScopes, listPermittedTools, selectTools } from '../../mcp/tools.js';
import { fromMemoryUri } from '../../mcp/uris.js';
import { findMemories } from '../../resolvers/memory/find-memories.js';
import { checkMemoryId, createMemoryNotFoundError } from '../../resolvers/memory/get-memory.js';
import { currentProject } from '../../resolvers/project/current-project.js';
import { authenticateRequest, getRequestContext, type AuthenticationInput } from '../authenticate-request.js';
import { logDefect, toDomainError, toStatus } from '../errors.js';
import { MissingScopeError, toChallenge } from './challenge.js';
import { createClientNames } from './client-name.js';
import { createMcpHandlers, type McpHandlers } from './handlers.js';
import { mcpEndpoint, publicOrigin } from '../../public-origin.js';
import { noteError, toOutcomeOfStatus, type RequestAudit } from '../request-log/request-audit.js';

const allScopes: ReadonlySet<McpScope> = new Set(mcpScopes);

/** Serves the Model Context Protocol at `/mcp` (streamable HTTP, revisions 2026-07-28 and 2025-11-25). */
export async function mcpRoutes(
  app: FastifyInstance,
  { documentTools, ...input }: AuthenticationInput & { readonly documentTools: readonly AnyTool[] },
): Promise<void> {
  const { config } = input.services;
  const allTools = [...selectTools(config.graphql.mcpToolset), ...documentTools];
  const parts = {
    config,
    handlers: createMcpHandlers(input.services),
    tools: allTools,
    noteClient: createClientNames(),
  };
  // Runs before the server closes connections, because open streams would keep them open.
  app.addHook('preClose', () => parts.handlers.close());
  app.setErrorHandler((error, request, reply) => sendMcpError(error, request, { reply, config }));
  app.addHook(
    'onRequest',
    authenticateRequest(input, (request) => mcpEndpoint(config, request)),
  );
  app.addHook('onRequest', async (request) => {
    const { mode } = getRequestContext(request).caller;
    if (mode === 'none' || mode === 'bearer')
      throw new UnauthenticatedError('Connect with OAuth, or send an API key as Authorization: Bearer <key>.');
    await Promise.resolve();
  });
  app.route({
    url: '/mcp',
    method: ['GET', 'POST', 'DELETE'],
    // Fastify's own route for HEAD cannot read the answer of the handler.
    exposeHeadRoute: false,
    handler: (request, reply) => serve(parts, request, reply),
  });
  app.route({
    url: '/mcp',
    method: ['HEAD', 'PUT', 'PATCH'],
    handler: (_request, reply) => reply.code(405).header('allow', 'GET, POST, DELETE').send(),
  });
}

interface Parts {
  readonly config: Config;
  readonly handlers: McpHandlers;
  readonly tools: readonly AnyTool[];
  readonly noteClient: ReturnType<typeof createClientNames>;
}

async function serve(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { tools: known, noteClient } = parts;
  const ctx = getRequestContext(request);
  const { body } = request;
  // Rate limits would count a batch (older revision) as one request.
  if (Array.isArray(body))
    return refuse(reply.code(400), {
      code: errorCodes.invalidRequest,
      message: 'Batches are not supported. Send one message a request.',
    });
  assertUri(body);
  noteOperation(request);
  noteClient(request, ctx.caller.key);
  const scopes = ctx.caller.key?.scopes ?? allScopes;
  const missing = findMissingScopes(body, { scopes, tools: known });
  if (missing.length > 0) throw new MissingScopeError(scopes, missing);
  const work = () => respond(parts, request, { reply, scopes });
  const isQueued = queuedMethods.has((body as JsonRpc | null)?.method);
  return reply.send(await (isQueued ? ctx.admission.run('read', work) : work()));
}

/** Messages that wait for a turn of their own: each describes all tools. Use cases take the turns of others. */
const queuedMethods: ReadonlySet<unknown> = new Set(['initialize', 'tools/list', 'server/discover']);

async function respond(
  { config, handlers, tools: known }: Parts,
  request: FastifyRequest,
  { reply, scopes }: { reply: FastifyReply; scopes: ReadonlySet<McpScope> },
): Promise<Response> {
  const ctx = getRequestContext(request);
  const { body } = request;
  const { projectId } = await currentProject(ctx);
  await assertSubscriptions(ctx, projectId, body);
  // Hidden tools stay callable: the refusal tells the agent which permission is missing, or its client which scope to ask for.
  const isList = (body as JsonRpc | null)?.method === 'tools/list';
  const offered = isList ? await listPermittedTools(ctx, { projectId, known }) : known;
  const abort = abortWithCaller(ctx, reply);
  const context: ToolContext = {
    ctx,
    projectId,
    scopes,
    tools: offered,
    defaultUserId: ctx.caller.user?.email ?? 'default',
    describesResults: ctx.config.graphql.mcpToolset === 'full',
    observe: (_call, run) => run().catch((error: unknown) => rejectCall(request.audit, error)),
  };
  const authInfo = {
    token: '',
    clientId: ctx.caller.key?.prefix ?? ctx.caller.mode,
    scopes: [...scopes],
    extra: context as never,
  };
  const handler = await handlers.get(projectId);
  return handler.fetch(toWebRequest(config, request, abort), { authInfo, parsedBody: body });
}

// The HTTP status of a refused call is 200.
function rejectCall(audit: RequestAudit, error: unknown): never {
  noteError(audit, error);
  audit.outcome = toOutcomeOfStatus(toStatus(error));
  throw error;
}

function toWebRequest(config: Config, request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const body = request.method === 'POST' ? JSON.stringify(request.body ?? null) : undefined;
  return new Request(publicOrigin(config, request) + request.url, {
    method: request.method,
    headers,
    signal,
    ...(body === undefined ? {} : { body }),
  });
}

interface JsonRpc {
  readonly method?: unknown;
  readonly params?: {
    readonly name?: unknown;
    readonly uri?: unknown;
    readonly notifications?: { readonly resourceSubscriptions?: unknown };
  };
}

/** Most characters of the URI of a resource. The ID of a user, with each byte escaped, takes 3,060. */
const uriMax = 4_096;

// The protocol's package fails on a longer one, without a reason for the client.
function assertUri(body: unknown): void {
  const uri = (body as JsonRpc | undefined)?.params?.uri;
  if (typeof uri === 'string' && uri.length > uriMax)
    throw new ValidationError({ uri: [`\`uri\` may have ${uriMax} characters at most.`] });
}

// The request log shows the tool name, or the method of other messages.
function noteOperation(request: FastifyRequest): void {
  const { method, params } = (request.body ?? {}) as JsonRpc;
  if (typeof method !== 'string') return;
  request.audit.operation =
    method === 'tools/call' && typeof params?.name === 'string' ? `mcp ${params.name}` : `mcp ${method}`;
}

// The event bus of the protocol does not check access to a resource.
async function assertSubscriptions(ctx: AppContext, projectId: string, body: unknown): Promise<void> {
  const uris = (body as JsonRpc | undefined)?.params?.notifications?.resourceSubscriptions;
  if (!Array.isArray(uris)) return;
  if (uris.length > subscribedMax)
    throw new ValidationError({ notifications: [`A subscription names at most ${subscribedMax} resources.`] });
  const ids = uris.flatMap((uri) => fromMemoryUri(String(uri)) ?? []);
  if (ids.length === 0) return;
  ids.forEach(checkMemoryId);
  if ((await findMemories(ctx, { projectId, ids })).includes(null)) throw createMemoryNotFoundError();
  ctx.noteObjects('memory', ids);
}

/** Resources of one subscription: their memories are read before it begins. */
const subscribedMax = 100;

/** Returns a signal that aborts when the client disconnects or its credential becomes invalid. */
function abortWithCaller(ctx: AppContext, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const recheck = () => void ctx.recheck().catch(() => controller.abort());
  const unsubscribe = ctx.bus.subscribe('credentialChanged', recheck);
  const timer = setInterval(recheck, ctx.config.auth.recheckMs);
  reply.raw.once('close', () => {
    clearInterval(timer);
    unsubscribe();
    controller.abort();
  });
  return controller.signal;
}

function sendMcpError(
  error: unknown,
  request: FastifyRequest,
  { reply, config }: { reply: FastifyReply; config: Config },
): FastifyReply {
  logDefect(request.log, error);
  noteError(request.audit, error);
  const known = toDomainError(error);
  const status = toStatus(error);
  if (known?.retryAfterSeconds !== undefined) void reply.header('retry-after', String(known.retryAfterSeconds));
  if (status === 401) void reply.header('www-authenticate', toChallenge(config, request));
  if (error instanceof MissingScopeError)
    void reply.header('www-authenticate', toChallenge(config, request, error.scopes));
  const isParseError = (error as Partial<FastifyError>).code === 'FST_ERR_CTP_INVALID_JSON_BODY';
  return refuse(reply.code(status), {
    code: isParseError ? errorCodes.parseError : errorCodes.invalidRequest,
    message: known?.message ?? 'Internal error.',
  });
}

/** Codes of JSON-RPC 2.0, section 5.1. */
const errorCodes = { parseError: -32_700, invalidRequest: -32_600 } as const;

function refuse(reply: FastifyReply, error: { readonly code: number; readonly message: string }): FastifyReply {
  return reply.send({ jsonrpc: '2.0', id: null, error });
}
