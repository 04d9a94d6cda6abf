import { skipCompression } from '../compression.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { ServerResponse } from 'node:http';
import type { AppContext, Services } from '../../context.js';
import { getRequestContext } from '../authenticate-request.js';
import { chooseSchemaPlugin, type FederatedGraph } from './choose-schema.js';
import { eventIdPlugin } from './event-ids.js';
import { editorRoutes, findEditor, renderEditor, sendEditor } from './editor-page.js';
import { getEditorOptions } from './graphiql.js';
import { createPostHandler, partialSuccess } from './post.js';
import type { TransportContext } from './context.js';
import { asRequestError, createMask, maskedMessage, withRequestId, type Mask } from './errors.js';
import { nameArgument } from './name-argument.js';
import { describeOperation } from './describe-operation.js';
import { costPlugin } from './cost.js';
import { limitPlugins } from './limits.js';
import { markUnavailable, noteResult, type GraphQLResponse } from './outcome.js';
import { persistedDocumentPlugins, getUsedFields, type TrustedDocuments } from '@memory-gateway/graphql-documents';
import { sharedEventsPlugin } from './subscribe.js';
import { hasThenParameter, thenPlugin } from './then.js';

interface GraphQLParts {
  readonly services: Services;
  readonly schema: GraphQLSchema;
  /** The only documents that the server executes. Null: it executes all documents. */
  readonly trusted: TrustedDocuments | null;
  /** The subgraph that replaces the schema for other programs. Absent or null: federation is off. */
  readonly federation?: FederatedGraph | null;
}

/** Creates the GraphQL engine for HTTP, server-sent events and WebSockets. */
export function createGraphQL({ services, schema, trusted, federation = null }: GraphQLParts) {
  const { introspection } = services.config.graphql;
  const mask = createMask({
    report: (error, requestId) => services.log.error({ err: error, requestId }, 'operation failed'),
    suggestions: introspection,
  });
  // The editor's own operations are not trusted documents.
  const editor = introspection && !trusted ? findEditor() : null;
  const yoga = createYoga<TransportContext, AppContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    cors: false,
    batching: false,
    multipart: false,
    extraParamNames: trusted ? ['documentId'] : [],
    logging: false,
    maskedErrors: { errorMessage: maskedMessage, maskError: (error) => mask(error) },
    graphiql: editor !== null && (({ url }: Request) => getEditorOptions(url)),
    renderGraphiQL: (options) => (editor ? renderEditor(editor, options) : ''),
    context: ({ fastify, operationContext }) => operationContext ?? getRequestContext(fastify),
    plugins: [
      ...(federation ? [chooseSchemaPlugin(schema, federation)] : []),
      ...persistedDocumentPlugins(trusted),
      ...limitPlugins(services.config.graphql),
      costPlugin(services.config.graphql.maxComplexity),
      thenPlugin,
      maskingPlugin(mask),
      operationLogPlugin,
      sharedEventsPlugin(isLogged),
      eventIdPlugin,
    ],
  });
  const { draftStatus } = services.config.graphql;
  const rootFields = new Set([schema, ...(federation ? [federation.schema] : [])].flatMap(rootFieldsOf));
  return Object.assign(yoga, { mask, draftStatus, rootFields, editor });
}

/** Returns the names of the fields of queries, mutations and subscriptions. */
function rootFieldsOf(schema: GraphQLSchema): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return ['__typename', '__schema', '__type', ...roots.flatMap((type) => Object.keys(type?.getFields() ?? {}))];
}

// Request log rows: one object for all subscribers, and no field depends on the subscriber.
const isLogged = (event: object) => 'kind' in event && event.kind === 'logged';

/** Masks errors while the failed request is known. The engine's own mask runs later and skips validation errors. */
function maskingPlugin(mask: Mask): Plugin<AppContext> {
  return {
    onValidate:
      ({ params: { documentAST: document } }) =>
      ({ valid, result, setResult }) => {
        if (!valid)
          setResult(result.map((error: Error) => mask(nameArgument(error as GraphQLError, document as DocumentNode))));
      },
    onExecute: () => ({
      onExecuteDone: ({ args, result, setResult }) => maskResult(mask, args, { result, setResult }),
    }),
    onSubscribe: () => ({
      onSubscribeResult: ({ args, result, setResult }) => {
        maskResult(mask, args, { result, setResult });
        return {
          onNext: ({ result: next, setResult: setNext }) =>
            maskResult(mask, args, { result: next, setResult: setNext }),
        };
      },
      onSubscribeError: ({ error, setError }) => setError(mask(error)),
    }),
  };
}

interface Outcome {
  readonly result: ExecutionResult | AsyncIterable<unknown>;
  readonly setResult: (result: ExecutionResult) => void;
}

function maskResult(mask: Mask, { contextValue }: { contextValue?: unknown }, { result, setResult }: Outcome): void {
  if (!('errors' in result) || !result.errors) return;
  const { requestId, fastify } = contextValue as AppContext & Partial<TransportContext>;
  const masked = result.errors.map((error) => {
    const shown = mask(error, requestId);
    return fastify ? shown : withRequestId(shown, requestId);
  });
  // Only an HTTP response has a status.
  const isOfResponse = fastify !== undefined && !('data' in result);
  setResult({ ...result, errors: isOfResponse ? masked.map(asRequestError) : masked });
}

// Records the operation and its outcome for the request log.
const operationLogPlugin: Plugin<TransportContext> = {
  onValidate: ({ params, context }) =>
    noteOperation({ document: params.documentAST as DocumentNode, contextValue: context }),
  onExecute: ({ args }) => noteExecution(args),
  onSubscribe: ({ args }) => noteExecution(args),
  onResultProcess({ serverContext, result }) {
    const audit = (serverContext as TransportContext).fastify?.audit;
    if (!audit || Array.isArray(result)) return;
    noteResult(audit, result as GraphQLResponse);
    if ('errors' in result && result.errors) markUnavailable(audit, result.errors);
  },
};

interface NotedOperation {
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  readonly contextValue: unknown;
}

function noteOperation({ document, operationName, contextValue }: NotedOperation): void {
  const { fastify } = contextValue as { fastify?: FastifyRequest };
  if (fastify?.audit) describeOperation(fastify.audit, document, operationName);
}

function noteExecution(args: NotedOperation & { readonly schema: GraphQLSchema }): void {
  noteOperation(args);
  const { fastify } = args.contextValue as { fastify?: FastifyRequest };
  if (fastify?.audit) fastify.audit.usedFields = getUsedFields(args.schema, args.document, args.operationName);
}

/** Serves GraphQL over HTTP (POST, GET for queries, server-sent events) and the GraphiQL page. */
export function graphqlRoutes(app: FastifyInstance, graphql: ReturnType<typeof createGraphQL>): void {
  // Uploads are not supported. Without this parser Fastify sends its own 415, whose message is less clear than Yoga's.
  app.addContentTypeParser('multipart/form-data', {}, (_request, _payload, done) => done(null));
  const post = createPostHandler(graphql);
  const streams = endingStreams(app);
  const { editor } = graphql;
  if (editor) void app.register(editorRoutes, editor);
  app.route({
    url: graphql.graphqlEndpoint,
    method: ['GET', 'POST', 'OPTIONS'],
    handler: async (request, reply) => {
      const answer = await post(request, reply);
      if (answer !== null) return reply.send(answer);
      if (hasThenParameter(request)) return refuse(reply, 'Unexpected parameter "then".');
      if (isEmptyBody(request)) return refuse(reply, 'The body must be an object with a `query`.');
      const broken = findBrokenParameter(request);
      if (broken !== null) return refuse(reply, `\`${broken}\` must be the JSON text of an object.`);
      const response = await graphql.handleNodeRequestAndResponse(request, reply, { fastify: request, reply });
      const type = response.headers.get('content-type') ?? '';
      if (response.status >= 400 && !type.includes('json')) return withReason(reply, response);
      if (type.startsWith('text/html')) return sendEditor(request, reply, response);
      if (!/^(text\/event-stream|multipart\/)/.test(type)) return sendText(reply, response, graphql.draftStatus);
      if (type.startsWith('text/event-stream')) streams.add(reply.raw);
      skipCompression(request);
      return response;
    },
  });
  app.route({
    url: graphql.graphqlEndpoint,
    method: ['PUT', 'PATCH', 'DELETE'],
    handler: (_request, reply) =>
      refuse(reply.code(405).header('allow', 'GET, POST, OPTIONS'), 'Send an operation by POST, or a query by GET.'),
  });
}

// The engine would read the body again, and call what it finds no JSON.
function isEmptyBody({ method, body }: FastifyRequest): boolean {
  if (method !== 'POST' || body === undefined) return false;
  return typeof body !== 'object' || body === null || Object.keys(body).length === 0;
}

// The engine would report the exception of `JSON.parse` as a defect of the server.
function findBrokenParameter({ method, query }: FastifyRequest): string | null {
  if (method !== 'GET') return null;
  const given = query as Readonly<Record<string, unknown>>;
  return ['variables', 'extensions'].find((name) => !isJson(given[name])) ?? null;
}

// The engine reads the first value of a parameter that is sent twice.
function isJson(given: unknown): boolean {
  const text: unknown = Array.isArray(given) ? given[0] : given;
  if (typeof text !== 'string' || text === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const reasons: Readonly<Record<number, string>> = {
  404: 'Send an operation.',
  406: 'Answers are application/json or application/graphql-response+json; those of a subscription are text/event-stream.',
  415: 'Send the operation as application/json.',
};

// The engine rejects some requests with a bare status. This adds a code and message.
function withReason(reply: FastifyReply, { status, statusText, headers }: Response): FastifyReply {
  headers.forEach((value, name) => void reply.header(name, value));
  return refuse(reply.code(status).removeHeader('content-length'), reasons[status] ?? statusText);
}

/** Sends a buffered response as text, which can be compressed. */
async function sendText(reply: FastifyReply, response: Response, draftStatus: boolean): Promise<FastifyReply> {
  response.headers.forEach((value, name) => void reply.header(name, value));
  const body = await response.text();
  const status = draftStatus && isPartial(response, body) ? partialSuccess : response.status;
  return reply.code(status).removeHeader('content-length').send(body);
}

// Status 200 of this type implies data: a request error has status 400.
function isPartial({ status, headers }: Response, body: string): boolean {
  if (status !== 200 || !headers.get('content-type')?.startsWith('application/graphql-response+json')) return false;
  return 'errors' in (JSON.parse(body) as object);
}

/** Sends an error with status 400, unless an error status is already set. */
function refuse(reply: FastifyReply, message: string): FastifyReply {
  if (reply.statusCode < 400) reply.code(400);
  return reply
    .type('application/json; charset=utf-8')
    .send({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] });
}

/** Milliseconds that a closing stream waits for its client to read. */
const streamCloseTimeoutMs = 2_000;

/** Ends open event streams when the server closes. Otherwise the server would wait for their clients. */
function endingStreams(app: FastifyInstance): { add(raw: ServerResponse): void } {
  const open = new Set<ServerResponse>();
  app.addHook('preClose', (done) => {
    for (const raw of open) {
      // Also closes the keep-alive connection, after a timeout if the client does not read.
      const { socket } = raw;
      raw.end(() => socket?.end());
      setTimeout(() => socket?.destroy(), streamCloseTimeoutMs).unref();
    }
    done();
  });
  return { add: (raw) => void open.add(raw.once('close', () => open.delete(raw))) };
}
