import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Kind, NoSchemaIntrospectionCustomRule, type DocumentNode, type GraphQLError, type GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AppContext, Services } from '../context.js';
import { createPostHandler, rememberDocument, type ValidDocuments } from './graphql-post.js';
import { createMask, markTooComplex } from './graphql-errors.js';

/** What the transport hands to an operation. Exactly one of the two pairs is present: HTTP request, or the context of a socket's operation. */
export interface TransportContext {
  request?: Request;
  fastify?: FastifyRequest;
  reply?: FastifyReply;
  /** Made by the WebSocket transport, one for each operation. */
  operationContext?: AppContext;
}

/** Requests of one operation, for the mask: it has no other way to know which request failed. */
export const operationScope = new AsyncLocalStorage<{ requestId: string }>();

/** The GraphQL engine behind HTTP, server-sent events and WebSocket: one schema, one set of limits, one mask. */
export function createGraphQL(services: Services, schema: GraphQLSchema) {
  const { introspection } = services.config.graphql;
  const validDocuments: ValidDocuments = new Map();
  const yoga = createYoga<TransportContext, AppContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    cors: false,
    batching: false,
    multipart: false,
    logging: false,
    maskedErrors: {
      errorMessage: 'Something went wrong on our side. Quote the request id when you report it.',
      maskError: createMask(
        () => operationScope.getStore()?.requestId,
        (error) => services.log.error({ err: error, requestId: operationScope.getStore()?.requestId }, 'operation failed'),
      ),
    },
    graphiql: introspection && { title: 'memory-gateway', defaultQuery, shouldPersistHeaders: false, subscriptionsProtocol: 'WS' },
    // Nine megabytes of editor: loaded when someone opens it. No other host is asked for anything.
    renderGraphiQL: async (options) => (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(options),
    context: ({ fastify, operationContext }) => operationContext ?? requestContext(fastify),
    plugins: [...limitPlugins(services), notingPlugin(validDocuments)],
  });
  return Object.assign(yoga, { validDocuments });
}

function requestContext(request: FastifyRequest | undefined): AppContext {
  if (!request?.context) throw new Error('The request was not authenticated.');
  return request.context;
}

function limitPlugins(services: Services): Plugin[] {
  const { introspection, maxAliases, maxDepth, maxTokens } = services.config.graphql;
  const onReject = [(_context: unknown, error: GraphQLError) => markTooComplex(error)];
  const plugins: Plugin[] = [
    maxTokensPlugin({ n: maxTokens, onReject }),
    maxDepthPlugin({ n: maxDepth, ignoreIntrospection: true, onReject }),
    maxAliasesPlugin({ n: maxAliases, onReject }),
  ];
  if (!introspection) plugins.push({ onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule) });
  return plugins;
}

function notingPlugin(documents: ValidDocuments): Plugin {
  return {
    onExecute({ args }) {
      noteOperation(args);
      const { params } = args.contextValue as { params?: { query?: string } };
      rememberDocument(documents, params?.query, args.document as DocumentNode);
    },
    onSubscribe: ({ args }) => noteOperation(args),
  };
}

// The request log shows the operation by its name, or by its first field when it has none.
function noteOperation(args: { document: DocumentNode; operationName?: string | null; contextValue: unknown }): void {
  const { fastify } = args.contextValue as { fastify?: FastifyRequest };
  if (fastify?.audit) fastify.audit.operation = operationLabel(args.document, args.operationName);
}

/** Name of an operation for the log: as given, else `query field`. */
export function operationLabel(document: DocumentNode, name: string | null | undefined): string | null {
  if (name) return name;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    if (definition.name) return definition.name.value;
    const [first] = definition.selectionSet.selections;
    return first?.kind === Kind.FIELD ? `${definition.operation} ${first.name.value}` : definition.operation;
  }
  return null;
}

const defaultQuery = `# memory-gateway: open "Headers" below and put your key there, { "X-API-Key": "m0sk_..." }
query WhoAmI {
  viewer {
    mode
    isAdmin
    organization { id name }
    project { id name memoryCount }
  }
}
`;

/** Serves GraphQL over HTTP (POST, GET for queries, server-sent events) and the GraphiQL page. */
export function graphqlRoutes(app: FastifyInstance, graphql: ReturnType<typeof createGraphQL>): void {
  // Uploads are not part of this API; without a parser Fastify answers 415 itself, which yoga words better.
  app.addContentTypeParser('multipart/form-data', {}, (_request, _payload, done) => done(null));
  const post = createPostHandler(graphql);
  app.route({
    url: graphql.graphqlEndpoint,
    method: ['GET', 'POST', 'OPTIONS'],
    handler: (request, reply) =>
      operationScope.run({ requestId: request.id }, async () => {
        const answer = await post(request);
        if (answer !== null) return reply.type('application/json; charset=utf-8').send(answer);
        return graphql.handleNodeRequestAndResponse(request, reply, { fastify: request, reply });
      }),
  });
}
