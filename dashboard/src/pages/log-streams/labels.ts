import type { LogStreamFormat, LogStreamSource } from '../../../../client/generated/graphql';

/** Logs that a stream can send. */
export const sources: readonly { readonly value: LogStreamSource; readonly label: string }[] = [
  { value: 'AUDIT_LOG', label: 'Audit log' },
  { value: 'REQUEST_LOG', label: 'Request log' },
];

/** Formats of batches. */
export const formats: readonly { readonly value: LogStreamFormat; readonly label: string }[] = [
  { value: 'NDJSON', label: 'NDJSON' },
  { value: 'JSON_ARRAY', label: 'JSON array' },
  { value: 'SPLUNK_HEC', label: 'Splunk HEC' },
  { value: 'DATADOG', label: 'Datadog' },
  { value: 'ELASTIC_BULK', label: 'Elastic bulk' },
  { value: 'OTLP_HTTP', label: 'OpenTelemetry (OTLP/HTTP)' },
];

/** Returns the label of a value. */
export function getLabel<Value extends string>(
  options: readonly { readonly value: Value; readonly label: string }[],
  value: Value,
): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
