import type { LogRecord, LogSeverity } from '../../log-streams/log-record.js';
import type { AuditLogRow, StoredHead } from '../../stores/audit-log-store.js';
import type { RequestLogRow, RequestOutcome } from '../../stores/request-log/request-log-entry.js';

const severities: Readonly<Record<RequestOutcome, LogSeverity>> = {
  OK: 'INFO',
  PARTIAL: 'WARN',
  REFUSED: 'WARN',
  FAILED: 'ERROR',
};

export function toRequestRecord({ id, createdAt, ...fields }: RequestLogRow): LogRecord {
  const { method, path, operation, statusCode, outcome, traceId } = fields;
  const message = [method, path, operation, statusCode].filter((part) => part !== null).join(' ');
  return { id: String(id), log: 'request', time: createdAt, severity: severities[outcome], message, traceId, fields };
}

/** Converts a signed head of the audit log to a log record, so that the proof leaves the database with every stream. */
export function toHeadRecord({ chain, sequence, hash, signature, signedAt }: StoredHead): LogRecord {
  const about = { log: 'audit_head', time: signedAt, severity: 'INFO', traceId: null } as const;
  const fields = { type: 'head', chain, sequence, hash, signature, signedAt: signedAt.toISOString() };
  return { id: `${chain}:${sequence}`, ...about, message: `Audit log sealed up to ${sequence}.`, fields };
}

/** Converts an audit log row to a log record, with `changes` parsed to an object. */
export function toAuditRecord({ createdAt, id: auditLogId, changes, ...rest }: AuditLogRow): LogRecord {
  const { chain, sequence, action, targetId } = rest;
  const fields = { auditLogId, ...rest, changes: JSON.parse(changes) as unknown };
  const time = { time: createdAt, severity: 'INFO', traceId: null } as const;
  // Organizations can share a receiver, and each counts its own rows.
  return { id: `${chain}:${sequence}`, log: 'audit', ...time, message: `${action} ${targetId}`, fields };
}
