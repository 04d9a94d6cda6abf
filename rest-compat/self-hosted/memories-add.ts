import { z } from 'zod';
import { ConflictError, UpstreamFailedError, ValidationError } from '../../src/errors.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { waitForEvent } from '../../src/resolvers/event/wait-for-event.js';
import type { EventRow } from '../../src/stores/event/event-store.js';
import { isCalendarDay } from '../../src/validate.js';
import { answerMeanwhile } from '../idempotency.js';
import { jsonObject, ownerFields } from './fields.js';
import { requireOwners } from './owners.js';
import { contextOf, type FlatRoutes, projectOf } from './plugin.js';

const AddBody = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  ...ownerFields,
  metadata: jsonObject.nullish(),
  expiration_date: z.string().nullish(),
  infer: z.boolean().nullish(),
  memory_type: z.string().nullish(),
  prompt: z.string().nullish(),
});
type AddBody = z.infer<typeof AddBody>;

/** How long a caller waits for extraction. Beyond, the answer names the event to follow. */
const extractionLimitMs = 120_000;

/** Adding memories: the answer comes when they are stored. */
export const memoryAddRoutes: FlatRoutes = (scope) => {
  scope.post(
    '/memories',
    { config: { operation: 'addMemories' }, schema: { body: AddBody } },
    async (request, reply) => {
      const ctx = contextOf(request);
      const { body } = request;
      const input = { ...toInput(body), projectId: await projectOf(ctx) };
      // Clients of these paths may send nothing to remember.
      if (body.messages.every(({ content }) => content.trim() === '')) return { results: [] };
      const { event, results } = await addMemories(ctx, input);
      if (results)
        return {
          results: results.filter(isNew).map((item) => ({ ...item, actor_id: null, role: roleOf(input, item.memory) })),
        };
      const pending = { results: [], event_id: event.id };
      await answerMeanwhile(ctx, { status: 202, body: { ...pending, status: event.status } });
      const ended = await waitForEvent(ctx, { projectId: input.projectId, id: event.id, limitMs: extractionLimitMs });
      if (ended.status === 'FAILED')
        throw new UpstreamFailedError(ended.error ?? 'The memories could not be extracted.', reasonOf(ended));
      if (ended.status === 'SUCCEEDED') return { results: resultsOf(ended) };
      // Somebody called it off meanwhile: there is nothing to follow, and nothing was stored.
      if (ended.status === 'CANCELLED')
        throw new ConflictError(ended.error ?? 'The addition was cancelled: nothing was stored.');
      // Not a success that is not one: the client can tell, and follow the event.
      return reply.code(202).send({ ...pending, status: ended.status });
    },
  );
};

// These paths take any role. What a chat calls otherwise was said by its user.
const roles = new Map([
  ['assistant', 'assistant'],
  ['agent', 'assistant'],
  ...['system', 'developer', 'tool', 'function'].map((role) => [role, 'system'] as const),
]);

// Ours alone to set: a caller's metadata must not pretend to be the owner or the speaker of a memory.
const reservedMetadata = ['user_id', 'agent_id', 'run_id', 'actor_id'];

function toInput(body: AddBody) {
  const owners = requireOwners(body);
  if (body.memory_type != null && body.memory_type !== 'procedural_memory') {
    throw new ValidationError({ memoryType: ["Invalid 'memory_type'. Only procedural_memory is known."] });
  }
  // Looked at here as well, for a call without anything to remember goes no further.
  if (body.expiration_date != null && !isCalendarDay(body.expiration_date)) {
    throw new ValidationError({ expirationDate: ['It must be a day in the form YYYY-MM-DD.'] });
  }
  const { created_at: createdAt, ...metadata } = Object.fromEntries(
    Object.entries(body.metadata ?? {}).filter(([name]) => !reservedMetadata.includes(name)),
  );
  const backDated = readTime(createdAt);
  const kept = createdAt === undefined || backDated ? metadata : { ...metadata, created_at: createdAt };
  return {
    messages: body.messages.map(({ role, content }) => ({ role: roles.get(role) ?? 'user', content })),
    ...{ userId: owners.user_id, agentId: owners.agent_id, appId: owners.app_id, runId: owners.run_id },
    metadata: body.metadata && Object.keys(kept).length > 0 ? kept : null,
    timestamp: backDated,
    expirationDate: body.expiration_date,
    infer: body.infer,
    customInstructions: body.prompt,
  };
}

// What is no time stays ordinary metadata.
function readTime(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}(T|$)/.test(value)) return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at;
}

// A text that was there already is not reported, as if nothing had been found in it.
function isNew({ event }: { event: string }): boolean {
  return event === 'ADD';
}

function roleOf({ messages }: Pick<ReturnType<typeof toInput>, 'messages'>, memory: string): string {
  return messages.find(({ role, content }) => role !== 'system' && content === memory)?.role ?? 'user';
}

// The class of the failure, where a provider failed.
function reasonOf({ metadata }: EventRow): { reason?: string } {
  const { reason } = (metadata ?? {}) as { reason?: unknown };
  return typeof reason === 'string' ? { reason } : {};
}

function resultsOf({ results }: EventRow) {
  const items = (Array.isArray(results) ? results : []) as { id: string; memory: string; event: string }[];
  return items.filter(isNew).map(({ id, memory, event }) => ({ id, memory, event }));
}
