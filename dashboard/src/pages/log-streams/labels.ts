import type { LogStreamFormat, LogStreamSource } from '../../../../client/generated/graphql';
import { logStreamsTexts as words } from '../../texts/log-streams';

/** Logs that a stream can send. */
export const sources: readonly { readonly value: LogStreamSource; readonly label: string }[] = [
  { value: 'AUDIT_LOG', label: words.auditLog },
  { value: 'REQUEST_LOG', label: words.requestLog },
];

export const formats: readonly { readonly value: LogStreamFormat; readonly label: string }[] = [
  { value: 'NDJSON', label: words.ndjson },
  { value: 'JSON_ARRAY', label: words.jsonArray },
  { value: 'SPLUNK_HEC', label: words.splunkHec },
  { value: 'DATADOG', label: words.datadog },
  { value: 'ELASTIC_BULK', label: words.elasticBulk },
  { value: 'OTLP_HTTP', label: words.opentelemetryOtlpHttp },
];

export function getLabel<Value extends string>(
  options: readonly { readonly value: Value; readonly label: string }[],
  value: Value,
): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
