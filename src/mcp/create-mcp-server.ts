import { McpServer } from '@modelcontextprotocol/server';
import { addMemory } from './tools/add-memory.js';
import { deleteMemoryTool, updateMemoryTool } from './tools/change-memory.js';
import { deleteAllMemories, deleteEntities } from './tools/delete-many.js';
import { getMemories, getMemoryTool, searchMemoriesTool } from './tools/find-memories.js';
import { getEventStatus, listEntitiesTool, listEventsTool } from './tools/list-activity.js';
import { assistantInstructions, registerPrompts } from './prompts.js';
import { registerResources } from './resources.js';
import type { McpScope } from '../auth/caller.js';
import type { AnyTool, ToolContext } from './tool.js';

/** Every tool, under the names of the hosted memory server. */
export const tools: readonly AnyTool[] = [
  addMemory,
  searchMemoriesTool,
  getMemories,
  getMemoryTool,
  updateMemoryTool,
  deleteMemoryTool,
  deleteAllMemories,
  deleteEntities,
  listEntitiesTool,
  listEventsTool,
  getEventStatus,
];

export interface McpServerParts {
  readonly version: string;
  /** Revision 2025-11-25 ties subscriptions to sessions, which this server does not keep. */
  readonly era: 'legacy' | 'modern';
  readonly tools: readonly AnyTool[];
}

/** Creates the MCP server of one request (HTTP) or one process (stdio), for one caller in one project. */
export function createMcpServer(context: ToolContext, { version, era, tools: offered }: McpServerParts): McpServer {
  const server = new McpServer(
    { name: 'memory-gateway', title: 'memory-gateway', version },
    { instructions: assistantInstructions, capabilities: { resources: era === 'modern' ? { subscribe: true } : {} } },
  );
  for (const tool of offered) tool.register(server, context);
  registerResources(server, context);
  registerPrompts(server);
  return server;
}

interface Message {
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown };
}

/** Returns the scopes that a JSON-RPC message needs and the caller lacks. */
export function findMissingScopes(
  message: unknown,
  { scopes, tools: offered }: { scopes: ReadonlySet<McpScope>; tools: readonly AnyTool[] },
): McpScope[] {
  const { method, params } = (message ?? {}) as Message;
  if (method === 'tools/call') {
    const tool = offered.find(({ name }) => name === params?.name);
    return (tool?.scopes ?? []).filter((scope) => !scopes.has(scope));
  }
  const reads = typeof method === 'string' && /^(resources\/(read|subscribe)|subscriptions\/listen)$/.test(method);
  return reads && !scopes.has('memory:read') ? ['memory:read'] : [];
}
