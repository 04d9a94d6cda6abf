import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  Kind,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { QueryRunner } from './graphql-query.js';
import { noteResult, retryAfter } from './graphql-outcome.js';
import type { YogaServerInstance } from 'graphql-yoga';
import type { AppContext } from '../context.js';
import type { TransportContext } from './graphql-context.js';

interface GraphQL extends Pick<YogaServerInstance<TransportContext, AppContext>, 'getEnveloped'> {
  readonly validDocuments: ValidDocuments;
  readonly runQuery: QueryRunner;
}

/** Answers plain queries and mutations; null for every request that is not one. */
export type PostHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<string | null>;

/** Documents that were found valid, by their text. Longer ones, and more of them, take the long way each time. */
export type ValidDocuments = Map<string, DocumentNode>;
const documentLengthMax = 20_000;
const documentsMax = 500;

/**
 * The short way for what nearly every client sends: a POST of a query or mutation that was found valid before, as JSON that wants
 * JSON back. It executes with the engine that serves everything else, so limits, masking and the log are the same, but leaves
 * out the translation of Node's request and response into those of the fetch standard, which costs more than a small query.
 * Whatever is new, unusual, wrong or a subscription is left to the engine's own transport, which knows all of GraphQL over HTTP.
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

function readParams(request: FastifyRequest): Params | null {
  if (request.method !== 'POST' || !wantsJson(request.headers.accept)) return null;
  if (!/^application\/json *(; *charset=utf-8)?$/i.test(request.headers['content-type'] ?? '')) return null;
  // A query string may carry parameters of its own.
  if (
    request.url.includes('?') ||
    typeof request.body !== 'object' ||
    request.body === null ||
    Array.isArray(request.body)
  )
    return null;
  const { query, variables, operationName, ...rest } = request.body as Readonly<Record<string, unknown>>;
  if (typeof query !== 'string' || Object.keys(rest).length > 0) return null;
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
  const operations = document.definitions.filter(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const [only, ...others] =
    name === undefined ? operations : operations.filter((operation) => operation.name?.value === name);
  return only !== undefined && others.length === 0 && String(only.operation) !== 'subscription';
}

/** Notes that a document is valid: it is about to be executed. */
export function rememberDocument(documents: ValidDocuments, query: string | undefined, document: DocumentNode): void {
  if (query === undefined || query.length > documentLengthMax || documents.has(query)) return;
  // The oldest goes: a client that sends ever new documents must not fill the memory.
  if (documents.size >= documentsMax) documents.delete(documents.keys().next().value ?? '');
  documents.set(query, document);
}

/** An error as it is sent, without what is meant for the transport alone. */
export function presented(error: GraphQLError): GraphQLFormattedError {
  const { http: _http, ...extensions } = error.extensions ?? {};
  return { ...(typeof error.toJSON === 'function' ? error.toJSON() : error), extensions };
}
