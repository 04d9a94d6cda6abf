import { z } from 'zod';
import { ValidationError } from '../../src/errors.js';
import { addMemories, type AddedMemories } from '../../src/resolvers/memory/add-memories.js';
import { readAddedFacts, waitForExtraction } from '../../src/resolvers/memory/wait-for-extraction.js';
import { isCalendarDay } from '../../src/validate.js';
import { moment, withZone } from '../shared/moment.js';
import { toProvisionalResponse } from '../shared/idempotency.js';
import { withFieldNames } from '../../src/validate.js';
import { toCamelKeys, toSnakeCase } from '../../src/snake-case.js';
import { jsonObject, ownerFields } from './fields.js';
import { requireOwners } from './owners.js';
import { getContext, type SelfHostedRoutes, getCurrentProjectId } from './plugin.js';
import { describeRoute } from './responses.js';
import { AddedItems, type Notes, PendingAdd } from './schemas.js';
import { findUnknownFields, findUnknownOfEach } from './unknown-fields.js';

const Message = z.looseObject({
  role: z.string(),
  content: z.string(),
  timestamp: moment().nullish().describe('When the message was written. Default: `timestamp` of the request.'),
});

/** Unknown fields are read to be named in `ignored_options`. */
const AddBody = z.looseObject({
  messages: z.array(Message),
  ...ownerFields,
  metadata: jsonObject.nullish(),
  expiration_date: z.string().nullish(),
  infer: z.boolean().nullish(),
  memory_type: z.string().nullish(),
  prompt: z.string().nullish(),
  timestamp: moment()
    .nullish()
    .describe('When the conversation took place. Default: `created_at` of the metadata, or else now.'),
  timezone: z.string().nullish().describe('Time zone of the speakers, such as `Europe/Lisbon`. Default: UTC.'),
});
type AddBody = z.infer<typeof AddBody>;

const extractionLimitMs = 120_000;

/** Registers the route for adding memories, which responds when they are stored. */
export const selfHostedMemoryAddRoutes: SelfHostedRoutes = (scope) => {
  const add = describeRoute('addMemories', { 200: AddedItems, 202: PendingAdd }, { work: 'add', body: AddBody });
  scope.post('/memories', add, async (request, reply) => {
    const ctx = getContext(request);
    const { body } = request;
    const input = { ...toInput(body), projectId: await getCurrentProjectId(ctx) };
    // Clients of this API may send messages without any text.
    if (body.messages.every(({ content }) => content.trim() === '')) return { results: [], ...toNotes(body) };
    const { event, results, ...ignored } = await withFieldNames(fieldNames, () => addMemories(ctx, input));
    const notes = toNotes(body, ignored);
    if (results) return { results: results.filter(isNew).map((item) => toStoredMessage(input, item)), ...notes };
    const pending = { results: [], event_id: event.id, status: event.status, ...notes };
    const ended = await waitForExtraction(ctx, {
      projectId: input.projectId,
      event,
      limitMs: extractionLimitMs,
      provisional: toProvisionalResponse({ status: 202, body: pending }),
    });
    const extracted = readAddedFacts(ended);
    // 202 instead of an empty success, so that the client can follow the event.
    return extracted ? { results: extracted.filter(isNew), ...notes } : reply.code(202).send(pending);
  });
};

// This API accepts any role. Unknown roles count as the user.
const roles = new Map([
  ['assistant', 'assistant'],
  ['agent', 'assistant'],
  ...['system', 'developer', 'tool', 'function'].map((role) => [role, 'system'] as const),
]);

// Metadata must not set the owner or the speaker of a memory.
const reservedMetadata = ['user_id', 'agent_id', 'run_id', 'actor_id'];

function toInput(body: AddBody) {
  const owners = requireOwners(body);
  if (body.memory_type != null && body.memory_type !== 'procedural_memory') {
    throw new ValidationError({ memoryType: ["Invalid 'memory_type'. Only procedural_memory is known."] });
  }
  // Also validated here, because requests without text never reach the use case.
  if (body.expiration_date != null && !isCalendarDay(body.expiration_date)) {
    throw new ValidationError({ expirationDate: ['must be a day in the form YYYY-MM-DD.'] });
  }
  const { created_at: createdAt, ...metadata } = Object.fromEntries(
    Object.entries(body.metadata ?? {}).filter(([name]) => !reservedMetadata.includes(name)),
  );
  const backDated = readTime(createdAt);
  const kept = createdAt === undefined || backDated ? metadata : { ...metadata, created_at: createdAt };
  return {
    messages: body.messages.map(({ role, content, timestamp }) => ({
      role: roles.get(role) ?? 'user',
      content,
      timestamp,
    })),
    ...toCamelKeys(owners),
    metadata: body.metadata && Object.keys(kept).length > 0 ? kept : null,
    timestamp: body.timestamp ?? backDated,
    timezone: body.timezone,
    expirationDate: body.expiration_date,
    infer: body.infer,
    customInstructions: body.prompt,
  };
}

const fieldNames: Readonly<Record<string, string>> = { customInstructions: 'prompt' };

/** Returns what has no effect. `prompt` is the name of the instructions here, and the kind of a memory has none. */
function toNotes(body: AddBody, { ignoredOptions, ignoredInstructions }: Ignored = nothing): z.infer<typeof Notes> {
  const options = [
    ...ignoredOptions.map((name) => fieldNames[name] ?? toSnakeCase(name)),
    ...(body.memory_type == null ? [] : ['memory_type']),
    ...findUnknownFields(body, AddBody),
    ...findUnknownOfEach('messages', body.messages, Message),
  ];
  return {
    ...(ignoredInstructions.length > 0 && { ignored_instructions: [...ignoredInstructions] }),
    ...(options.length > 0 && { ignored_options: options }),
  };
}

type Ignored = Pick<AddedMemories, 'ignoredOptions' | 'ignoredInstructions'>;
const nothing: Ignored = { ignoredOptions: [], ignoredInstructions: [] };

// A value that is not a time stays ordinary metadata.
function readTime(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}(T|$)/.test(value)) return null;
  const at = new Date(withZone(value));
  return Number.isNaN(at.getTime()) ? null : at;
}

// Clients of this API do not expect texts that were stored before.
function isNew({ event }: { event: string }): boolean {
  return event === 'ADD';
}

function toStoredMessage<Item extends { memory: string }>({ messages }: ReturnType<typeof toInput>, item: Item) {
  const spoken = messages.find(({ role, content }) => role !== 'system' && content === item.memory);
  return { ...item, actor_id: null, role: spoken?.role ?? 'user' };
}
