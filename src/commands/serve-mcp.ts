import type { JSONRPCRequest, McpServer, Transport } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { McpWorker } from '../app.js';
import { mcpScopes } from '../auth/caller.js';
import { DomainError } from '../errors.js';
import { createMcpServer } from '../mcp/create-mcp-server.js';
import type { AnyTool, ClientInfo, ToolContext } from '../mcp/tool.js';
import { listPermittedTools, selectTools } from '../mcp/tools.js';
import { watchResources } from '../mcp/watch-resources.js';
import { recordStdioCall } from '../resolvers/request-log/record-stdio-call.js';
import { admitRequests } from './admit-requests.js';
import { openMcpSession, type McpCredential, type McpSession } from './mcp-session.js';
import { stopOnSignal } from './stop-on-signal.js';

const scopes = new Set(mcpScopes);

export interface McpCommandOptions extends McpCredential {
  readonly version: string;
}

/** Serves MCP over stdio on the database of this directory, even beside a running server. Logs go to stderr. @throws DomainError for a refused API key */
export async function serveMcp(worker: McpWorker, options: McpCommandOptions): Promise<void> {
  const { log, config } = worker.services;
  const server = await openMcpServer(worker, options, new StdioServerTransport()).catch(async (error: unknown) => {
    await worker.close();
    throw error;
  });
  const stop = stopOnSignal(log, config.http.shutdownGraceMs, async () => {
    await server.close();
    await worker.close();
  });
  process.stdin.once('end', stop);
}

/** Serves MCP over one connection. Each request is authenticated and counted as over HTTP. */
export async function openMcpServer(
  worker: Pick<McpWorker, 'services' | 'documentTools' | 'calls'>,
  options: McpCommandOptions,
  wire: Transport,
): Promise<{ close(): Promise<void> }> {
  const { services } = worker;
  const session = await openMcpSession(worker, options);
  const allTools = [...selectTools(services.config.graphql.mcpToolset), ...worker.documentTools];
  // A later change of the role is found with each call.
  const offered = await listPermittedTools(session.createRequest(), { projectId: session.projectId, known: allTools });
  let current: McpServer | null = null;
  let subscribed: McpServer | null = null;
  const getClient = () => current?.server.getClientVersion() ?? null;
  const transport = admitRequests(wire, createAdmit(session, { tools: allTools, getClient }), toRefusal);
  const onerror = (error: Error) => services.log.warn({ err: error }, 'An MCP message failed.');
  const handle = serveStdio(
    ({ era }) => {
      const context = createToolContext(session, { offered, getClient });
      current = createMcpServer(context, { version: options.version, era });
      if (era === 'modern') subscribed = current;
      return current;
    },
    { transport, onerror },
  );
  // The protocol package filters by the client's subscriptions.
  const announce = (uri: string) =>
    void session
      .authenticate()
      .then(() => subscribed?.server.sendResourceUpdated({ uri }))
      .catch((error: unknown) => services.log.debug({ err: error, uri }, 'Announcing a change over MCP failed.'));
  const subscriptions = watchResources(services.bus, (changed, uris) => {
    if (changed === session.projectId) uris.forEach(announce);
  });
  return {
    async close() {
      subscriptions.close();
      await handle.close();
      await session.close();
    },
  };
}

type GetClient = () => ClientInfo | null;

function createToolContext(
  { projectId, defaultUserId, createRequest }: McpSession,
  { offered, getClient }: { offered: readonly AnyTool[]; getClient: GetClient },
): ToolContext {
  return {
    get ctx() {
      return createRequest();
    },
    projectId,
    scopes,
    tools: offered,
    defaultUserId,
    describesResults: createRequest().config.graphql.mcpToolset === 'full',
    observe: ({ ctx, operation, client }, run) =>
      recordStdioCall(ctx, { projectId, operation, client: client ?? getClient() }, run),
  };
}

/** Returns the check of each request. Writes requests that nothing else observes, and refused ones, to the request log. */
function createAdmit(session: McpSession, given: { tools: readonly AnyTool[]; getClient: GetClient }) {
  return async ({ method, params }: JSONRPCRequest): Promise<void> => {
    const name = method === 'tools/call' ? String(params?.name) : null;
    const isObserved = method === 'resources/read' || given.tools.some((tool) => tool.name === name);
    const ctx = session.createRequest();
    const refusal = await session.admit().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (isObserved && !refusal) return;
    const stated = params?._meta?.['io.modelcontextprotocol/clientInfo'] ?? params?.clientInfo;
    const client = (stated as ClientInfo | undefined) ?? given.getClient();
    const call = { projectId: session.projectId, operation: `mcp ${name ?? method}`, client };
    await recordStdioCall(ctx, call, () => (refusal ? Promise.reject(refusal.error as Error) : Promise.resolve()));
  };
}

const toRefusal = (error: unknown): string => (error instanceof DomainError ? error.message : 'Internal error.');
