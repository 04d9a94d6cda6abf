import type { z } from 'zod';
import { inputErrorBody } from '../self-hosted/responses.js';
import { detailBody } from '../shared/problems.js';
import { createSchemaWriter, defectBody, type Json, type SchemaWriter } from './json-schema.js';
import { toParameters, type OpenApiParameter } from './parameters.js';
import type { DocumentedRoute } from './routes.js';
import { summaries } from './summaries.js';
import { getTag, tagTexts } from './tags.js';

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Readonly<Record<'securitySchemes' | 'parameters' | 'responses' | 'schemas', Json>>;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters: readonly (OpenApiParameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Json };
  readonly responses: Readonly<Record<string, Json>>;
  readonly security?: readonly Json[];
}

/** Creates the OpenAPI document of the operations, sorted by path. The same routes always give the same document. */
export function openApiDocument(routes: readonly DocumentedRoute[]): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const parts: Parts = { writer: createSchemaWriter(), parameters: new Map(), responses: new Map() };
  const taken = new Set<string>();
  for (const route of [...routes].sort(byPath))
    (paths[route.path] ??= {})[route.method] = toOperation(route, uniqueId(route, taken), parts);
  const used = new Set(
    Object.values(paths).flatMap((item) => Object.values(item).flatMap((operation) => operation.tags)),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: 'memory-gateway REST API',
      version: '1',
      summary: 'The hosted memory API (paths with a version) and the self-hosted memory API.',
      description:
        'Paths work with and without a trailing slash. Unknown fields are ignored. Responses are JSON. The API key selects the project.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(tagTexts)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    security: [{ token: [] }, { bearer: [] }, { apiKeyHeader: [] }],
    paths,
    components: {
      securitySchemes,
      parameters: toSortedObject(parts.parameters),
      responses: toSortedObject(parts.responses),
      schemas: parts.writer.components(),
    },
  };
}

interface Parts {
  readonly writer: SchemaWriter;
  readonly parameters: Map<string, Json>;
  readonly responses: Map<string, Json>;
}

function toSortedObject(entries: ReadonlyMap<string, Json>): Json {
  return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));
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
    description: 'An API key, or the shared admin key (`ADMIN_API_KEY`).',
  },
};

function toOperation(route: DocumentedRoute, id: string, parts: Parts): OpenApiOperation {
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  return {
    operationId: id,
    tags: [getTag(route.path)],
    summary: summaries[route.operation] ?? '',
    parameters: toParameters(route, parts),
    ...(route.body && {
      requestBody: {
        required: !route.body.safeParse({}).success,
        content: toContent(parts.writer.body(route.body, `${name}Request`)),
      },
    }),
    responses: toResponses(route, name, parts),
    ...(route.isOpen && { security: [] }),
  };
}

function toContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** Returns a unique operation id: self-hosted ones get a prefix, the second path of an operation ends in `Path2`. */
function uniqueId({ operation, isSelfHosted }: DocumentedRoute, taken: Set<string>): string {
  const name = isSelfHosted ? `selfHosted${operation.charAt(0).toUpperCase()}${operation.slice(1)}` : operation;
  let id = name;
  for (let number = 2; taken.has(id); number += 1) id = `${name}Path${number}`;
  taken.add(id);
  return id;
}

/** Returns all responses of an operation by status: those of its route, and those that every operation may send. */
export function routeResponses(route: DocumentedRoute): ReadonlyMap<number, z.ZodType> {
  const isTyped = route.body !== null || route.params !== null || route.querystring !== null;
  const own = new Map(route.responses);
  const refusal = own.get(400) ?? own.get(404) ?? detailBody;
  const inputError = route.isSelfHosted ? inputErrorBody : refusal;
  if (route.supportsIdempotencyKey) own.set(409, own.get(409) ?? refusal);
  if ((route.isSelfHosted && isTyped) || route.supportsIdempotencyKey)
    own.set(422, own.get(422) ?? (isTyped ? inputError : refusal));
  if (route.body) own.set(413, own.get(413) ?? refusal);
  return new Map([[429, refusal], [503, refusal], ...own, [500, defectBody]]);
}

function toResponses(
  route: DocumentedRoute,
  name: string,
  { writer, responses }: Parts,
): OpenApiOperation['responses'] {
  const entries = [...routeResponses(route)].sort(([left], [right]) => left - right);
  const written = entries.map(([status, schema]) => {
    const [statusName, description] = statuses[status] ?? [`Status${status}`, `Status ${status}.`];
    if (status < 300) return [status, { description, content: toContent(writer.output(schema, `${name}Response`)) }];
    // Operations with equal errors share one.
    const json = writer.output(schema, `Status${status}Error`);
    const kind = String(json.$ref).split('/').at(-1) ?? '';
    const shared = `${statusName}${['Detail', 'Defect'].includes(kind) ? '' : kind}`;
    responses.set(shared, { description, content: toContent(json) });
    return [status, { $ref: `#/components/responses/${shared}` }];
  });
  return Object.fromEntries(written) as OpenApiOperation['responses'];
}

/** Name of the component and meaning of each status. */
const statuses: Readonly<Record<number, readonly [name: string, meaning: string]>> = {
  200: ['Success', 'Success.'],
  201: ['Created', 'Created.'],
  202: ['Accepted', 'Accepted; the work goes on in the background.'],
  400: ['BadRequest', 'The input is not valid.'],
  401: ['Unauthorized', 'The credential is missing or not valid. `WWW-Authenticate` names the schemes.'],
  403: ['Forbidden', 'The credential does not allow the operation.'],
  404: ['NotFound', 'The resource does not exist, or the caller may not see it.'],
  409: [
    'Conflict',
    'The request conflicts with the present state, or an earlier request with the same key still runs.',
  ],
  413: ['PayloadTooLarge', 'The body is larger than the limit.'],
  422: ['InvalidInput', 'The input has the wrong types, or the idempotency key belongs to another request.'],
  429: ['TooManyRequests', 'Too many requests. `Retry-After` gives the seconds to wait.'],
  500: ['InternalError', 'A defect of the server. The server log has the request ID.'],
  502: ['BadGateway', 'A model provider or the database failed.'],
  503: ['Unavailable', 'The server cannot answer now. `Retry-After` gives the seconds to wait.'],
};

function byPath(left: DocumentedRoute, right: DocumentedRoute): number {
  const key = ({ isSelfHosted, path, method }: DocumentedRoute) => `${isSelfHosted ? 1 : 0} ${path} ${method}`;
  return key(left) < key(right) ? -1 : 1;
}
