import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthMode } from '../auth/caller.js';
import type { RequestLogEntry, RequestLogStream } from '../events/request-log-stream.js';

/** What handlers learn about a call while they work on it; written to the request log when it is over. */
export interface RequestAudit {
  authType: AuthMode;
  userId: string | null;
  keyPrefix: string | null;
  projectId: string | null;
  /** GraphQL operation name or REST operation id. */
  operation: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For the request log: filled in by whoever authenticates, authorizes and executes. */
    audit: RequestAudit;
    /** Id of this request, as answered in `x-request-id`. */
    requestId: string;
    /** Milliseconds on the monotonic clock when the request arrived. */
    arrivedAtMs: number;
  }
  interface FastifyContextConfig {
    /** False keeps a route out of the request log. */
    requestLog?: boolean;
  }
}

/** An audit of nobody about nothing, to be filled in. */
export function emptyAudit(): RequestAudit {
  return { authType: 'none', userId: null, keyPrefix: null, projectId: null, operation: null };
}

/** 16 hexadecimal characters. Ours alone: what a client sends as an id could collide, or deceive who reads the log. */
export function newRequestId(): string {
  // Node keeps a store of random bytes for UUIDs; asking for eight at a time costs a system call each.
  return randomUUID().replaceAll('-', '').slice(0, 16);
}

/**
 * Gives each request an id, answered as `x-request-id`, and writes one entry to the request log when it is over: answered, or
 * left by its client (499). Call it on the outermost instance, so that it covers every route.
 */
export function logRequests(app: FastifyInstance, requestLogs: Pick<RequestLogStream, 'record'>): void {
  app.decorateRequest('audit', null as unknown as RequestAudit);
  app.decorateRequest('requestId', '');
  app.decorateRequest('arrivedAtMs', 0);
  app.addHook('onRequest', (request, reply, done) => {
    logRequest(request, reply, requestLogs);
    done();
  });
}

/** As {@link logRequests} does for each, for a request that is answered before there is a hook. */
export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  requestLogs: Pick<RequestLogStream, 'record'>,
): void {
  request.audit = emptyAudit();
  request.arrivedAtMs = performance.now();
  // The server may have named it already, for its own log lines.
  request.requestId = /^[0-9a-f]{16}$/.test(request.id) ? request.id : newRequestId();
  reply.header('x-request-id', request.requestId);
  // Answers that are written past Fastify, such as event streams, carry it too.
  reply.raw.setHeader('x-request-id', request.requestId);
  if (isLogged(request)) recordWhenOver(request, reply, requestLogs);
}

/** One operation over a WebSocket, when it has ended. */
export interface WebSocketOperation {
  readonly path: string;
  readonly audit: RequestAudit;
  /** 200, or the status that belongs to its error. */
  readonly statusCode: number;
  readonly latencyMs: number;
  readonly startedAt: Date;
  readonly requestId: string;
  /** Headers of the upgrade request, and what the opening message says in their place: browsers can set none. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Writes an operation over a WebSocket to the request log, under the method `WS`. */
export function recordOperation(requestLogs: Pick<RequestLogStream, 'record'>, operation: WebSocketOperation): void {
  const { path, audit, statusCode, latencyMs, requestId } = operation;
  requestLogs.record({
    ...audit,
    method: 'WS',
    path,
    statusCode,
    latencyMs,
    requestId,
    client: clientLabel(operation.headers),
    createdAt: operation.startedAt,
  });
}

/** One of the two comes after every answer, however it was written: the last byte is out, or the connection is gone. */
function recordWhenOver(
  request: FastifyRequest,
  reply: FastifyReply,
  requestLogs: Pick<RequestLogStream, 'record'>,
): void {
  const { raw } = reply;
  const finish = () => over(raw.statusCode);
  // An event stream has no end of its own: leaving it is how it is used.
  const close = () => over(isEventStream(reply) ? raw.statusCode : clientClosedRequest);
  const over = (statusCode: number) => {
    raw.off('finish', finish).off('close', close);
    requestLogs.record(toEntry(request, statusCode));
  };
  raw.once('finish', finish).once('close', close);
}

function toEntry(request: FastifyRequest, statusCode: number): RequestLogEntry {
  const latencyMs = performance.now() - request.arrivedAtMs;
  return {
    ...request.audit,
    method: request.method,
    path: pathOf(request),
    statusCode,
    latencyMs,
    requestId: request.requestId,
    client: clientLabel(request.headers),
    createdAt: new Date(Date.now() - latencyMs),
  };
}

const clientClosedRequest = 499;

function isEventStream({ raw }: FastifyReply): boolean {
  return raw.headersSent && String(raw.getHeader('content-type')).startsWith('text/event-stream');
}

const unloggedPath = /^\/((api\/)?health|ready|metrics|openapi\.json|docs(\/.*)?)\/?$/;

function isLogged(request: FastifyRequest): boolean {
  if (request.method === 'OPTIONS' || request.routeOptions.config?.requestLog === false) return false;
  return !unloggedPath.test(pathOf(request));
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

const clientHeaders = ['x-mem0-client', 'x-mem0-source', 'x-graphql-client-name', 'user-agent'];

function clientLabel(headers: WebSocketOperation['headers']): string | null {
  for (const name of clientHeaders) {
    const value = headers[name];
    const text = Array.isArray(value) ? value[0] : value;
    if (text) return text;
  }
  return null;
}
