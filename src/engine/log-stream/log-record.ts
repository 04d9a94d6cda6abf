export interface LogRecord {
  /** Grows with the order of the rows of one stream; receivers drop repeats by it. */
  readonly id: string;
  readonly log: 'request' | 'audit';
  readonly time: Date;
  readonly severity: LogSeverity;
  /** One line for people. */
  readonly message: string;
  /** W3C trace ID, 32 hexadecimal digits; null without one. */
  readonly traceId: string | null;
  /** All fields of the row, as the GraphQL API names them. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Severity of a record: WARN for refused requests, ERROR for failed ones. */
export type LogSeverity = 'INFO' | 'WARN' | 'ERROR';

/** Formats of a batch, by the receiver that reads them. */
export const logStreamFormats = ['NDJSON', 'JSON_ARRAY', 'SPLUNK_HEC', 'DATADOG', 'ELASTIC_BULK', 'OTLP_HTTP'] as const;

/** Format of the batches of a log stream. */
export type LogStreamFormat = (typeof logStreamFormats)[number];
