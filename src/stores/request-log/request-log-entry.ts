import type { AuthMode } from '../../auth/caller.js';
import { isUuid } from '../../ids.js';

/** One call, as the request log keeps it. */
export interface RequestLogEntry {
  /** HTTP method, or `WS` for an operation over a WebSocket. */
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  /** GraphQL operation name or REST operation id. */
  readonly operation: string | null;
  /** What the client was told; 499 when it left before. */
  readonly statusCode: number;
  readonly latencyMs: number;
  readonly authType: AuthMode;
  readonly userId: string | null;
  readonly keyPrefix: string | null;
  readonly projectId: string | null;
  readonly requestId: string;
  /** What the client calls itself. */
  readonly client: string | null;
  /** When the call arrived. */
  readonly createdAt: Date;
}

/** One stored call. Ids grow in the order in which rows become visible, so an id is a position to resume from. */
export interface RequestLogRow extends RequestLogEntry {
  readonly id: number;
}

/** The entry as the database takes and gives it back: texts cut and cleaned, numbers in range. Accepts whatever a client sent. */
export function toStorable(entry: RequestLogEntry): RequestLogEntry {
  return {
    method: clean(entry.method, 16),
    path: clean(entry.path, 512),
    operation: cleanOrNull(entry.operation, 128),
    statusCode:
      Number.isInteger(entry.statusCode) && entry.statusCode >= 0 && entry.statusCode < 1_000 ? entry.statusCode : 0,
    latencyMs: Number.isFinite(entry.latencyMs) ? Math.max(0, Math.round(entry.latencyMs * 100) / 100) : 0,
    authType: entry.authType,
    userId: entry.userId !== null && isUuid(entry.userId) ? entry.userId.toLowerCase() : null,
    keyPrefix: cleanOrNull(entry.keyPrefix, 12),
    projectId: cleanOrNull(entry.projectId, 64),
    requestId: clean(entry.requestId, 64),
    client: cleanOrNull(entry.client, 200),
    createdAt: Number.isNaN(entry.createdAt.getTime()) ? new Date() : entry.createdAt,
  };
}

// NUL and halves of surrogate pairs are refused by Postgres; line breaks, escapes and direction marks deceive who reads the log.
const deceptive = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** @param limit in characters as Postgres counts them: code points */
function clean(text: string, limit: number): string {
  // A character takes at most two units; cutting first keeps an enormous text cheap.
  const cleaned = text.slice(0, 2 * limit).replace(deceptive, '\ufffd');
  return cleaned.length <= limit ? cleaned : [...cleaned].slice(0, limit).join('');
}

function cleanOrNull(text: string | null, limit: number): string | null {
  return text === null || text === '' ? null : clean(text, limit);
}
