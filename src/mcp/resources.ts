import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { getMemory } from '../resolvers/memory/get-memory.js';
import { getProfile } from '../resolvers/profile/get-profile.js';
import { getProject } from '../resolvers/project/get-project.js';
import { toMemory } from './memory-shape.js';
import type { ToolContext } from './tool.js';

const scheme = 'memory-gateway://';

/** URI of a memory as a resource. */
export const toMemoryUri = (id: string): string => `${scheme}memories/${id}`;

/** URI of the profile of a user. */
export const toProfileUri = (userId: string): string => `${scheme}users/${encodeURIComponent(userId)}/profile`;

/** URI of the instructions of the project. */
export const instructionsUri = `${scheme}project/instructions`;

/** Returns the id in the URI of a memory, or null for another URI. */
export function fromMemoryUri(uri: string): string | null {
  return uri.startsWith(`${scheme}memories/`) ? uri.slice(`${scheme}memories/`.length) : null;
}

/** Adds what clients may read by URI: a memory, the profile of a user, the instructions of the project. */
export function registerResources(server: McpServer, context: ToolContext): void {
  const { projectId } = context;
  server.registerResource(
    'memory',
    new ResourceTemplate(`${scheme}memories/{id}`, { list: undefined }),
    { title: 'Memory', description: 'One stored memory.', mimeType: 'application/json' },
    async (uri, { id }) => toJson(uri, toMemory(await getMemory(context.ctx, { projectId, id: String(id) }))),
  );
  server.registerResource(
    'user-profile',
    new ResourceTemplate(`${scheme}users/{user_id}/profile`, { list: undefined }),
    { title: 'User profile', description: 'Summary of what is known about a user.', mimeType: 'application/json' },
    async (uri, variables) => {
      const userId = decodeURIComponent(String(variables.user_id));
      return toJson(uri, await getProfile(context.ctx, { projectId, userId }));
    },
  );
  server.registerResource(
    'project-instructions',
    instructionsUri,
    {
      title: 'Project instructions',
      description: 'What the project wants to be remembered.',
      mimeType: 'application/json',
    },
    async (uri) => {
      const { id, name, customInstructions, customCategories } = await getProject(context.ctx, projectId);
      return toJson(uri, { project_id: id, name, instructions: customInstructions, categories: customCategories });
    },
  );
}

function toJson(uri: URL, value: unknown) {
  return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(value) }] };
}
