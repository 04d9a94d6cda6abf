import type { LogRecord, LogSeverity, LogStreamFormat } from './log-record.js';

export interface FormattedBatch {
  readonly contentType: string;
  readonly body: string;
}

const ndjson = 'application/x-ndjson';
const json = 'application/json';
const service = 'memory-gateway';

/** Serializes records in the format of the receiver, in order. */
export function formatBatch(format: LogStreamFormat, records: readonly LogRecord[]): FormattedBatch {
  switch (format) {
    case 'NDJSON':
      return { contentType: ndjson, body: toLines(records.map(toPlain)) };
    case 'JSON_ARRAY':
      return { contentType: json, body: JSON.stringify(records.map(toPlain)) };
    case 'SPLUNK_HEC':
      return { contentType: json, body: toLines(records.map(toSplunk)) };
    case 'DATADOG':
      return { contentType: json, body: JSON.stringify(records.map(toDatadog)) };
    case 'ELASTIC_BULK':
      return { contentType: ndjson, body: toLines(records.flatMap(toElastic)) };
    case 'OTLP_HTTP':
      return { contentType: json, body: JSON.stringify(toOtlp(records)) };
  }
}

/** Returns the header that carries the token of a receiver of this format. */
export function toTokenHeader(format: LogStreamFormat, token: string): Readonly<Record<string, string>> {
  if (format === 'SPLUNK_HEC') return { authorization: `Splunk ${token}` };
  if (format === 'DATADOG') return { 'dd-api-key': token };
  if (format === 'ELASTIC_BULK') return { authorization: `ApiKey ${token}` };
  return { authorization: `Bearer ${token}` };
}

const toLines = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

function toPlain({ id, log, time, severity, message, fields }: LogRecord): object {
  return { id, log, time: time.toISOString(), severity, message, ...fields };
}

/** An event of the HTTP Event Collector, with the time in seconds. */
function toSplunk(record: LogRecord): object {
  const source = { source: service, sourcetype: `memory_gateway:${record.log}` };
  return { time: record.time.getTime() / 1_000, ...source, event: toPlain(record) };
}

/** A log of the Datadog API, which reads the attributes `date` and `status`. */
function toDatadog(record: LogRecord): object {
  const status = record.severity === 'WARN' ? 'warning' : record.severity.toLowerCase();
  const origin = { ddsource: service, service, ddtags: `log:${record.log}` };
  return { ...origin, status, date: record.time.getTime(), ...toPlain(record) };
}

/** Action and document of the bulk API. Elastic rejects a repeat as a conflict, because it has the same id. */
function toElastic(record: LogRecord): [object, object] {
  const document = { '@timestamp': record.time.toISOString(), ...toPlain(record) };
  return [{ create: { _id: `${record.log}-${record.id}` } }, document];
}

const severityNumbers: Readonly<Record<LogSeverity, number>> = { INFO: 9, WARN: 13, ERROR: 17 };

function toOtlp(records: readonly LogRecord[]): object {
  const logs = [...new Set(records.map(({ log }) => log))];
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] };
  const scopeLogs = logs.map((log) => ({
    scope: { name: `${service}.${log}_log` },
    logRecords: records.filter((record) => record.log === log).map(toOtlpRecord),
  }));
  return { resourceLogs: [{ resource, scopeLogs }] };
}

function toOtlpRecord(record: LogRecord): object {
  return {
    timeUnixNano: `${record.time.getTime()}000000`,
    severityNumber: severityNumbers[record.severity],
    severityText: record.severity,
    body: { stringValue: record.message },
    attributes: Object.entries({ id: record.id, ...record.fields }).flatMap(([key, value]) => {
      const attribute = toOtlpValue(value);
      return attribute === null ? [] : [{ key, value: attribute }];
    }),
    ...(record.traceId !== null && { traceId: record.traceId }),
  };
}

/** Returns a value of the OTLP data model, or null for an absent value. Objects and lists become JSON text. */
function toOtlpValue(value: unknown): object | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { stringValue: typeof value === 'string' ? value : JSON.stringify(value) };
}
