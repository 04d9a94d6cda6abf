import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { findBatchError } from '../read-response.js';
import { formatBatch, toTokenHeader, type FormattedBatch } from '../format-batch.js';
import type { LogRecord } from '../log-record.js';
import { signatureHeader } from '../../webhooks/signature.js';
import type { Services } from '../../context.js';
import { OutboundError, readRetryAfter } from '@memory-gateway/outbound';
import { toAuditRecord, toHeadRecord, toRequestRecord } from '../../resolvers/log-stream/to-log-record.js';
import type { ClaimedStream } from '../../stores/log-stream/log-stream-queue.js';

const compress = promisify(gzip);
/** A response of the bulk API lists every document. */
const responseBytesMax = 4 * 1024 * 1024;

/** Result of a batch: accepted (possibly without rows), or refused. */
export type BatchResult =
  | {
      readonly cursor: number;
      readonly headCursor: number;
      readonly rows: number;
      readonly heads: number;
      readonly error: null;
    }
  | { readonly error: string; readonly retryAfterMs: number | null };

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * Sends the next batch of a stream without moving its cursor, so a process that dies after sending repeats it. The batch ends with the
 * signed heads of the audit log that the stream has not sent yet, whatever its source.
 */
export async function sendLogBatch(
  services: Services,
  stream: ClaimedStream,
  options: SendOptions,
): Promise<BatchResult> {
  const { records, upTo } = await readBatch(services, stream);
  const heads = await services.stores.auditLogs.listHeads(stream.organizationId, stream.headCursor, stream.batchSize);
  const headCursor = heads.at(-1)?.sequence ?? stream.headCursor;
  const accepted = { cursor: upTo, headCursor, rows: records.length, heads: heads.length, error: null };
  if (records.length + heads.length === 0) return accepted;
  const batch = formatBatch(stream.format, [...records, ...heads.map(toHeadRecord)]);
  // The same batch has the same id, so that receivers can drop a repeat.
  const id = [stream.id, stream.cursor, upTo, ...(heads.length > 0 ? [headCursor] : [])].join('_');
  const headers = await createHeaders(services, stream, { batch, id });
  if (headers === null) return { error: 'The credential cannot be read. Create the stream again.', retryAfterMs: null };
  const body = stream.isCompressed ? await compress(batch.body) : Buffer.from(batch.body);
  const request = { url: stream.url, method: 'POST', headers, body, onTooLarge: 'cut' } as const;
  try {
    const response = await services.outbound.request({ ...request, ...options, maxResponseBytes: responseBytesMax });
    const error = findBatchError(stream.format, response.status, response.body.toString('utf8'));
    if (error === null) return accepted;
    return { error, retryAfterMs: readRetryAfter(response.headers['retry-after'], services.now()) };
  } catch (error) {
    if (!(error instanceof OutboundError) || options.signal.aborted) throw error;
    return { error: error.message, retryAfterMs: null };
  }
}

async function readBatch(
  { stores }: Services,
  stream: ClaimedStream,
): Promise<{ records: readonly LogRecord[]; upTo: number }> {
  const { cursor, batchSize } = stream;
  if (stream.source === 'AUDIT_LOG') {
    const { rows, upTo } = await stores.logStreamRows.listChanges(stream, cursor, batchSize);
    return { records: rows.map(toAuditRecord), upTo };
  }
  const end = await stores.requestLogs.settledEnd();
  const { rows, upTo } = await stores.logStreamRows.listRequests(stream, { after: cursor, limit: batchSize, end });
  return { records: rows.map(toRequestRecord), upTo };
}

/** Builds the headers of a batch. Null if the encrypted credential cannot be read. */
async function createHeaders(
  { sealer, log, now }: Services,
  stream: ClaimedStream,
  { batch, id }: { batch: FormattedBatch; id: string },
): Promise<Record<string, string> | null> {
  const common = {
    'content-type': batch.contentType,
    'user-agent': 'memory-gateway-logs',
    ...(stream.isCompressed && { 'content-encoding': 'gzip' }),
  };
  try {
    const credential = await sealer.open(stream.credential);
    if (!stream.isSigned) return { ...common, ...toTokenHeader(stream.format, credential) };
    const timestamp = Math.floor(now().getTime() / 1_000);
    const signature = signatureHeader([credential], { id, timestamp, body: batch.body });
    const signed = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
    return { ...common, ...signed };
  } catch (error) {
    log.error({ err: error, logStreamId: stream.id }, 'The credential of a log stream cannot be read.');
    return null;
  }
}
