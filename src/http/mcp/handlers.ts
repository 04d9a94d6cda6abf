import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Services } from '../../context.js';
import { watchResources } from '../../mcp/watch-resources.js';
import { productVersion } from '../../product.js';

export interface McpHandlers {
  /** Returns the handler of a project, created on first use. */
  get(projectId: string): Promise<McpHttpHandler>;
  close(): Promise<void>;
}

/**
 * Creates one MCP handler per project and notifies it of changes. Handlers cannot be shared: they notify every stream
 * of a URI, and projects share URIs such as that of a profile.
 */
export function createMcpHandlers({ bus, log }: Services): McpHandlers {
  const handlers = new Map<string, Promise<McpHttpHandler>>();
  // Loaded on first use: most servers have no client that speaks this protocol, and its packages take 12 MB.
  const create = async () => {
    const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../../mcp/create-mcp-server.js'),
    ]);
    return createMcpHandler(
      ({ authInfo, era }) => createMcpServer(authInfo?.extra as never, { version: productVersion, era }),
      { onerror: (error) => log.debug({ err: error }, 'An MCP request failed.') },
    );
  };
  const subscriptions = watchResources(bus, (projectId, uris) => {
    void handlers.get(projectId)?.then(
      ({ notify }) => uris.forEach((uri) => notify.resourceUpdated(uri)),
      () => undefined,
    );
  });
  return {
    get(projectId) {
      const known = handlers.get(projectId);
      if (known) return known;
      const handler = create();
      handlers.set(projectId, handler);
      // The next request tries again.
      handler.catch(() => handlers.delete(projectId));
      return handler;
    },
    async close() {
      subscriptions.close();
      await Promise.all([...handlers.values()].map(async (handler) => (await handler).close()));
    },
  };
}
