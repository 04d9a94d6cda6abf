import { z } from 'zod';
import { detailBody } from '../shared/problems.js';
import { defectBody, schemaWriter, type Json, type SchemaWriter } from './json-schema.js';
import { answersOfSelfHosted } from './self-hosted-answers.js';
import { summaries } from './summaries.js';
import type { DocumentedRoute } from './routes.js';

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Json;
}

/** One operation of the document. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly 'application/json': { readonly schema: Json } };
  };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Json }>>;
  readonly security?: readonly Json[];
}

/** A parameter of a path, a query or a header. */
export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Json;
}

/** Describes the REST operations in the order of their paths. The same routes always give the same document. */
export function openApiDocument(routes: readonly DocumentedRoute[]): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const writer = schemaWriter();
  const taken = new Set<string>();
  for (const route of [...routes].sort(byPath))
    (paths[route.path] ??= {})[route.method] = operationOf(route, { id: uniqueId(route, taken), writer });
  const used = new Set(
    Object.values(paths).flatMap((item) => Object.values(item).flatMap((operation) => operation.tags)),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: 'memory-gateway REST API',
      version: '1',
      summary: 'The hosted memory REST API, and the paths of self-hosted servers.',
      description:
        'Paths are answered with and without the slash at their end. Fields that are not known are passed over. Every answer is JSON. The project is the one that the API key opens.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: Object.entries(tagTexts)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    security: [{ token: [] }, { bearer: [] }, { apiKeyHeader: [] }],
    paths,
    components: { securitySchemes, schemas: writer.named() },
  };
}

const securitySchemes = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Token`, a space and an API key, for example `Token m0sk_…`.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key, or the access token of a session.' },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'An API key, or the shared key of the administrator.',
  },
};

const tagTexts: Readonly<Record<string, string>> = {
  Connection: 'Whether a key works, and what it opens.',
  Memories: 'Adding, searching, listing, changing and deleting memories.',
  Entities: 'Users, agents, apps and runs that memories are kept for.',
  Events: 'Work that goes on behind an answer.',
  Exports: 'Memories as documents.',
  Summaries: 'Memories in a few sentences.',
  Feedback: 'What people think of a memory.',
  Statistics: 'Numbers about a project.',
  Organizations: 'Organizations and their members.',
  Projects: 'Projects, their settings and their members.',
  Webhooks: 'Addresses that are told about changes.',
  Profiles: 'What is known about a user, as one document.',
  'Self-hosted: accounts': 'Signing in, users and invitations.',
  'Self-hosted: API keys': 'Keys of the caller.',
  'Self-hosted: memories': 'Memories, on paths without a version.',
  'Self-hosted: entities': 'Whom memories are kept for, on paths without a version.',
  'Self-hosted: requests': 'The log of requests.',
  'Self-hosted: configuration': 'The model and the embedder in use.',
};

// The first that fits counts.
const tagsByPath: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/ping/, 'Connection'],
  [/profile/, 'Profiles'],
  [/^\/v\d\/(memories|batch)/, 'Memories'],
  [/^\/v\d\/(entities|users|agents|apps|runs)/, 'Entities'],
  [/^\/v\d\/events?\//, 'Events'],
  [/^\/v\d\/exports/, 'Exports'],
  [/^\/v\d\/summary/, 'Summaries'],
  [/^\/v\d\/feedback/, 'Feedback'],
  [/^\/v\d\/stats/, 'Statistics'],
  [/\/projects\/(?!.*webhook)/, 'Projects'],
  [/^\/api\/v1\/orgs/, 'Organizations'],
  [/webhooks/, 'Webhooks'],
  [/^\/(auth|users|invitations)/, 'Self-hosted: accounts'],
  [/^\/api-keys/, 'Self-hosted: API keys'],
  [/^\/entities/, 'Self-hosted: entities'],
  [/^\/requests/, 'Self-hosted: requests'],
  [/^\/(configure|generate-instructions)/, 'Self-hosted: configuration'],
  [/^\//, 'Self-hosted: memories'],
];

function operationOf(route: DocumentedRoute, { id, writer }: { id: string; writer: SchemaWriter }): OpenApiOperation {
  const { path } = route;
  const tag = path.startsWith('/api/v1/webhooks')
    ? 'Webhooks'
    : (tagsByPath.find(([pattern]) => pattern.test(path))?.[1] ?? 'Memories');
  return {
    operationId: id,
    tags: [tag],
    summary: summaries[route.operation] ?? '',
    parameters: parametersOf(route, writer),
    ...(route.body && {
      requestBody: {
        required: !route.body.safeParse({}).success,
        content: { 'application/json': { schema: writer.input(route.body) } },
      },
    }),
    responses: responsesOf(route, writer),
    ...(route.isOpen && { security: [] }),
  };
}

/** `listMemories` is one of the hosted paths; the same without a version is `selfHostedListMemories`; a second path of one operation says so. */
function uniqueId({ operation, isSelfHosted }: DocumentedRoute, taken: Set<string>): string {
  const name = isSelfHosted ? `selfHosted${operation.charAt(0).toUpperCase()}${operation.slice(1)}` : operation;
  let id = name;
  for (let number = 2; taken.has(id); number += 1) id = `${name}Path${number}`;
  taken.add(id);
  return id;
}

function parametersOf(
  { path, params, querystring, supportsIdempotencyKey }: DocumentedRoute,
  writer: SchemaWriter,
): OpenApiParameter[] {
  const propertiesOf = (schema: z.ZodType | null) =>
    ((schema && writer.input(schema).properties) ?? {}) as Readonly<Record<string, Json>>;
  const known = propertiesOf(params);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    parameter(name, 'path', { schema: known[name] ?? { type: 'string' }, required: true }),
  );
  const inQuery = Object.entries(propertiesOf(querystring)).map(([name, schema]) =>
    parameter(name, 'query', { schema, required: isNeeded(querystring, name) }),
  );
  return [...inPath, ...inQuery, ...(supportsIdempotencyKey ? [idempotencyKey] : [])];
}

const idempotencyKey = parameter('Idempotency-Key', 'header', {
  schema: {
    type: 'string',
    minLength: 8,
    maxLength: 128,
    description: 'A request that comes again with its key is answered as the first time and not carried out again.',
  },
  required: false,
});

function parameter(
  name: string,
  place: OpenApiParameter['in'],
  { schema, required }: { schema: Json; required: boolean },
): OpenApiParameter {
  const { description, ...rest } = schema;
  return { name, in: place, required, ...(typeof description === 'string' && { description }), schema: rest };
}

// What prepares a value hides from the JSON schema whether the value may be absent; the field itself knows.
function isNeeded(schema: z.ZodType | null, name: string): boolean {
  const field = schema instanceof z.ZodObject ? (schema.shape as Readonly<Record<string, z.ZodType>>)[name] : undefined;
  return field ? !field.safeParse(undefined).success : false;
}

/** Every answer of an operation, by status: what its route declares, and what any operation of its kind may answer. */
export function answersOf(route: DocumentedRoute): ReadonlyMap<number, z.ZodType> {
  const own = route.isSelfHosted ? new Map([...route.answers, ...answersOfSelfHosted(route)]) : route.answers;
  const refusal = own.get(400) ?? own.get(404) ?? detailBody;
  const conflict = route.supportsIdempotencyKey
    ? ([
        [409, refusal],
        [422, refusal],
      ] as const)
    : [];
  const tooLarge = route.body ? ([[413, refusal]] as const) : [];
  return new Map<number, z.ZodType>([
    ...conflict,
    ...tooLarge,
    [429, refusal],
    [503, refusal],
    ...own,
    [500, defectBody],
  ]);
}

function responsesOf(route: DocumentedRoute, writer: SchemaWriter): OpenApiOperation['responses'] {
  const entries = [...answersOf(route)].sort(([left], [right]) => left - right);
  return Object.fromEntries(
    entries.map(([status, schema]) => [
      String(status),
      {
        description: meanings[status] ?? `Status ${status}.`,
        content: { 'application/json': { schema: writer.output(schema) } },
      },
    ]),
  );
}

const meanings: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; the work goes on behind.',
  400: 'The input is wrong.',
  401: 'No valid credential.',
  403: 'The credential does not allow it.',
  404: 'It does not exist, or the caller may not see it.',
  409: 'It is in conflict with what is there, or the first request with this key is still under way.',
  413: 'The body is larger than the server takes.',
  422: 'The input does not have the right types, or the key belongs to another request.',
  429: 'Too many calls or attempts; `Retry-After` says when to come again.',
  500: 'A defect; the server log knows it by this id.',
  502: 'Something behind the server failed: a provider, or the database.',
  503: 'Not available at the moment.',
};

function byPath(left: DocumentedRoute, right: DocumentedRoute): number {
  const key = ({ isSelfHosted, path, method }: DocumentedRoute) => `${isSelfHosted ? 1 : 0} ${path} ${method}`;
  return key(left) < key(right) ? -1 : 1;
}
