import { z } from 'zod';
import { addMemories, type AddedMemories } from '../../src/resolvers/memory/add-memories.js';
import { addErrorBody, answers } from '../errors.js';
import { entityFields, jsonObject, moment, optionalFlag, optionalText, scopeFields } from '../fields.js';
import { contextOf, projectOf, restPlugin } from '../plugin.js';

const Message = z.looseObject({ role: z.string(), content: z.unknown().optional(), name: optionalText() });

const AddBody = z.object({
  messages: z.array(Message).describe('At least one.'),
  ...entityFields,
  ...scopeFields,
  filters: jsonObject.nullish().describe('Some clients send the entity ids in here.'),
  metadata: jsonObject.nullish(),
  infer: optionalFlag(),
  expiration_date: optionalText(),
  timestamp: moment().nullish(),
  custom_categories: z.unknown().optional().describe('[{name: description}]'),
  custom_instructions: optionalText(),
  agent_custom_instructions: optionalText(),
  includes: optionalText(),
  excludes: optionalText(),
  immutable: optionalFlag(),
});

const OldAddBody = AddBody.extend({ version: optionalText(), output_format: optionalText() });

const Result = z.object({ id: z.uuid(), data: z.object({ memory: z.string() }), event: z.string() });

const Added = z.object({
  message: z.string(),
  status: z.string(),
  event_id: z.uuid(),
  results: z.array(Result).optional(),
});

/** Adding memories, in its present and its older form. */
export const memoryAddRoutes = restPlugin((scope) => {
  scope.post(
    '/v3/memories/add/',
    {
      config: { operation: 'addMemories', errors: addErrorBody },
      schema: { body: AddBody, response: answers(Added, addErrorBody, [400, 403, 404]) },
    },
    async (request) => presentAdded(await add(request)),
  );

  const response = answers(
    z.union([z.array(Added), z.object({ results: z.array(Added), relations: z.array(z.never()) })]),
    addErrorBody,
    [400, 403, 404],
  );
  scope.post(
    '/v1/memories/',
    { config: { operation: 'addMemoriesV1', errors: addErrorBody }, schema: { body: OldAddBody, response } },
    async (request) => {
      const { version, output_format } = request.body;
      const results = [presentAdded(await add(request))];
      return version === 'v2' && output_format === 'v1.1' ? { results, relations: [] } : results;
    },
  );
});

async function add(request: { body: z.infer<typeof AddBody>; query: unknown }): Promise<AddedMemories> {
  const { body } = request;
  const { custom_categories: categories } = body;
  return addMemories(contextOf(request), {
    projectId: await projectOf(request),
    messages: body.messages.map((message) => ({ ...message, content: message.content })),
    userId: entityId(body, 'user_id'),
    agentId: entityId(body, 'agent_id'),
    appId: entityId(body, 'app_id'),
    runId: entityId(body, 'run_id'),
    metadata: body.metadata,
    infer: body.infer,
    expirationDate: body.expiration_date,
    timestamp: body.timestamp,
    immutable: body.immutable,
    // The older form takes one object that holds all categories.
    customCategories: categories == null || Array.isArray(categories) ? categories : [categories],
    customInstructions: body.custom_instructions,
    agentCustomInstructions: body.agent_custom_instructions,
    includes: body.includes,
    excludes: body.excludes,
  });
}

function entityId(body: z.infer<typeof AddBody>, field: keyof typeof entityFields): string | null {
  const inFilters = body.filters?.[field] ?? body.filters?.[camelCase(field)];
  return body[field] ?? (typeof inFilters === 'string' ? inFilters : null);
}

// Clients send what is in filters as their callers wrote it.
function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function presentAdded({ event, results }: AddedMemories): z.infer<typeof Added> {
  const answer = { status: event.status, event_id: event.id };
  if (!results) return { message: 'Memory processing has been queued for background execution', ...answer };
  const stored = results.map(({ id, memory, event: outcome }) => ({ id, data: { memory }, event: outcome }));
  return { message: 'Memories stored successfully', ...answer, results: stored };
}
