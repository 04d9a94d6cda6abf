import { advisoryLocks } from '../database/advisory-locks.js';
import type { Transaction } from '../database/open-database.js';
import { prepared } from '../sql/prepared.js';
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
  const inserted = await tx.execute<{ id: number }>(INSERT, [JSON.stringify(rows.map(toColumns))]);
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

const columnTypes = {
  method: 'text',
  path: 'text',
  operation: 'text',
  operation_type: 'text',
  status_code: 'int',
  outcome: 'text',
  errors: 'jsonb',
  latency_ms: 'float8',
  auth_type: 'text',
  user_id: 'uuid',
  key_prefix: 'text',
  project_id: 'text',
  other_project_ids: 'text[]',
  memory_ids: 'uuid[]',
  event_ids: 'uuid[]',
  request_id: 'text',
  trace_id: 'text',
  client: 'text',
  client_version: 'text',
  client_address: 'text',
  bytes_in: 'bigint',
  bytes_out: 'bigint',
  database_ms: 'float8',
  model_ms: 'float8',
  model_tokens: 'int',
  cost: 'int',
  created_at: 'timestamptz',
};

const names = Object.keys(columnTypes).join(', ');
export const requestLogColumns = `id, ${names}`;

// Written out: a loop over the names takes five times as long, and this runs for every request.
function toColumns(row: RequestLogEntry): Record<keyof typeof columnTypes, unknown> {
  return {
    method: row.method,
    path: row.path,
    operation: row.operation,
    operation_type: row.operationType,
    status_code: row.statusCode,
    outcome: row.outcome,
    errors: row.errors,
    latency_ms: row.latencyMs,
    auth_type: row.authType,
    user_id: row.userId,
    key_prefix: row.keyPrefix,
    project_id: row.projectId,
    other_project_ids: row.otherProjectIds,
    memory_ids: row.memoryIds,
    event_ids: row.eventIds,
    request_id: row.requestId,
    trace_id: row.traceId,
    client: row.client,
    client_version: row.clientVersion,
    client_address: row.clientAddress,
    bytes_in: row.bytesIn,
    bytes_out: row.bytesOut,
    database_ms: row.databaseMs,
    model_ms: row.modelMs,
    model_tokens: row.modelTokens,
    cost: row.cost,
    created_at: row.createdAt,
  };
}

const INSERT = prepared(`
  INSERT INTO request_logs (${names})
  SELECT ${names}
  FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (${Object.entries(columnTypes)
    .map((column) => column.join(' '))
    .join(', ')})) WITH ORDINALITY AS entry (${names}, place)
  ORDER BY place
  RETURNING id`);
