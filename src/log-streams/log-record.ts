export interface LogRecord {
  /** Unique in its log over all organizations. Receivers use it to drop repeats. */
  readonly id: string;
  /** A log, or the signed heads of the audit log, which every stream carries. */
  readonly log: 'request' | 'audit' | 'audit_head';
  readonly time: Date;
  readonly severity: LogSeverity;
  /** One line for people. */
  readonly message: string;
  /** W3C trace id of 32 hex digits. Null without one. */
  readonly traceId: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** WARN for refused requests, ERROR for failed ones. */
export type LogSeverity = 'INFO' | 'WARN' | 'ERROR';

export const logStreamFormats = ['NDJSON', 'JSON_ARRAY', 'SPLUNK_HEC', 'DATADOG', 'ELASTIC_BULK', 'OTLP_HTTP'] as const;

export type LogStreamFormat = (typeof logStreamFormats)[number];
