import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import type { YogaServerInstance } from 'graphql-yoga';
import type { AppContext } from '../../context.js';
import type { TransportContext } from './context.js';
import type { Mask } from './errors.js';
import { markUnavailable, noteResult } from './outcome.js';
import { getOperationFacts } from '@memory-gateway/graphql-documents';

interface GraphQL extends Pick<YogaServerInstance<TransportContext, AppContext>, 'getEnveloped' | 'fetchAPI'> {
  readonly mask: Mask;
  /** Whether a response with data and errors has the status of the draft. */
  readonly draftStatus: boolean;
}

/** Returns the body of the response to one operation. Null: the engine's own transport handles the request. */
export type PostHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<string | null>;

/** Validated documents by text. Longer or further documents are validated each time. */
type ValidDocuments = Map<string, DocumentNode>;
const documentLengthMax = 20_000;
const documentsMax = 500;

/** Status that the GraphQL-over-HTTP draft of September 2026 recommends for a response with data and errors. */
export const partialSuccess = 294;

/**
 * Creates the handler of every POST of one JSON query or mutation. It runs the operation through the engine with all of
 * its plugins, but without the engine's transport: converting Node requests and responses to fetch-standard objects
 * costs more than a small query. Streams, GET, uploads and persisted documents are left to the engine's transport, whose
 * statuses, headers and bodies are the same (test/graphql/same-transport.test.ts).
 */
export function createPostHandler(graphql: GraphQL): PostHandler {
  const documents: ValidDocuments = new Map();
  // The engine's plugins read the method of a request that brings a new document.
  const postRequest = new graphql.fetchAPI.Request('http://localhost/graphql', { method: 'POST' });
  return async (request, reply) => {
    const type = chooseMediaType(request.headers.accept);
    const params = type && readParams(request);
    if (!params) return null;
    const known = documents.get(params.query);
    const isKnown = known !== undefined && getOperationFacts(known, params.operationName) !== null;
    const enveloped = graphql.getEnveloped({ fastify: request, params, ...(!isKnown && { request: postRequest }) });
    try {
      const document = isKnown ? known : (enveloped.parse(params.query) as DocumentNode);
      if (getOperationFacts(document, params.operationName)?.type === 'SUBSCRIPTION') return null;
      const faults = isKnown ? [] : (enveloped.validate(enveloped.schema, document) as readonly GraphQLError[]);
      if (faults.length > 0) return respond({ errors: faults }, { request, reply, type, graphql });
      if (!isKnown) rememberDocument(documents, params.query, document);
      const result = (await enveloped.execute({
        schema: enveloped.schema as GraphQLSchema,
        document,
        contextValue: await enveloped.contextFactory(),
        variableValues: params.variables,
        operationName: params.operationName,
      })) as ExecutionResult;
      return respond(result, { request, reply, type, graphql });
    } catch (error) {
      return respond({ errors: [graphql.mask(error, request.id)] }, { request, reply, type, graphql });
    }
  };
}

type MediaType = 'application/json' | 'application/graphql-response+json';

const mediaTypes: Readonly<Record<string, MediaType>> = {
  'application/graphql-response+json': 'application/graphql-response+json',
  'application/json': 'application/json',
  'application/*': 'application/json',
  '*/*': 'application/json',
};

/** Returns the first media type that the client accepts. Null: it accepts streams only, or types that do not exist. */
function chooseMediaType(accept: string | undefined): MediaType | null {
  if (accept === undefined || accept === '*/*') return 'application/json';
  for (const part of accept.replace(/\s/g, '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset=')) ?? 'charset=utf-8';
    const type = charset === 'charset=utf-8' ? mediaTypes[name] : undefined;
    if (type) return type;
  }
  return null;
}

interface Params {
  readonly query: string;
  readonly variables: Record<string, unknown> | undefined;
  readonly operationName: string | undefined;
}

const parameterNames: ReadonlySet<string> = new Set(['query', 'variables', 'operationName']);

/** Returns the operation of a request. Null: the request is malformed, or has parts that need the engine's transport. */
function readParams({ method, headers, url, body }: FastifyRequest): Params | null {
  // The query string of the URL may contain further parameters.
  if (method !== 'POST' || url.includes('?')) return null;
  if (!/^application\/json *(; *charset=utf-8)?$/i.test(headers['content-type'] ?? '')) return null;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const given = body as Readonly<Record<string, unknown>>;
  for (const name in given) if (given[name] != null && !parameterNames.has(name)) return null;
  const { query, variables, operationName } = given;
  if (typeof query !== 'string') return null;
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) return null;
  if (operationName != null && typeof operationName !== 'string') return null;
  return {
    query,
    variables: (variables ?? undefined) as Params['variables'],
    operationName: operationName ?? undefined,
  };
}

// Drops the oldest document, so that a client with ever new documents cannot exhaust memory.
function rememberDocument(documents: ValidDocuments, query: string, document: DocumentNode): void {
  if (query.length > documentLengthMax) return;
  if (documents.size >= documentsMax) documents.delete(documents.keys().next().value ?? '');
  documents.set(query, document);
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly type: MediaType;
  readonly graphql: GraphQL;
}

/** Records the result, sets status and headers, and returns the body of the response. */
function respond(result: ExecutionResult, { request, reply, type, graphql }: Exchange): string {
  noteResult(request.audit, result);
  reply.type(`${type}; charset=utf-8`);
  const { errors } = result;
  if (!errors) return JSON.stringify(result);
  markUnavailable(request.audit, errors);
  const status = setStatus(errors, reply, type);
  if (status === 200 && graphql.draftStatus && type !== 'application/json') reply.code(partialSuccess);
  return JSON.stringify({ ...result, errors: errors.map(presented) });
}

interface HttpExtension {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the status is not for responses of type application/json, which have status 200. */
  readonly spec?: boolean;
}

function setStatus(errors: readonly GraphQLError[], reply: FastifyReply, type: MediaType): number {
  let highest = 0;
  for (const { extensions } of errors) {
    const { status = 0, headers, spec = false } = (extensions?.['http'] ?? {}) as HttpExtension;
    if (headers) reply.headers(headers);
    if (!(spec && type === 'application/json')) highest = Math.max(highest, status);
  }
  reply.code(highest || 200);
  return highest || 200;
}

/** Formats an error for the response, without the parts meant for the transport. */
export function presented(error: GraphQLError): GraphQLFormattedError {
  const { http: _http, ...extensions } = error.extensions ?? {};
  return { ...(typeof error.toJSON === 'function' ? error.toJSON() : error), extensions };
}
