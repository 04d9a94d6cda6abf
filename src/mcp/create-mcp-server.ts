import { McpServer } from '@modelcontextprotocol/server';
import { assistantInstructions, registerPrompts } from './prompts.js';
import { registerResources } from './resources.js';
import type { ToolContext } from './tool.js';

export interface McpServerParts {
  readonly version: string;
  /** Revision 2025-11-25 ties subscriptions to sessions, which this server does not keep. */
  readonly era: 'legacy' | 'modern';
}

/** Creates the MCP server of one request (HTTP) or one process (stdio), for one caller in one project. */
export function createMcpServer(context: ToolContext, { version, era }: McpServerParts): McpServer {
  const server = new McpServer(
    { name: 'memory-gateway', title: 'memory-gateway', version },
    { instructions: assistantInstructions, capabilities: { resources: era === 'modern' ? { subscribe: true } : {} } },
  );
  for (const tool of context.tools) tool.register(server, context);
  registerResources(server, context);
  registerPrompts(server);
  return server;
}
