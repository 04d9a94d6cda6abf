import { advisoryLocks, prepared, type Transaction } from '@memory-gateway/database';
import { toStorable, type RequestLogEntry, type RequestLogRow } from './request-log-entry.js';

/**
 * Stores entries. Writers share a lock until they commit, and take ids after it; see {@link numberedLog}. Keep `tx` short: readers
 * wait for its end.
 * @param mayRepeat whether a crash may have happened, so that ids that were lost with their rows are skipped
 * @returns the rows as stored, in the order of their ids
 */
export async function insertRequestLogs(
  tx: Transaction,
  entries: readonly RequestLogEntry[],
  { mayRepeat }: { readonly mayRepeat: boolean } = { mayRepeat: false },
): Promise<RequestLogRow[]> {
  const rows = entries.map(toStorable);
  await tx.query(mayRepeat ? LOCK_ALONE : LOCK, [advisoryLocks.requestLogWriters, mayRepeat ? 'on' : 'off']);
  if (mayRepeat) await tx.query(SKIP_LOST_IDS, [skippedIds]);
  const inserted = await tx.execute<{ id: number }>(INSERT, [JSON.stringify(rows)]);
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b);
  if (!mayRepeat && passesMark(ids)) await tx.query(WAIT_FOR_DISK);
  return rows.map((row, index) => Object.assign(row, { id: ids[index] ?? 0 }));
}

// A crash may lose the latest entries anyway, because they are batched in memory. Waiting for the disk would delay readers.
const LOCK = prepared("SELECT pg_advisory_xact_lock_shared($1), set_config('synchronous_commit', $2, true)");
// Two at a time would set the sequence to the same value.
const LOCK_ALONE = prepared("SELECT pg_advisory_xact_lock($1), set_config('synchronous_commit', $2, true)");
const WAIT_FOR_DISK = prepared("SELECT set_config('synchronous_commit', 'on', true)");
// A subscriber may have seen the lost ids. With the same ids again, it would miss the new rows when it resumes.
const SKIP_LOST_IDS = prepared(
  "SELECT setval('request_logs_id_seq', last_value + $1::bigint) FROM request_logs_id_seq",
);

/** Number of ids after which a batch waits for the disk. A crash loses at most these and the batches of that moment. */
const idsBetweenWaits = 1_000;
const skippedIds = 10 * idsBetweenWaits;

function passesMark(ids: readonly number[]): boolean {
  const [first = 0, last = first] = [ids[0], ids.at(-1)];
  return Math.floor((first - 1) / idsBetweenWaits) !== Math.floor(last / idsBetweenWaits);
}

/** Name and type of each property's column. */
const columns: Readonly<Record<keyof RequestLogEntry, readonly [name: string, type: string]>> = {
  method: ['method', 'text'],
  path: ['path', 'text'],
  operation: ['operation', 'text'],
  operationType: ['operation_type', 'text'],
  statusCode: ['status_code', 'int'],
  outcome: ['outcome', 'text'],
  errors: ['errors', 'jsonb'],
  latencyMs: ['latency_ms', 'float8'],
  authType: ['auth_type', 'text'],
  userId: ['user_id', 'uuid'],
  keyPrefix: ['key_prefix', 'text'],
  projectId: ['project_id', 'text'],
  otherProjectIds: ['other_project_ids', 'text[]'],
  memoryIds: ['memory_ids', 'uuid[]'],
  eventIds: ['event_ids', 'uuid[]'],
  requestId: ['request_id', 'text'],
  traceId: ['trace_id', 'text'],
  client: ['client', 'text'],
  clientVersion: ['client_version', 'text'],
  clientAddress: ['client_address', 'text'],
  bytesIn: ['bytes_in', 'bigint'],
  bytesOut: ['bytes_out', 'bigint'],
  databaseMs: ['database_ms', 'float8'],
  modelMs: ['model_ms', 'float8'],
  modelTokens: ['model_tokens', 'int'],
  cost: ['cost', 'int'],
  createdAt: ['created_at', 'timestamptz'],
};

const names = Object.values(columns)
  .map(([name]) => name)
  .join(', ');
export const requestLogColumns = `id, ${names}`;

const INSERT = prepared(`
  INSERT INTO request_logs (${names})
  SELECT ${names}
  FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (${Object.entries(columns)
    .map(([property, [, type]]) => `"${property}" ${type}`)
    .join(', ')})) WITH ORDINALITY AS entry (${names}, place)
  ORDER BY place
  RETURNING id`);
