import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { AppContext } from '../context.js';
import { DomainError, NotFoundError, ValidationError } from '../errors.js';
import { getMemory } from '../resolvers/memory/get-memory.js';
import { getProfile, type UserProfile } from '../resolvers/profile/get-profile.js';
import { getProject } from '../resolvers/project/get-project.js';
import { toMemory } from './memory-shape.js';
import { findClient, type ToolContext } from './tool.js';
import { instructionsUri, scheme } from './uris.js';

/** Adds what clients may read by URI: a memory, the profile of an entity, the instructions of the project. */
export function registerResources(server: McpServer, context: ToolContext): void {
  const { projectId } = context;
  server.registerResource(
    'memory',
    new ResourceTemplate(`${scheme}memories/{id}`, { list: undefined }),
    { title: 'Memory', description: 'One stored memory.', mimeType },
    (uri, { id }, request) =>
      read(context, { uri, request }, async (ctx) =>
        toMemory(await getMemory(ctx, { projectId, id: String(id) }).catch(nameUri)),
      ),
  );
  server.registerResource(
    'profile',
    new ResourceTemplate(`${scheme}{entities}/{id}/profile`, { list: undefined }),
    {
      title: 'Profile',
      description: 'Summary of what is known about a user: `entities` is `users`. Other entities have no profile.',
      mimeType,
    },
    (uri, { entities, id }, request) =>
      read(context, { uri, request }, async (ctx) => {
        assertHasProfile(String(entities));
        return toProfile(await getProfile(ctx, { projectId, userId: decodeId(String(id)) }));
      }),
  );
  server.registerResource(
    'project-instructions',
    instructionsUri,
    { title: 'Project instructions', description: 'What the project wants to be remembered.', mimeType },
    (uri, request) => read(context, { uri, request }, (ctx) => getInstructions(ctx, projectId)),
  );
}

const mimeType = 'application/json';

interface ResourceRead {
  readonly uri: URL;
  readonly request: ServerContext;
}

async function read(
  context: ToolContext,
  { uri, request }: ResourceRead,
  find: (ctx: AppContext) => Promise<object>,
): Promise<{ contents: { uri: string; mimeType: string; text: string }[] }> {
  const { ctx } = context;
  const call = { ctx, operation: 'mcp resources/read', client: findClient(request) };
  const found = await context
    .observe(call, async () => find(ctx))
    .catch((error: unknown) => {
      throw toProtocolError(ctx, uri.href, error);
    });
  return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(found) }] };
}

function toProtocolError({ log, requestId }: AppContext, uri: string, error: unknown): Error {
  if (error instanceof NotFoundError) return new ResourceNotFoundError(uri, error.message);
  if (error instanceof ValidationError) return new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  if (error instanceof DomainError) return error;
  log.error({ err: error, requestId }, 'Reading an MCP resource failed.');
  return new Error(`The server failed. Request id: ${requestId}.`);
}

/** Names the URI, which the caller gave, instead of the ID in it. @throws always */
function nameUri(error: unknown): never {
  if (!(error instanceof ValidationError)) throw error;
  throw new ValidationError({ uri: [`The URI of a memory is ${scheme}memories/{id}, with the UUID of the memory.`] });
}

/** @throws ValidationError on `uri` */
function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new ValidationError({ uri: ['The ID in the URI is not percent-encoded.'] });
  }
}

// The use case generates profiles of users only.
function assertHasProfile(entities: string): void {
  if (entities === 'users') return;
  const reason = /^(agents|apps|runs)$/.test(entities)
    ? 'Only users have a profile. List the memories of an agent, app or run with get_memories.'
    : `The URI of a profile is ${scheme}users/{id}/profile.`;
  throw new ValidationError({ uri: [reason] });
}

/** Has the fields of the hosted API. */
const toProfile = ({ userId, status, updatedAt, generationCount, instructions, ...found }: UserProfile) => ({
  profile: found.profile,
  status: status.toLowerCase(),
  entity_type: 'user',
  entity_id: userId,
  updated_at: updatedAt,
  generation_count: generationCount,
  error: found.error,
  instructions: instructions.map(({ id, text }) => ({ id, memory: text })),
});

async function getInstructions(ctx: AppContext, projectId: string): Promise<object> {
  const { id, name, customInstructions, customCategories } = await getProject(ctx, projectId);
  return { project_id: id, name, instructions: customInstructions, categories: customCategories };
}
