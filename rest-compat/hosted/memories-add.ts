import { z } from 'zod';
import type { AddMemoriesInput } from '../../src/resolvers/memory/add-input.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { findMemories } from '../../src/resolvers/memory/find-memories.js';
import { previewMemories } from '../../src/resolvers/memory/preview-memories.js';
import { readAddedFacts, waitForExtraction, type AddedFact } from '../../src/resolvers/memory/wait-for-extraction.js';
import { toCategoryList } from './categories.js';
import { toProvisionalResponse } from '../shared/idempotency.js';
import { addErrorBody } from './errors.js';
import { describeRoute } from './route.js';
import { entityFields, jsonObject, optionalFlag, optionalText, readEntityId, scopeFields } from './fields.js';
import { moment } from '../shared/moment.js';
import { toSnakeCase } from '../../src/snake-case.js';
import { Previewed, toPreviewResponse } from './memories-preview.js';
import { getContext, hostedPlugin, resolveProjectId, resolveTarget } from './plugin.js';
import { StructuredAttributes, toStructuredAttributes } from './present.js';

const Message = z.looseObject({
  role: z.string().meta({ description: 'Who wrote the message.', examples: ['user', 'assistant', 'system'] }),
  content: z
    .unknown()
    .optional()
    .describe(
      'Text, or a list of parts: `text`, and with a language model `image_url`, `pdf_url`, `txt_url` and `mdx_url`. Null for a message without text.',
    ),
  name: optionalText(),
  timestamp: moment().nullish().describe('When the message was written. Default: `timestamp` of the request.'),
});

const AddBody = z.object({
  messages: z.array(Message).meta({ description: 'Messages of the conversation, oldest first.', minItems: 1 }),
  ...entityFields,
  ...scopeFields,
  filters: jsonObject.nullish().describe('Entity IDs, for clients that send them here.'),
  metadata: jsonObject.nullish(),
  infer: optionalFlag(),
  expiration_date: optionalText(),
  timestamp: moment().nullish(),
  timezone: optionalText().describe('Time zone of the speakers, such as `Europe/Lisbon`. Default: UTC.'),
  custom_categories: z.unknown().optional().describe('`[{name: description}]`, or one object with all categories.'),
  async_mode: optionalFlag().describe(
    'false: the response waits up to 60 seconds for the extraction and has the results. Default true.',
  ),
  custom_instructions: optionalText(),
  agent_custom_instructions: optionalText(),
  includes: optionalText(),
  excludes: optionalText(),
  immutable: optionalFlag(),
  dry_run: optionalFlag().describe('Return what would be stored, and store nothing.'),
});

const FirstAddBody = AddBody.extend({ version: optionalText(), output_format: optionalText() });

const Result = z.object({ id: z.uuid(), data: z.object({ memory: z.string() }), event: z.string() });

const Added = z.object({
  message: z.string(),
  status: z.string(),
  event_id: z.uuid(),
  results: z.array(Result).optional(),
  ignored_instructions: z
    .array(z.string())
    .optional()
    .describe('Sentences of the instructions that have no effect without a language model. Missing if there are none.'),
  ignored_options: z
    .array(z.string())
    .optional()
    .describe('Options of the request that have no effect on it. Missing if there are none.'),
});

const Finished = z.object({
  id: z.uuid(),
  event: z.string(),
  memory: z.string(),
  structured_attributes: StructuredAttributes.nullable(),
});

const FirstVersion = z.union([z.array(Added), z.array(Finished)]);

const failures = [400, 403, 404, 409, 502];

/** Registers the routes for adding memories, versions 3 and 1. */
export const memoryAddRoutes = hostedPlugin((scope) => {
  const create = describeRoute(
    'addMemories',
    { 200: z.union([Added, Previewed]) },
    { work: 'add', errors: addErrorBody, failures: failures, body: AddBody },
  );
  scope.post('/v3/memories/add/', create, async (request) =>
    request.body.dry_run ? preview(request) : toAddResponse(await addAndWait(request)),
  );

  const results = z.union([
    FirstVersion,
    z.object({ results: FirstVersion, relations: z.array(z.never()) }),
    Previewed,
  ]);
  const first = describeRoute(
    'addMemoriesV1',
    { 200: results },
    {
      work: 'add',
      errors: addErrorBody,
      failures,
      body: FirstAddBody,
    },
  );
  scope.post('/v1/memories/', first, async (request) => {
    const { version, output_format, async_mode: asyncMode } = request.body;
    if (request.body.dry_run) return preview(request);
    const added = await addAndWait(request);
    const results =
      asyncMode === false && added.results
        ? await toFinishedItems(request, { ...added, results: added.results })
        : [toAddResponse(added)];
    return version === 'v2' && output_format === 'v1.1' ? { results, relations: [] } : results;
  });
});

type AddRequest = { body: z.infer<typeof AddBody>; query: unknown };

interface Outcome {
  readonly projectId: string;
  readonly eventId: string;
  readonly status: string;
  /** Null if the extraction has not finished. */
  readonly results: readonly AddedFact[] | null;
  readonly ignoredInstructions: readonly string[];
  readonly ignoredOptions: readonly string[];
}

const extractionLimitMs = 60_000;

async function addAndWait(request: AddRequest): Promise<Outcome> {
  const { ctx, projectId } = await resolveTarget(request);
  const { event, ...added } = await addMemories(ctx, toInput(request.body, projectId));
  const outcome = { projectId, eventId: event.id, status: event.status, ...added };
  if (added.results || request.body.async_mode !== false) return outcome;
  const provisional = toProvisionalResponse({ status: 200, body: toAddResponse(outcome) });
  const wait = { projectId, event, limitMs: extractionLimitMs, provisional };
  const extracted = readAddedFacts(await waitForExtraction(ctx, wait));
  return extracted ? { ...outcome, status: 'SUCCEEDED', results: extracted } : outcome;
}

async function preview(request: AddRequest): Promise<z.infer<typeof Previewed>> {
  const projectId = await resolveProjectId(request);
  return toPreviewResponse(await previewMemories(getContext(request), toInput(request.body, projectId)));
}

function toInput(body: z.infer<typeof AddBody>, projectId: string): AddMemoriesInput {
  return {
    projectId,
    messages: body.messages.map((message) => ({ ...message, content: message.content })),
    userId: readEntityId(body, 'user_id'),
    agentId: readEntityId(body, 'agent_id'),
    appId: readEntityId(body, 'app_id'),
    runId: readEntityId(body, 'run_id'),
    metadata: body.metadata,
    infer: body.infer,
    expirationDate: body.expiration_date,
    timestamp: body.timestamp,
    timezone: body.timezone,
    immutable: body.immutable,
    customCategories: toCategoryList(body.custom_categories),
    customInstructions: body.custom_instructions,
    agentCustomInstructions: body.agent_custom_instructions,
    includes: body.includes,
    excludes: body.excludes,
  };
}

function toAddResponse({ status, eventId, results, ...outcome }: Outcome): z.infer<typeof Added> {
  const { ignoredInstructions, ignoredOptions } = outcome;
  const ignored = {
    ...(ignoredInstructions.length > 0 && { ignored_instructions: [...ignoredInstructions] }),
    ...(ignoredOptions.length > 0 && { ignored_options: ignoredOptions.map(toSnakeCase) }),
  };
  const answer = { status, event_id: eventId, ...ignored };
  if (!results) return { message: 'Memory processing has been queued for background execution', ...answer };
  const stored = results.map(({ id, memory, event: outcome }) => ({ id, data: { memory }, event: outcome }));
  return { message: 'Memories stored successfully', ...answer, results: stored };
}

// Clients of version 2 expect one item per memory, with its structured creation date.
async function toFinishedItems(
  request: AddRequest,
  { projectId, results }: Outcome & { readonly results: readonly AddedFact[] },
): Promise<z.infer<typeof Finished>[]> {
  if (results.length === 0) return [];
  const rows = await findMemories(getContext(request), { projectId, ids: results.map(({ id }) => id) });
  return results.map(({ id, event, memory }, index) => {
    const at = rows[index]?.createdAt;
    return { id, event, memory, structured_attributes: at ? toStructuredAttributes(at) : null };
  });
}
