import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import type { QueryRunner } from './query.js';
import { getOperationFacts } from './operation-facts.js';
import { noteResult, retryAfter } from './outcome.js';
import type { YogaServerInstance } from 'graphql-yoga';
import type { AppContext } from '../../context.js';
import type { TransportContext } from './context.js';

interface GraphQL extends Pick<YogaServerInstance<TransportContext, AppContext>, 'getEnveloped'> {
  readonly validDocuments: ValidDocuments;
  readonly runQuery: QueryRunner;
}

/** Handles plain queries and mutations. Returns null for all other requests. */
export type PostHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<string | null>;

/** Validated documents by text. Longer or further documents take the standard path each time. */
export type ValidDocuments = Map<string, DocumentNode>;
const documentLengthMax = 20_000;
const documentsMax = 500;

/**
 * Creates the fast path for plain JSON POSTs of queries and mutations that were validated before.
 * It shares limits, masking and logging with the standard path, but skips converting Node requests and responses to
 * fetch-standard objects, which costs more than a small query. All other requests go to the engine's own transport.
 */
export function createPostHandler(graphql: GraphQL): PostHandler {
  return async (request, reply) => {
    const params = readParams(request);
    if (!params) return null;
    const document = graphql.validDocuments.get(params.query);
    if (!document || !isPlainOperation(document, params.operationName)) return null;
    const ran = graphql.runQuery(request, { document, ...params });
    if (ran) return respond(await ran, request, reply);
    const enveloped = graphql.getEnveloped({ fastify: request, params });
    const contextValue: unknown = await enveloped.contextFactory();
    const { variables: variableValues, operationName } = params;
    const execute = enveloped.execute as (args: unknown) => Promise<ExecutionResult>;
    const result = await execute({
      schema: enveloped.schema as GraphQLSchema,
      document,
      contextValue,
      variableValues,
      operationName,
    });
    return respond(result, request, reply);
  };
}

/** Records the result, sets the status, and returns the body of the response. */
function respond(result: ExecutionResult, request: FastifyRequest, reply: FastifyReply): string {
  noteResult(request.audit, result);
  const seconds = retryAfter(request.audit, result);
  if (seconds !== null) reply.code(503).header('retry-after', String(seconds));
  return JSON.stringify(result.errors ? { ...result, errors: result.errors.map(presented) } : result);
}

interface Params {
  readonly query: string;
  readonly variables: Record<string, unknown> | undefined;
  readonly operationName: string | undefined;
}

const parameterNames: ReadonlySet<string> = new Set(['query', 'variables', 'operationName']);

function readParams(request: FastifyRequest): Params | null {
  if (request.method !== 'POST' || !wantsJson(request.headers.accept)) return null;
  if (!/^application\/json *(; *charset=utf-8)?$/i.test(request.headers['content-type'] ?? '')) return null;
  // The query string of the URL may contain further parameters.
  if (
    request.url.includes('?') ||
    typeof request.body !== 'object' ||
    request.body === null ||
    Array.isArray(request.body)
  )
    return null;
  for (const name in request.body) if (!parameterNames.has(name)) return null;
  const { query, variables, operationName } = request.body as Readonly<Record<string, unknown>>;
  if (typeof query !== 'string') return null;
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) return null;
  if (operationName != null && typeof operationName !== 'string') return null;
  return {
    query,
    variables: (variables ?? undefined) as Params['variables'],
    operationName: operationName ?? undefined,
  };
}

function wantsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*') return true;
  return accept.includes('application/json') && !/graphql-response|event-stream|multipart/.test(accept);
}

function isPlainOperation(document: DocumentNode, name: string | undefined): boolean {
  const facts = getOperationFacts(document, name);
  return facts !== null && facts.type !== 'SUBSCRIPTION';
}

/** Stores a document that passed validation. */
export function rememberDocument(documents: ValidDocuments, query: string | undefined, document: DocumentNode): void {
  if (query === undefined || query.length > documentLengthMax || documents.has(query)) return;
  // Drops the oldest document, so that a client with ever new documents cannot exhaust memory.
  if (documents.size >= documentsMax) documents.delete(documents.keys().next().value ?? '');
  documents.set(query, document);
}

/** Formats an error for the response, without the parts meant for the transport. */
export function presented(error: GraphQLError): GraphQLFormattedError {
  const { http: _http, ...extensions } = error.extensions ?? {};
  return { ...(typeof error.toJSON === 'function' ? error.toJSON() : error), extensions };
}
