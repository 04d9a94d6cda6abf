import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../context.js';
import type { FieldUsageRecorder } from '../../events/field-usage-recorder.js';
import type { RequestBodyRecorder } from '../../events/request-body-recorder.js';
import type { RequestLogEntry, RequestLogStream } from '../../events/request-log-stream.js';
import { publishMeasurement, runMetered } from '@memory-gateway/meter';
import { clientAddress, clientName, clientVersion, traceId, type AddressPolicy, type Headers } from './client-facts.js';
import { keepBodies, recordBodies } from './sent-bodies.js';
import { clientClosedRequest, pathOf, toHttpEntry, toLogEntry } from './to-log-entry.js';
import { createEmptyAudit, noteError, noteErrorText, toOutcomeOfStatus, type RequestAudit } from './request-audit.js';

export { createEmptyAudit, type RequestAudit } from './request-audit.js';

export interface RequestRecorder {
  readonly requestLogs: Pick<RequestLogStream, 'record'>;
  /** Counts the GraphQL fields that clients use. Optional in tests. */
  readonly fieldUsage?: Pick<FieldUsageRecorder, 'record'> | undefined;
  /** Stores bodies for projects that want them. Optional in tests. */
  readonly requestBodies?: Pick<RequestBodyRecorder, 'isOn' | 'record'> | undefined;
  readonly addresses: AddressPolicy;
}

/** Creates the request recorder from the configuration. */
export function createRecorder({ requestLogs, fieldUsage, requestBodies, config }: Services): RequestRecorder {
  return { requestLogs, fieldUsage, requestBodies, addresses: config.requestLogAddresses };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Facts for the request log, filled in by authentication, authorization and execution. */
    audit: RequestAudit;
    requestId: string;
    /** Arrival time in milliseconds on the monotonic clock. */
    arrivedAtMs: number;
    /** Bytes that the connection had received and sent before this request. Null without a connection. */
    socketBytes: SocketBytes | null;
    /** Records the error that the response reports, in the words of the response if they differ from the error's own. */
    noteError(error: unknown, text?: string): void;
  }
  interface FastifyContextConfig {
    /** False excludes the route from the request log. */
    requestLog?: boolean;
  }
}

interface SocketBytes {
  readonly read: number;
  readonly written: number;
}

/** Returns 16 hexadecimal characters. Ignores IDs from clients, which could collide or mislead readers of the log. */
export function newRequestId(): string {
  // Node caches random bytes for UUIDs. `randomBytes(8)` costs a system call each time.
  const id = randomUUID();
  return id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18);
}

/** Gives each request an ID (`x-request-id`) and logs it on response or disconnect (499). Call it on the root app. */
export function logRequests(app: FastifyInstance, recorder: RequestRecorder): void {
  // Set in the first hook of each request; fastify refuses a shared object here.
  app.decorateRequest('audit', null as unknown as RequestAudit);
  app.decorateRequest('requestId', '');
  app.decorateRequest('arrivedAtMs', 0);
  app.decorateRequest('socketBytes', null);
  app.decorateRequest('noteError', function (this: FastifyRequest, error: unknown, text?: string) {
    if (text === undefined) noteError(this.audit, error);
    else noteErrorText(this.audit, error, text);
  });
  keepBodies(app, recorder.requestBodies);
  app.addHook('onRequest', (request, reply, done) => {
    logRequest(request, reply, recorder);
    runMetered(request.audit.meter, done);
  });
  // Reading the body leaves the request's async context, so this hook enters it again.
  app.addHook('preValidation', (request, _reply, done) => runMetered(request.audit.meter, done));
}

/** Logs one request like {@link logRequests}. For requests that are rejected before any hook runs. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, recorder: RequestRecorder): void {
  const { socket } = request.raw;
  request.audit = createEmptyAudit();
  request.arrivedAtMs = performance.now();
  request.socketBytes = isNumber(socket.bytesRead) ? { read: socket.bytesRead, written: socket.bytesWritten } : null;
  // The server's own log lines may already use an ID for this request.
  request.requestId = /^[0-9a-f]{16}$/.test(request.id) ? request.id : newRequestId();
  reply.header('x-request-id', request.requestId);
  if (isLogged(request)) recordWhenOver(request, reply, recorder);
}

export interface WebSocketOperation {
  readonly path: string;
  readonly audit: RequestAudit;
  /** 200, or the status of the operation's error. */
  readonly statusCode: number;
  readonly latencyMs: number;
  readonly startedAt: Date;
  readonly requestId: string;
  /** Headers of the upgrade request, overridden by `connection_init`, because browsers cannot set headers. */
  readonly headers: Headers;
  readonly address: string | null;
  /** Size of the operation and of its first result. */
  readonly bytesIn: number | null;
  readonly bytesOut: number | null;
}

/** Writes a WebSocket operation to the request log with the method `WS`. */
export function recordOperation(recorder: RequestRecorder, operation: WebSocketOperation): void {
  const { path, statusCode, latencyMs, requestId, headers, bytesIn, bytesOut } = operation;
  measureOperation(operation.audit, { statusCode, latencyMs });
  record(
    recorder,
    operation.audit,
    toLogEntry(operation.audit, {
      method: 'WS',
      path,
      statusCode,
      latencyMs,
      requestId,
      traceId: traceId(headers),
      client: operation.audit.client ?? clientName(headers),
      clientVersion: operation.audit.clientVersion ?? clientVersion(headers),
      clientAddress: clientAddress(operation.address, recorder.addresses),
      bytesIn,
      bytesOut,
      createdAt: operation.startedAt,
    }),
  );
}

function record({ requestLogs, fieldUsage }: RequestRecorder, audit: RequestAudit, entry: RequestLogEntry): void {
  requestLogs.record(entry);
  fieldUsage?.record(audit.usedFields, { client: entry.client, at: entry.createdAt });
}

/** Publishes a GraphQL operation for `/metrics`. SSE subscriptions last as long as their stream: no duration. */
function measureOperation(audit: RequestAudit, { statusCode, latencyMs }: { statusCode: number; latencyMs: number }) {
  if (audit.operationType === null) return;
  const outcome = (audit.outcome ?? toOutcomeOfStatus(statusCode)).toLowerCase();
  const durationMs = audit.operationType === 'SUBSCRIPTION' ? 0 : latencyMs;
  publishMeasurement({ kind: 'graphql', name: audit.rootField ?? '', outcome, durationMs });
}

const unlogged = new WeakSet<FastifyRequest>();

/** Leaves the request out of the request log. For pages that share their route with requests of the API. */
export function skipRequestLog(request: FastifyRequest): void {
  unlogged.add(request);
}

function recordWhenOver(request: FastifyRequest, reply: FastifyReply, recorder: RequestRecorder): void {
  const { raw } = reply;
  let isOver = false;
  const over = (statusCode: number) => {
    if (isOver || unlogged.has(request)) return;
    isOver = true;
    measureOperation(request.audit, { statusCode, latencyMs: performance.now() - request.arrivedAtMs });
    const entry = toHttpEntry(request, reply, { statusCode, addresses: recorder.addresses });
    record(recorder, request.audit, entry);
    recordBodies(recorder.requestBodies, entry, { request, reply });
  };
  // Every response ends with `finish` after the last byte, or only with `close` if the connection is lost.
  raw.on('finish', () => over(raw.statusCode));
  // SSE clients end by disconnecting; that is not a 499.
  raw.on('close', () => over(isEventStream(reply) ? raw.statusCode : clientClosedRequest));
}

const isNumber = (value: unknown) => typeof value === 'number';

function isEventStream(reply: FastifyReply): boolean {
  return reply.raw.headersSent && String(reply.getHeader('content-type')).startsWith('text/event-stream');
}

const unloggedPath = /^\/((api\/)?health|ready|metrics|openapi\.json|docs(\/.*)?)\/?$/;

function isLogged(request: FastifyRequest): boolean {
  if (request.method === 'OPTIONS' || request.routeOptions.config?.requestLog === false) return false;
  return !unloggedPath.test(pathOf(request));
}
