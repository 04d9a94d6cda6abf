import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { McpWorker } from '../app.js';
import { createAuthenticator } from '../auth/authenticate.js';
import { mcpScopes, type Caller } from '../auth/caller.js';
import { createContext } from '../context.js';
import { watchResources } from '../mcp/watch-resources.js';
import type { ClientInfo, ToolContext } from '../mcp/tool.js';
import { createMcpServer, tools } from '../mcp/create-mcp-server.js';
import { recordStdioCall } from '../resolvers/request-log/record-stdio-call.js';
import { currentProject } from '../resolvers/project/current-project.js';
import { newId } from '../ids.js';
import { stopOnSignal } from './stop-on-signal.js';

const scopes = new Set(mcpScopes);

export interface McpCommandOptions {
  /** API key that determines project and permissions. Null: full access, as the operator of the data directory. */
  readonly apiKey: string | null;
  /** Owner of memories that name none. */
  readonly userId: string | null;
  readonly version: string;
}

/** Serves MCP over stdio on the database of this directory, even beside a running server. Logs go to stderr. */
export async function serveMcp(worker: McpWorker, options: McpCommandOptions): Promise<void> {
  const { services, documentTools } = worker;
  const allTools = [...tools, ...documentTools];
  const { version } = options;
  const caller = await findCaller(worker, options.apiKey);
  const createRequest = () => createContext(services, { caller, requestId: newId().replaceAll('-', '').slice(-16) });
  const { projectId } = await currentProject(createRequest());
  const defaultUserId = options.userId ?? caller.user?.email ?? 'default';
  const createToolContext = (getClient: () => ClientInfo | null): ToolContext => ({
    // A context caches memberships, so each message gets a new one.
    get ctx() {
      return createRequest();
    },
    projectId,
    scopes,
    defaultUserId,
    observe: ({ ctx, tool, client }, run) =>
      recordStdioCall(ctx, { projectId, operation: `mcp ${tool}`, client: client ?? getClient() }, run),
  });
  let subscribed: McpServer | null = null;
  const handle = serveStdio(
    ({ era }) => {
      const context = createToolContext(() => server.server.getClientVersion() ?? null);
      const server: McpServer = createMcpServer(context, { version, era, tools: allTools });
      if (era === 'modern') subscribed = server;
      return server;
    },
    { onerror: (error) => services.log.warn({ err: error }, 'An MCP message failed.') },
  );
  // The protocol package filters by the client's subscriptions.
  const announce = (uri: string) =>
    void subscribed?.server
      .sendResourceUpdated({ uri })
      .catch((error: unknown) => services.log.debug({ err: error, uri }, 'Announcing a change over MCP failed.'));
  const subscriptions = watchResources(services.bus, (changed, uris) => {
    if (changed === projectId) uris.forEach(announce);
  });
  const stop = async () => {
    subscriptions.close();
    await handle.close();
    await worker.close();
  };
  stopOnSignal(services.log, services.config.http.shutdownGraceMs, stop);
  process.stdin.once('end', () => void stop().then(() => process.exit(0)));
}

async function findCaller({ services }: McpWorker, apiKey: string | null): Promise<Caller> {
  const authenticator = createAuthenticator(
    apiKey === null
      ? { ...services, config: { ...services.config, auth: { ...services.config.auth, disabled: true } } }
      : services,
  );
  try {
    return (await authenticator.authenticate(apiKey === null ? {} : { apiKey })).caller;
  } finally {
    await authenticator.close();
  }
}
