import { z } from 'zod';
import { ValidationError } from '../../errors.js';
import { waitForEvent } from '../../resolvers/event/wait-for-event.js';
import { findAttempt } from '../../resolvers/idempotency/create-attempt.js';
import { addMemories } from '../../resolvers/memory/add-memories.js';
import { readOmissions } from '../../resolvers/memory/left-out.js';
import { hasOwner, ownerFields } from '../owner-input.js';
import { toTime } from '../time-input.js';
import { defineTool } from '../tool.js';

/** How long a call waits for the extraction before it answers with the event id alone. */
const waitMs = 20_000;

/** Chat APIs have fields beside these, such as `tool_calls`. */
const Message = z.object({
  role: z.enum(['user', 'assistant', 'system']).describe('Who said it.'),
  content: z.string().nullable().describe('Text of the message.'),
  name: z.string().optional().describe('Name of the speaker.'),
  timestamp: z
    .string()
    .optional()
    .describe('When the message was written, in ISO 8601. Default: the timestamp of the call.'),
});

const Result = z.object({
  id: z.string().describe('Id of the memory.'),
  event: z.string().describe('ADD, UPDATE, DELETE or NONE.'),
  memory: z.string().describe('Text of the memory.'),
});

export const addMemory = defineTool({
  name: 'add_memory',
  title: 'Add memory',
  description:
    'Store a fact, preference or conversation for later. Facts are extracted from the text; pass infer: false to store it word for word. Use it when the user shares something worth remembering.',
  scope: 'memory:write',
  input: z.object({
    text: z.string().optional().describe('What to remember, in plain words. Required unless messages are given.'),
    messages: z.array(Message).optional().describe('A conversation to remember, in place of text.'),
    ...ownerFields,
    metadata: z.record(z.string(), z.unknown()).optional().describe('Data to store with each memory.'),
    infer: z.boolean().optional().describe('False stores the text word for word. Default true.'),
    timestamp: z.string().optional().describe('When the conversation took place, in ISO 8601. Default: now.'),
    timezone: z
      .string()
      .optional()
      .describe('Time zone of the speakers, such as Europe/Lisbon, for words like "yesterday". Default: UTC.'),
  }),
  output: z.object({
    event_id: z.string().describe('Id of the event that tracks the call.'),
    status: z.string().describe('SUCCEEDED, FAILED, or PENDING if extraction still runs.'),
    results: z.array(Result).describe('Stored memories; empty while extraction runs or if nothing was worth storing.'),
    left_out: z.array(z.string()).optional().describe('What was not stored: message and reason.'),
    ignored_options: z.array(z.string()).optional().describe('Arguments of the call that had no effect.'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  acceptsKey: true,
  async run({ ctx, projectId, scopes, defaultUserId }, input) {
    const { event, results, ignoredOptions } = await addMemories(ctx, {
      projectId,
      messages: readMessages(input),
      userId: hasOwner(input) ? input.user_id : defaultUserId,
      agentId: input.agent_id,
      appId: input.app_id,
      runId: input.run_id,
      metadata: input.metadata,
      infer: input.infer,
      timestamp: toTime('timestamp', input.timestamp),
      timezone: input.timezone,
    });
    const ignored = [...ignoredOptions, ...(input.text !== undefined && input.messages?.length ? ['text'] : [])];
    const notes = ignored.length > 0 ? { ignored_options: ignored } : {};
    if (results) return { event_id: event.id, status: event.status, results: results.map(toResult), ...notes };
    const pending = { event_id: event.id, status: event.status, results: [], ...notes };
    // Without the scope to read, the extraction runs on unseen.
    if (!scopes.has('memory:read')) return pending;
    // The extraction begins when the writes of this call are committed.
    await findAttempt(ctx)?.commitWith(pending);
    const ended = await waitForEvent(ctx, { projectId, id: event.id, limitMs: waitMs });
    const stored = z.array(Result).safeParse(ended.results);
    const leftOut = readOmissions(ended).leftOut.map(({ message, reason }) => `message ${message}: ${reason}`);
    return {
      event_id: ended.id,
      status: ended.status,
      results: stored.data ?? [],
      ...(leftOut.length > 0 && { left_out: leftOut }),
      ...notes,
    };
  },
});

function readMessages(input: { text?: string | undefined; messages?: z.infer<typeof Message>[] | undefined }) {
  if (input.messages && input.messages.length > 0)
    return input.messages.map(({ timestamp, ...message }, index) => ({
      ...message,
      timestamp: toTime(`messages.${index}.timestamp`, timestamp),
    }));
  if (input.text !== undefined && input.text.trim() !== '') return [{ role: 'user', content: input.text }];
  throw new ValidationError({ text: ['Give `text` or `messages`.'] });
}

const toResult = ({ id, event, memory }: z.infer<typeof Result>) => ({ id, event, memory });
