import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DocumentNode, ExecutionArgs, GraphQLError, GraphQLSchema } from 'graphql';
import { CloseCode, type SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import type { AppContext } from '../context.js';
import { UnauthenticatedError } from '../errors.js';
import { isGraphQLError, statusOf } from './errors.js';
import { authenticatedContext, type AuthenticationInput } from './authenticate-request.js';
import { fromConnectionParams } from './credentials.js';
import { operationLabel, operationScope, type createGraphQL } from './graphql.js';
import { emptyAudit, newRequestId, recordOperation, type RequestAudit } from './request-log.js';

type GraphQL = ReturnType<typeof createGraphQL>;

/** Largest message that a client may send, in bytes; the same as a request body would be far too much for one operation. */
const maxMessageBytes = 1_048_576;

// What the protocol server hands to its hooks.
type Extra = Record<PropertyKey, unknown> & {
  readonly request: IncomingMessage;
  readonly socket: { close(code: number, reason: string): void };
};

/** GraphQL over WebSocket (protocol graphql-transport-ws) on the same port and path as over HTTP. */
export function serveWebSockets(servers: readonly Server[], graphql: GraphQL, input: AuthenticationInput): { close(): Promise<void> } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (new URL(request.url ?? '/', 'http://localhost').pathname.replace(/\/+$/, '') !== graphql.graphqlEndpoint) {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request));
  };
  for (const server of servers) server.on('upgrade', upgrade);
  const protocol = useServer<Record<string, unknown>, Extra>(createProtocol(graphql, input), sockets);
  return {
    async close() {
      for (const server of servers) server.off('upgrade', upgrade);
      await protocol.dispose();
    },
  };
}

type ProtocolOptions = Parameters<typeof useServer<Record<string, unknown>, Extra>>[0];

function createProtocol(graphql: GraphQL, input: AuthenticationInput): ProtocolOptions {
  return {
    connectionInitWaitTimeout: 10_000,
    async onConnect({ connectionParams, extra }) {
      // A wrong credential is told at once, by closing with 4403; none at all is a caller without rights, as over HTTP.
      const credentials = fromConnectionParams(connectionParams, extra.request.headers);
      try {
        await input.authenticator.authenticate(credentials);
        return true;
      } catch (error) {
        if (error instanceof UnauthenticatedError) return false;
        throw error;
      }
    },
    async onSubscribe({ connectionParams, extra }, _id, payload) {
      const operation = await beginOperation(input, extra, connectionParams);
      return prepare(graphql, payload, operation);
    },
    execute: (args) => rootOf(args).run((enveloped) => enveloped.execute(args)),
    subscribe: (args) => rootOf(args).run((enveloped) => enveloped.subscribe(args)),
  };
}

interface Operation {
  readonly context: AppContext;
  readonly audit: RequestAudit;
  finish(statusCode: number): void;
}

async function beginOperation(input: AuthenticationInput, { request, socket }: Extra, params: Record<string, unknown> | undefined): Promise<Operation> {
  const requestId = newRequestId();
  const startedAt = new Date();
  const started = performance.now();
  const audit = emptyAudit();
  const finish = (statusCode: number) =>
    recordOperation(input.services.requestLogs, { path: '/graphql', headers: request.headers, requestId, audit, statusCode, startedAt, latencyMs: performance.now() - started });
  try {
    const context = await authenticatedContext(input, { credentials: fromConnectionParams(params, request.headers), requestId, clientAddress: request.socket.remoteAddress ?? null, audit });
    return { context: { ...context, recheck: () => closingSocket(socket, context.recheck) }, audit, finish };
  } catch (error) {
    finish(statusOf(error));
    return closingSocket(socket, () => Promise.reject(error as Error));
  }
}

// A socket whose credential went bad is closed as a whole: none of its operations may go on.
async function closingSocket<T>(socket: Extra['socket'], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnauthenticatedError) socket.close(CloseCode.Forbidden, 'The credential is no longer valid');
    throw error;
  }
}

interface Enveloped {
  execute(args: ExecutionArgs): unknown;
  subscribe(args: ExecutionArgs): unknown;
}

/** Carried as the root value, as graphql-ws passes nothing else from onSubscribe to execute. */
interface OperationRoot {
  run(work: (enveloped: Enveloped) => unknown): never;
}

function rootOf(args: ExecutionArgs): OperationRoot {
  return args.rootValue as OperationRoot;
}

async function prepare(graphql: GraphQL, payload: SubscribePayload, operation: Operation): Promise<ExecutionArgs | readonly GraphQLError[]> {
  const { requestId } = operation.context;
  return operationScope.run({ requestId }, async () => {
    const enveloped = graphql.getEnveloped({ operationContext: operation.context, params: payload });
    const { document, errors } = read(enveloped, payload);
    if (!document) {
      operation.finish(400);
      return errors;
    }
    operation.audit.operation = operationLabel(document, payload.operationName);
    const root: OperationRoot = {
      run: (work) =>
        operationScope.run({ requestId }, async () => {
          const result = await work(enveloped);
          // A stream counts as answered when it begins.
          operation.finish(200);
          return result;
        }) as never,
    };
    const contextValue: unknown = await enveloped.contextFactory();
    return {
      schema: enveloped.schema as GraphQLSchema,
      document,
      operationName: payload.operationName,
      variableValues: payload.variables,
      contextValue,
      rootValue: root,
    };
  });
}

// Faults of the query are answers; thrown, they would close the socket with all its other operations.
function read(enveloped: ReturnType<GraphQL['getEnveloped']>, payload: SubscribePayload): { document: DocumentNode | null; errors: readonly GraphQLError[] } {
  try {
    const document: DocumentNode = enveloped.parse(payload.query) as DocumentNode;
    const errors = enveloped.validate(enveloped.schema, document) as readonly GraphQLError[];
    return errors.length > 0 ? { document: null, errors } : { document, errors };
  } catch (error) {
    if (isGraphQLError(error)) return { document: null, errors: [error] };
    throw error;
  }
}
