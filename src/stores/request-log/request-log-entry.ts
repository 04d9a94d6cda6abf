import type { AuthMode } from '../../auth/caller.js';
import { isUuid } from '../../ids.js';

// PARTIAL: some root fields failed. REFUSED: because of the request (status 4xx or its error code). FAILED: because of
// the server or a disconnect.
export type RequestOutcome = 'OK' | 'PARTIAL' | 'REFUSED' | 'FAILED';

export type OperationType = 'QUERY' | 'MUTATION' | 'SUBSCRIPTION';

export interface LoggedError {
  readonly code: string;
  /** Path in a GraphQL response, such as `memories.edges.0.node`. Null for errors of the whole request. */
  readonly path: string | null;
  /** Redacted and truncated. Null if the response has no message. */
  readonly message: string | null;
}

export interface RequestLogEntry {
  /** HTTP method, `WS` for an operation on a WebSocket, or `STDIO` for MCP over stdio. */
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  /** GraphQL operation name or REST operation ID. */
  readonly operation: string | null;
  /** Null for REST requests and GraphQL requests that could not be parsed. */
  readonly operationType: OperationType | null;
  /** HTTP status of the response, or 499 if the client disconnected before. */
  readonly statusCode: number;
  readonly outcome: RequestOutcome;
  /** The first errors of the response, at most {@link errorsMax}. */
  readonly errors: readonly LoggedError[];
  readonly latencyMs: number;
  readonly authType: AuthMode;
  readonly userId: string | null;
  readonly keyPrefix: string | null;
  readonly projectId: string | null;
  readonly otherProjectIds: readonly string[];
  /** First memories and events that the request read or changed, at most {@link noted} of each. */
  readonly memoryIds: readonly string[];
  readonly eventIds: readonly string[];
  readonly requestId: string;
  /** Trace id of the `traceparent` header. Null without one. */
  readonly traceId: string | null;
  readonly client: string | null;
  readonly clientVersion: string | null;
  /** Null unless the server is configured to store it. */
  readonly clientAddress: string | null;
  readonly bytesIn: number | null;
  readonly bytesOut: number | null;
  readonly databaseMs: number;
  readonly modelMs: number;
  readonly modelTokens: number;
  /** Cost of a GraphQL operation in points. Null for REST requests. */
  readonly cost: number | null;
  readonly createdAt: Date;
}

/** A stored request. Ids grow in the order in which rows become visible, so streams can resume from an id. */
export interface RequestLogRow extends RequestLogEntry {
  readonly id: number;
}

const errorsMax = 10;
/** Number of memory ids and event ids that a row of the log has. */
export const noted = { memories: 10, events: 5 } as const;
const otherProjectsMax = 20;

/**
 * Returns the entry as the database stores it: texts truncated and cleaned, numbers in range. Accepts any client input.
 */
export function toStorable(entry: RequestLogEntry): RequestLogEntry {
  return {
    method: clean(entry.method, 16),
    path: clean(entry.path, 512),
    operation: cleanOrNull(entry.operation, 128),
    operationType: entry.operationType,
    statusCode: toInteger(entry.statusCode, 999) ?? 0,
    outcome: entry.outcome,
    errors: entry.errors.slice(0, errorsMax).map(cleanError),
    latencyMs: toMilliseconds(entry.latencyMs),
    authType: entry.authType,
    userId: entry.userId !== null && isUuid(entry.userId) ? entry.userId.toLowerCase() : null,
    keyPrefix: cleanOrNull(entry.keyPrefix, 12),
    projectId: cleanOrNull(entry.projectId, 64),
    otherProjectIds: entry.otherProjectIds.slice(0, otherProjectsMax).map((id) => clean(id, 64)),
    memoryIds: entry.memoryIds.filter(isUuid).slice(0, noted.memories),
    eventIds: entry.eventIds.filter(isUuid).slice(0, noted.events),
    requestId: clean(entry.requestId, 64),
    traceId: cleanOrNull(entry.traceId, 32),
    client: cleanOrNull(entry.client, 200),
    clientVersion: cleanOrNull(entry.clientVersion, 64),
    clientAddress: cleanOrNull(entry.clientAddress, 64),
    bytesIn: toInteger(entry.bytesIn, Number.MAX_SAFE_INTEGER),
    bytesOut: toInteger(entry.bytesOut, Number.MAX_SAFE_INTEGER),
    databaseMs: toMilliseconds(entry.databaseMs),
    modelMs: toMilliseconds(entry.modelMs),
    modelTokens: toInteger(entry.modelTokens, 2_000_000_000) ?? 0,
    cost: toInteger(entry.cost, 2_000_000_000),
    createdAt: Number.isNaN(entry.createdAt.getTime()) ? new Date() : entry.createdAt,
  };
}

function cleanError({ code, path, message }: LoggedError): LoggedError {
  return { code: clean(code, 64), path: cleanOrNull(path, 200), message: cleanOrNull(message, 300) };
}

function toInteger(value: number | null, max: number): number | null {
  return value !== null && Number.isInteger(value) && value >= 0 && value <= max ? value : null;
}

function toMilliseconds(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.round(value * 100) / 100) : 0;
}

// Postgres rejects NUL and unpaired surrogates. Line breaks, escapes and bidirectional marks can mislead readers.
const deceptive = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

// Nearly all values. The test is cheaper than the replacement.
const plain = /^[\x20-\x7e]*$/;

/** Truncates and cleans a text. @param limit in code points, as Postgres counts characters */
function clean(text: string, limit: number): string {
  if (text.length <= limit && plain.test(text)) return text;
  // A code point takes at most two units. Truncating first keeps huge texts cheap.
  const cleaned = text.slice(0, 2 * limit).replace(deceptive, '\ufffd');
  return cleaned.length <= limit ? cleaned : [...cleaned].slice(0, limit).join('');
}

function cleanOrNull(text: string | null, limit: number): string | null {
  return text === null || text === '' ? null : clean(text, limit);
}
