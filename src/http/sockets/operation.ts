import { GraphQLError } from 'graphql';
import { CloseCode, type SubscribePayload } from 'graphql-ws';
import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../../context.js';
import { UnauthenticatedError } from '../../errors.js';
import { runMetered } from '@memory-gateway/meter';
import { authenticatedContext, type AuthenticationInput } from '../authenticate-request.js';
import { fromConnectionParams } from '../credentials.js';
import { toDomainError, toStatus } from '../errors.js';
import { readPosition } from '../read-position.js';
import { toGraphQLError } from '../graphql/errors.js';
import { noteResult, type GraphQLResponse } from '../graphql/outcome.js';
import { graphqlNameHeaders, graphqlVersionHeaders } from '../request-log/client-facts.js';
import {
  createEmptyAudit,
  newRequestId,
  createRecorder,
  recordOperation,
  type RequestAudit,
} from '../request-log/request-recorder.js';
import type { SocketExtra } from './socket-server.js';

export interface StartedOperation {
  readonly requestId: string;
  readonly audit: RequestAudit;
  /** Writes the operation to the request log with the result that the client receives. */
  finish(statusCode: number, result: GraphQLResponse): void;
  /** Writes a rejected operation with these errors to the request log. @returns the errors */
  refuse(statusCode: number, errors: readonly GraphQLError[]): readonly GraphQLError[];
}

export interface Operation extends StartedOperation {
  readonly context: AppContext;
}

type ConnectionParams = Record<string, unknown> | undefined;

export interface OperationInput {
  readonly extra: SocketExtra;
  readonly params: ConnectionParams;
  readonly payload?: SubscribePayload;
}

/** Starts an operation under the identity of its socket, without authenticating it. */
export function startOperation(
  { services }: AuthenticationInput,
  { extra, params, payload }: OperationInput,
): StartedOperation {
  const { caller, counted, request } = extra;
  const requestId = newRequestId();
  const startedAt = new Date();
  const startedMs = performance.now();
  const audit = createEmptyAudit();
  audit.authType = caller?.mode ?? 'none';
  audit.userId = caller?.user?.id ?? null;
  audit.keyPrefix = caller?.key?.prefix ?? null;
  audit.projectId = caller?.key?.projectId ?? null;
  const finish: StartedOperation['finish'] = (statusCode, result) => {
    noteResult(audit, result);
    recordOperation(createRecorder(services), {
      path: '/graphql',
      headers: namedHeaders(request, params),
      address: counted.address,
      requestId,
      audit,
      statusCode,
      startedAt,
      latencyMs: performance.now() - startedMs,
      bytesIn: payload ? Buffer.byteLength(JSON.stringify(payload)) : null,
      bytesOut: Symbol.asyncIterator in result ? null : Buffer.byteLength(JSON.stringify(result)),
    });
  };
  const refuse: StartedOperation['refuse'] = (statusCode, errors) => {
    finish(statusCode, { errors });
    return errors;
  };
  return { requestId, audit, finish, refuse };
}

/** Authenticates and starts an operation. The request log also gets a row for a wrong credential. */
export async function openOperation(
  input: AuthenticationInput,
  given: OperationInput,
  started: StartedOperation = startOperation(input, given),
): Promise<Operation> {
  const { audit, requestId, refuse } = started;
  const { extra, params } = given;
  try {
    const context = await runMetered(audit.meter, () =>
      authenticatedContext(input, {
        credentials: fromConnectionParams(params, extra.request.headers),
        requestId,
        clientAddress: extra.counted.address,
        audit,
        position: input.services.replication && readPosition(extra.request),
      }),
    );
    return { ...started, context };
  } catch (error) {
    const known = toDomainError(error);
    refuse(toStatus(error), [
      known ? toGraphQLError(known) : new GraphQLError('', { extensions: { code: 'INTERNAL' } }),
    ]);
    throw error;
  }
}

/** Starts an operation like {@link openOperation}, and closes the socket if its credential is no longer valid. */
export async function beginOperation(
  input: AuthenticationInput,
  given: OperationInput,
  started: StartedOperation,
): Promise<Operation> {
  const { socket } = given.extra;
  const operation = await closingSocket(socket, () => openOperation(input, given, started));
  const { context } = operation;
  return { ...operation, context: { ...context, recheck: () => closingSocket(socket, context.recheck) } };
}

const clientHeaders = [...graphqlNameHeaders, ...graphqlVersionHeaders, 'traceparent'];

// The payload may name the client with the same keys as the headers.
function namedHeaders({ headers }: IncomingMessage, params: ConnectionParams): IncomingMessage['headers'] {
  const given = clientHeaders.filter((name) => typeof params?.[name] === 'string');
  return { ...headers, ...Object.fromEntries(given.map((name) => [name, params?.[name] as string])) };
}

// Closes the whole socket if its credential becomes invalid, so that none of its operations continues.
async function closingSocket<T>(socket: SocketExtra['socket'], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnauthenticatedError) socket.close(CloseCode.Forbidden, 'The credential is no longer valid');
    throw error;
  }
}
