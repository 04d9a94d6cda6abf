import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  getOperationAST,
  GraphQLError,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { ServerOptions, SubscribePayload } from 'graphql-ws';
import type { AppContext } from '../../context.js';
import { ConflictError, UnauthenticatedError } from '../../errors.js';
import { toStatus } from '../errors.js';
import { isGraphQLError, getUsedFields } from '@memory-gateway/graphql-documents';
import { withRequestId } from '../graphql/errors.js';
import type { AuthenticationInput } from '../authenticate-request.js';
import { describeOperation } from '../graphql/describe-operation.js';
import type { createGraphQL } from '../graphql/create-graphql.js';
import type { GraphQLResponse } from '../graphql/outcome.js';
import { pushedResults } from '../graphql/subscribe.js';
import { presented } from '../graphql/post.js';
import { runMetered } from '@memory-gateway/meter';
import type { RequestAudit } from '../request-log/request-recorder.js';
import { collapseLeadingSlashes } from '../request-path.js';
import { createRequestGuard } from '../limits/request-guard.js';
import { beginOperation, openOperation, startOperation, type Operation } from './operation.js';
import { createSocketLimits } from './limits.js';
import { pushToSocket } from './push.js';
import { createSocketServer, refuseUpgrade, tryAgainLater, type SocketExtra } from './socket-server.js';

type GraphQL = ReturnType<typeof createGraphQL>;

/** Maximum number of concurrent operations per socket. The number of sockets is limited elsewhere. */
const operationsPerSocket = 200;
const initLimitMs = 10_000;

/** Serves GraphQL over WebSocket (protocol graphql-transport-ws) on the port and path of the HTTP API. */
export function serveWebSockets(
  servers: readonly Server[],
  graphql: GraphQL,
  input: AuthenticationInput,
): { close(): Promise<void> } {
  const { config, log } = input.services;
  const guard = createRequestGuard(config);
  const sockets = createSocketServer(createProtocol(graphql, input), { log, limits: createSocketLimits(config) });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener, an error from a disconnecting client would end the process.
    socket.on('error', () => undefined);
    if (pathOf(request) !== graphql.graphqlEndpoint) return refuseUpgrade(socket, '404 Not Found');
    // Browsers open a WebSocket to another host without a CORS preflight, so the rules for writes apply.
    const { headers } = request;
    if (guard.refuseHost(headers) ?? guard.refuseOrigin(headers)) return refuseUpgrade(socket, '403 Forbidden');
    sockets.accept(request, socket, head);
  };
  for (const server of servers) server.on('upgrade', upgrade);
  return {
    async close() {
      for (const server of servers) server.off('upgrade', upgrade);
      await sockets.close();
    },
  };
}

// Normalizes slashes like HTTP requests do. A URL parser would throw on some texts.
function pathOf({ url = '/' }: IncomingMessage): string {
  return collapseLeadingSlashes(url.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, '');
}

function createProtocol(
  graphql: GraphQL,
  input: AuthenticationInput,
): ServerOptions<Record<string, unknown>, SocketExtra> {
  return {
    connectionInitWaitTimeout: initLimitMs,
    async onConnect({ connectionParams, extra }) {
      // A wrong credential closes the socket with 4403. A missing one makes the caller anonymous, as over HTTP.
      try {
        // The request limit counts operations, not sockets.
        const { context } = await openOperation({ ...input, calls: null }, { extra, params: connectionParams });
        extra.caller = context.caller;
        if (extra.counted.authenticate(context.caller)) return true;
        extra.socket.close(tryAgainLater, 'Too many connections');
        return false;
      } catch (error) {
        if (error instanceof UnauthenticatedError) return false;
        throw error;
      }
    },
    async onSubscribe({ connectionParams, extra, subscriptions }, _id, payload) {
      const given = { extra, params: connectionParams, payload };
      const started = startOperation(input, given);
      const mask = maskWithId(graphql, started.requestId);
      // Checked before authentication, so that a flood of operations costs little.
      if (Object.keys(subscriptions).length > operationsPerSocket)
        return started.refuse(tooMany.status, [mask(tooMany)]);
      const operation = await beginOperation(input, given, started).catch(mask);
      if (!('context' in operation)) return [operation];
      return prepare(graphql, payload, operation);
    },
    onOperation: ({ extra }, id, ...[, args]) => pushOperation(graphql, { extra, id, context: args.contextValue }),
    // Errors of the protocol itself get a code too.
    onError: (...[, , , errors]) => errors.map((error) => presented(graphql.mask(error))),
    execute: (args) => rootOf(args).run((enveloped) => enveloped.execute(args)),
    subscribe: (args) => rootOf(args).run((enveloped) => enveloped.subscribe(args)),
  };
}

interface StartedSubscription {
  readonly extra: SocketExtra;
  readonly id: string;
  readonly context: unknown;
}

/** Takes over a subscription whose results can be pushed. @returns undefined for all others */
function pushOperation(
  graphql: GraphQL,
  { extra, id, context }: StartedSubscription,
): AsyncIterableIterator<ExecutionResult> | undefined {
  const results = pushedResults(context);
  if (!results) return undefined;
  const mask = maskWithId(graphql, (context as AppContext).requestId);
  const present = ({ errors, ...result }: ExecutionResult) =>
    errors ? { ...result, errors: errors.map((error) => presented(mask(error))) } : result;
  return pushToSocket(results, { id, send: extra.send, present, mask });
}

const tooMany = new ConflictError(
  `At most ${operationsPerSocket} operations may run on one connection at a time: end one, or open another connection.`,
);

/** Masks errors of an operation, with the id of its request. */
const maskWithId = (graphql: GraphQL, requestId: string) => (error: unknown) =>
  withRequestId(graphql.mask(error, requestId), requestId);

interface Enveloped {
  execute(args: ExecutionArgs): unknown;
  subscribe(args: ExecutionArgs): unknown;
}

/** Carried as the root value, the only value that graphql-ws passes from onSubscribe to execute. */
interface OperationRoot {
  run(work: (enveloped: Enveloped) => unknown): never;
}

function rootOf(args: ExecutionArgs): OperationRoot {
  return args.rootValue as OperationRoot;
}

async function prepare(
  graphql: GraphQL,
  payload: SubscribePayload,
  operation: Operation,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  const enveloped = graphql.getEnveloped({ operationContext: operation.context, params: payload });
  try {
    const document = readDocument(enveloped, payload, operation.audit);
    const contextValue: unknown = await enveloped.contextFactory();
    const { operationName, variables: variableValues } = payload;
    operation.audit.usedFields = getUsedFields(enveloped.schema as GraphQLSchema, document, operationName);
    const rootValue = createRoot(graphql, enveloped, operation);
    return {
      schema: enveloped.schema as GraphQLSchema,
      document,
      operationName,
      variableValues,
      contextValue,
      rootValue,
    };
  } catch (error) {
    const faults: unknown[] = error instanceof AggregateError ? error.errors : [error];
    const status = faults.every(isGraphQLError) ? 400 : toStatus(error);
    // Returned as errors: thrown, they would close the socket and all its operations.
    return operation.refuse(status, faults.map(maskWithId(graphql, operation.context.requestId)));
  }
}

function createRoot(graphql: GraphQL, enveloped: Enveloped, operation: Operation): OperationRoot {
  const mask = maskWithId(graphql, operation.context.requestId);
  const execute = async (work: Parameters<OperationRoot['run']>[0]) => {
    try {
      const result = (await work(enveloped)) as GraphQLResponse;
      // The request log counts a stream as answered when it starts.
      operation.finish(200, result);
      return result;
    } catch (error) {
      return { errors: operation.refuse(toStatus(error), [mask(error)]) };
    }
  };
  const run: OperationRoot['run'] = (work) => runMetered(operation.audit.meter, () => execute(work)) as never;
  return { run };
}

/** @throws GraphQLError, or AggregateError with several of them */
function readDocument(
  enveloped: ReturnType<GraphQL['getEnveloped']>,
  { query, operationName }: SubscribePayload,
  audit: RequestAudit,
): DocumentNode {
  // Set before anything can fail, so that rejected operations have a name in the request log.
  audit.operation = operationName ?? null;
  const document: DocumentNode = enveloped.parse(query) as DocumentNode;
  describeOperation(audit, document, operationName);
  const errors = enveloped.validate(enveloped.schema, document) as readonly GraphQLError[];
  if (errors.length > 0) throw new AggregateError(errors);
  if (!getOperationAST(document, operationName))
    throw new GraphQLError('There is no operation of this name, or several and no name was given.');
  return document;
}
