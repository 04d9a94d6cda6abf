import type { McpScope } from '../auth/caller.js';
import type { Config } from '../config.js';
import type { AppContext } from '../context.js';
import { listProjectPermissions } from '../resolvers/project/get-project.js';
import type { AnyTool } from './tool.js';
import { addMemory } from './tools/add-memory.js';
import { deleteMemoryTool, updateMemoryTool } from './tools/change-memory.js';
import { deleteAllMemories, deleteEntities } from './tools/delete-many.js';
import { getMemories, getMemoryTool, searchMemoriesTool } from './tools/find-memories.js';
import { getEventStatus, listEntitiesTool, listEventsTool } from './tools/list-activity.js';

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

type Toolset = Config['graphql']['mcpToolset'];

const minimal: ReadonlySet<string> = new Set(['add_memory', 'search_memories', 'update_memory', 'delete_memory']);

/** Returns the tools of a set: four of them, or all. `full` has the same tools as `standard`, with schemas of their results. */
export const selectTools = (toolset: Toolset): readonly AnyTool[] =>
  toolset === 'minimal' ? tools.filter(({ name }) => minimal.has(name)) : tools;

/**
 * Returns the tools that the credential may call: no writing tools for READERs, read-only keys and apps without the scope. An app that may
 * call none sees all, so that its client can ask for more scopes.
 */
export async function listPermittedTools(
  ctx: AppContext,
  { projectId, known }: { projectId: string; known: readonly AnyTool[] },
): Promise<AnyTool[]> {
  const permitted = new Set<string>(await listProjectPermissions(ctx, projectId));
  const tools = known.filter(({ scopes }) => scopes.every((scope) => permitted.has(scope)));
  return tools.length > 0 ? tools : [...known];
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
