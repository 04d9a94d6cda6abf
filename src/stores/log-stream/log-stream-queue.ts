import type { LogStreamFormat } from '../../log-streams/log-record.js';
import type { Queryable } from '@memory-gateway/database';
import type { LogStreamSource } from './log-stream-store.js';

export interface ClaimedStream {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly source: LogStreamSource;
  readonly format: LogStreamFormat;
  readonly url: string;
  /** Encrypted. */
  readonly credential: Uint8Array;
  readonly isSigned: boolean;
  readonly isCompressed: boolean;
  readonly batchSize: number;
  readonly cursor: number;
  readonly headCursor: number;
  readonly failures: number;
  readonly leaseId: string;
}

export interface SettledBatch {
  readonly cursor: number;
  readonly headCursor: number;
  readonly wasSent: boolean;
  readonly now: Date;
  readonly nextAttemptAt: Date;
}

export type LogStreamQueue = ReturnType<typeof logStreamQueue>;

/** Creates the queue of log streams. Writes name the lease, which may be over. SQL, because it skips locked rows. */
export function logStreamQueue(db: Queryable) {
  const change = async (sql: string, values: readonly unknown[]): Promise<void> => {
    await db.execute(sql, values);
  };
  return {
    hasStreams: async () => (await db.query<{ found: boolean }>(HAS_STREAMS))[0]?.found === true,

    /** Leases up to `limit` due streams to this process for `leaseMs`. */
    claim: (limit: number, { now, leaseMs }: { now: Date; leaseMs: number }): Promise<ClaimedStream[]> =>
      db.execute(CLAIM, [limit, now, leaseMs / 1_000]),

    /** Moves the cursor after a batch and releases the stream. A stream replayed meanwhile keeps its new cursor. */
    settle: ({ id, leaseId, cursor: before, headCursor: headBefore }: ClaimedStream, batch: SettledBatch) => {
      const moved = [before, batch.cursor, batch.wasSent, batch.now, batch.nextAttemptAt, headBefore, batch.headCursor];
      return change(SETTLE, [id, leaseId, ...moved]);
    },

    fail: ({ id, leaseId }: ClaimedStream, failure: { error: string; now: Date; nextAttemptAt: Date }) =>
      change(FAIL, [id, leaseId, failure.error, failure.now, failure.nextAttemptAt]),

    /** Releases a stream whose batch may or may not have been sent. The batch is sent again. */
    release: ({ id, leaseId }: ClaimedStream) =>
      change('UPDATE log_streams SET lease_id = NULL, leased_until = NULL WHERE id = $1 AND lease_id = $2::uuid', [
        id,
        leaseId,
      ]),
  };
}

// Scans the table, which is small.
const HAS_STREAMS = 'SELECT EXISTS (SELECT FROM log_streams WHERE is_active) AS found';

// Leases are measured by the clock of the database: those of servers differ.
const CLAIM = `
  UPDATE log_streams s SET lease_id = gen_random_uuid(), leased_until = clock_timestamp() + make_interval(secs => $3::float8)
  WHERE s.id = ANY (ARRAY(
    SELECT d.id FROM log_streams d JOIN organizations o ON o.id = d.organization_id LEFT JOIN projects p ON p.id = d.project_id
    WHERE d.is_active AND d.next_attempt_at <= $2 AND (d.leased_until IS NULL OR d.leased_until <= now())
      AND o.deleted_at IS NULL AND p.deleted_at IS NULL
    ORDER BY d.next_attempt_at LIMIT $1 FOR UPDATE OF d SKIP LOCKED))
  RETURNING s.id, s.organization_id, s.project_id, s.source, s.format, s.url, s.credential, s.is_signed, s.is_compressed, s.batch_size,
    s.cursor, s.head_cursor, s.failures, s.lease_id`;

const SETTLE = `
  UPDATE log_streams SET
    cursor = CASE WHEN cursor = $3 THEN $4 ELSE cursor END,
    head_cursor = CASE WHEN head_cursor = $8 THEN $9 ELSE head_cursor END,
    next_attempt_at = CASE WHEN cursor = $3 THEN $7::timestamptz ELSE next_attempt_at END,
    last_sent_at = CASE WHEN $5 THEN $6::timestamptz ELSE last_sent_at END,
    failures = CASE WHEN $5 THEN 0 ELSE failures END,
    failing_since = CASE WHEN $5 THEN NULL ELSE failing_since END,
    last_error = CASE WHEN $5 THEN NULL ELSE last_error END,
    lease_id = NULL, leased_until = NULL
  WHERE id = $1 AND lease_id = $2::uuid`;

const FAIL = `
  UPDATE log_streams SET
    failures = failures + 1, failing_since = coalesce(failing_since, $4), last_error = left($3, 500), next_attempt_at = $5,
    lease_id = NULL, leased_until = NULL
  WHERE id = $1 AND lease_id = $2::uuid`;
