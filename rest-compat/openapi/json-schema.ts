import { z } from 'zod';
import { addErrorBody, errorBody, fieldErrorsBody, listErrorBody, messageBody, webhookBody } from '../hosted/errors.js';
import { Export, exportBody } from '../hosted/export-content.js';
import { Member } from '../hosted/members.js';
import { Organization } from '../hosted/organizations.js';
import { Entity, Event, HistoryEntry, Memory, StructuredAttributes } from '../hosted/present.js';
import { Project } from '../hosted/projects.js';
import { Webhook } from '../hosted/webhooks.js';
import * as responses from '../self-hosted/responses.js';
import * as selfHosted from '../self-hosted/schemas.js';
import { detailBody } from '../shared/problems.js';
import { describeProperties } from './properties.js';

export type Json = Readonly<Record<string, unknown>>;

export type SchemaWriter = ReturnType<typeof createSchemaWriter>;

/** Body of an internal error, status 500. */
export const defectBody = z.object({ detail: z.string(), request_id: z.string() });

const named: Readonly<Record<string, z.ZodType>> = {
  AddError: addErrorBody.schema,
  Defect: defectBody,
  Detail: detailBody,
  Entity,
  Error: errorBody.schema,
  Event,
  Export,
  ExportError: exportBody.schema,
  FieldErrors: fieldErrorsBody.schema,
  HistoryEntry,
  ListError: listErrorBody.schema,
  Member,
  Memory,
  MessageError: messageBody.schema,
  Organization,
  Project,
  StructuredAttributes,
  Webhook,
  WebhookError: webhookBody.schema,
  SelfHostedApiKey: selfHosted.ApiKey,
  SelfHostedConfiguration: selfHosted.Configuration,
  SelfHostedEntity: selfHosted.Entity,
  SelfHostedHistoryEntry: selfHosted.HistoryEntry,
  SelfHostedInputError: responses.inputErrorBody,
  SelfHostedInvitation: selfHosted.Invitation,
  SelfHostedMemory: selfHosted.Memory,
  SelfHostedRateLimitError: responses.rateLimitBody,
  SelfHostedRequest: selfHosted.RequestLogEntry,
  SelfHostedTokens: selfHosted.TokenPair,
  SelfHostedUpstreamError: responses.upstreamBody,
  SelfHostedUser: selfHosted.User,
};

/** Creates a writer of zod schemas as JSON Schema (draft 2020-12), with one component per schema. */
export function createSchemaWriter() {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const components = new Map<string, Json>();
  const nameByText = new Map<string, string>();
  const write = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const made = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      metadata: registry,
      unrepresentable: 'any',
      override: simplify,
    }) as Record<string, unknown>;
    const { $schema: _dialect, $defs: definitions, id, ...rest } = made;
    for (const [name, definition] of Object.entries((definitions ?? {}) as Record<string, Json>))
      components.set(name, toComponent(definition));
    if (typeof id !== 'string') return toComponent(rest);
    components.set(id, toComponent(rest));
    return toReference(id);
  };
  /** Returns a reference to a component. Equal schemas share one. */
  const share = (json: Json, name: string): Json => {
    if ('$ref' in json || !['object', 'anyOf'].some((kind) => json.type === kind || kind in json)) return json;
    const text = JSON.stringify(json);
    const known = nameByText.get(text) ?? (components.has(name) ? `${name}${components.size}` : name);
    nameByText.set(text, known);
    components.set(known, json);
    return toReference(known);
  };
  return {
    /** Returns the inline schema of a request. */
    input: (schema: z.ZodType) => write(schema, 'input'),
    /** Adds a request body as a component. */
    body: (schema: z.ZodType, name: string) => share(write(schema, 'input'), name),
    /** Adds a response body as a component. */
    output: (schema: z.ZodType, name: string) => share(write(schema, 'output'), name),
    /** Returns the components by name. */
    components: () => Object.fromEntries([...components].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

function toReference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

// Responses may have more fields than documented. Integer bounds and patterns next to a format are only noise.
function simplify({
  jsonSchema: made,
  zodSchema,
}: {
  jsonSchema: Record<string, unknown>;
  zodSchema: z.core.$ZodTypes;
}): void {
  const { id: _id, ...metadata } = (z.globalRegistry.get(zodSchema as unknown as z.ZodType) ?? {}) as Record<
    string,
    unknown
  >;
  Object.assign(made, metadata);
  if (zodSchema._zod.def.type === 'object' && made.additionalProperties === false) delete made.additionalProperties;
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
  if (made.format !== undefined) delete made.pattern;
  if (made.propertyNames !== undefined && made.type === 'object') delete made.propertyNames;
}

function toComponent(schema: Json): Json {
  const text = JSON.stringify(schema, (name, value: unknown) =>
    name === 'id' && value !== null && typeof value === 'string' ? undefined : value,
  );
  return describeProperties(JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json);
}
