import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestLogEntry } from '../../events/request-log-stream.js';
import { clientAddress, clientName, clientVersion, traceId, type AddressPolicy } from './client-facts.js';
import { toErrorCode, toOutcomeOfStatus, type RequestAudit } from './request-audit.js';

/** Status of requests whose client disconnected before the response. */
export const clientClosedRequest = 499;

/** Returns the log entry of an HTTP request that is over. */
export function toHttpEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  { statusCode, addresses }: { statusCode: number; addresses: AddressPolicy },
): RequestLogEntry {
  const latencyMs = performance.now() - request.arrivedAtMs;
  const { audit, headers } = request;
  const { bytesIn, bytesOut } = countBytes(request, reply);
  return toLogEntry(audit, {
    method: request.method,
    path: pathOf(request),
    statusCode,
    latencyMs,
    requestId: request.requestId,
    traceId: traceId(headers),
    client: audit.client ?? clientName(headers),
    clientVersion: audit.client === null ? clientVersion(headers) : audit.clientVersion,
    clientAddress: clientAddress(request.ip, addresses),
    bytesIn,
    bytesOut,
    createdAt: new Date(Date.now() - latencyMs),
  });
}

/** What the transport knows of a request. */
export type TransportFacts = Pick<
  RequestLogEntry,
  'method' | 'path' | 'statusCode' | 'latencyMs' | 'requestId' | 'traceId' | 'client' | 'clientVersion'
> &
  Pick<RequestLogEntry, 'clientAddress' | 'bytesIn' | 'bytesOut' | 'createdAt'>;

/** Joins what the request's audit and its transport know. */
// Written out: copies with spread take ten times as long, and this runs for every request.
export function toLogEntry(audit: RequestAudit, facts: TransportFacts): RequestLogEntry {
  const { statusCode } = facts;
  // A client that disconnected did not receive the result.
  const isLost = statusCode === clientClosedRequest;
  const isExplained = audit.errors.length > 0 || statusCode < 400 || isLost;
  // The owners of each of several projects see the row, and may not know the others' memories.
  const hidesObjects = audit.otherProjectIds.length > 0;
  return {
    method: facts.method,
    path: facts.path,
    operation: audit.operation,
    operationType: audit.operationType,
    statusCode,
    outcome: isLost ? 'FAILED' : (audit.outcome ?? toOutcomeOfStatus(statusCode)),
    errors: isExplained ? audit.errors : [{ code: toErrorCode(statusCode), path: null, message: null }],
    latencyMs: facts.latencyMs,
    authType: audit.authType,
    userId: audit.userId,
    keyPrefix: audit.keyPrefix,
    projectId: audit.projectId,
    otherProjectIds: audit.otherProjectIds,
    memoryIds: hidesObjects ? [] : audit.memoryIds,
    eventIds: hidesObjects ? [] : audit.eventIds,
    requestId: facts.requestId,
    traceId: facts.traceId,
    client: facts.client,
    clientVersion: facts.clientVersion,
    clientAddress: facts.clientAddress,
    bytesIn: facts.bytesIn,
    bytesOut: facts.bytesOut,
    databaseMs: audit.meter.databaseMs,
    modelMs: audit.meter.modelMs,
    modelTokens: audit.meter.modelTokens,
    cost: audit.cost,
    createdAt: facts.createdAt,
  };
}

function countBytes(request: FastifyRequest, reply: FastifyReply): { bytesIn: number | null; bytesOut: number | null } {
  const { socket } = request.raw;
  const before = request.socketBytes;
  const sent = toLength(reply.getHeader('content-length'));
  const received = toLength(request.headers['content-length']) ?? (request.headers['transfer-encoding'] ? null : 0);
  // Without a Content-Length, the connection's byte counts are used, which include headers and chunk sizes.
  return {
    bytesIn: received ?? (before && Math.max(0, socket.bytesRead - before.read)),
    bytesOut: sent ?? (before && Math.max(0, socket.bytesWritten - before.written)),
  };
}

function toLength(header: unknown): number | null {
  const length = Number(header ?? Number.NaN);
  return Number.isSafeInteger(length) && length >= 0 ? length : null;
}

/** Returns the path of the URL, without its query string. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
