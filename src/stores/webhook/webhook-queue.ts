import {
  advisoryLocks,
  deleteAndCount,
  firstNumber,
  firstRow,
  prepared,
  type Queryable,
} from '@memory-gateway/database';
import type { WebhookAttemptRow, WebhookDeliveryRow } from './webhook-delivery-store.js';

export interface ClaimedDelivery extends Pick<
  WebhookDeliveryRow,
  'id' | 'webhookId' | 'projectId' | 'messageId' | 'payload' | 'attempts' | 'replays'
> {
  readonly url: string;
  /** Encrypted. */
  readonly secret: Uint8Array;
  /** Encrypted. Null without one, or if it has expired. */
  readonly previousSecret: Uint8Array | null;
  /** Custom headers, encrypted. Null without any. */
  readonly headers: Uint8Array | null;
  /** With a rate limit: earliest time of the next claim. Null: now. */
  readonly nextClaimAt: Date | null;
  /** Whether the latest attempt for this webhook failed. */
  readonly isFailing: boolean;
}

/** Maximum number of deliveries to claim, for a healthy and a failing webhook. */
export interface ClaimLimits {
  readonly healthy: number;
  readonly failing: number;
}

export interface AttemptOutcome extends Omit<WebhookAttemptRow, 'id' | 'number' | 'isReplay' | 'createdAt'> {
  readonly attemptId: string;
  /** URL of the attempt. */
  readonly url: string;
  /** Time of the retry after a failure. Null: no retry. */
  readonly nextAttemptAt: Date | null;
  /** Time until which the receiver asked for no requests. */
  readonly pausedUntil: Date | null;
  readonly disable: string | null;
  readonly now: Date;
}

export interface SettledAttempt {
  readonly disabledReason: string | null;
}

export type WebhookQueueStore = ReturnType<typeof webhookQueueStore>;

/** Creates the queue of deliveries of all projects. For the webhook worker only. SQL, because it skips locked rows. */
export function webhookQueueStore(db: Queryable) {
  return {
    /** Returns whether deliveries are to be made, now or later. */
    hasPending: async () => (await db.query<{ found: boolean }>(HAS_PENDING))[0]?.found === true,

    /** Lists webhooks with due deliveries. Reads one entry of webhook_deliveries_due_idx for each pending webhook. */
    async due(now: Date): Promise<string[]> {
      return (await db.query<{ id: string }>(DUE, [now])).map(({ id }) => id);
    },

    /** Leases the due deliveries of one webhook to this worker for `leaseMs`, oldest first. */
    claim(
      webhookId: string,
      limits: ClaimLimits,
      { now, leaseMs }: { now: Date; leaseMs: number },
    ): Promise<ClaimedDelivery[]> {
      return db.execute(CLAIM, [webhookId, now, leaseMs / 1_000, limits.healthy, limits.failing]);
    },

    /** Records an attempt and its consequences. @returns null if the delivery was deleted */
    settle(outcome: AttemptOutcome): Promise<SettledAttempt | null> {
      const { requestHeaders, responseHeaders, now } = outcome;
      const values = [
        ...[outcome.deliveryId, outcome.attemptId, outcome.responseStatus, outcome.responseBody, outcome.latencyMs],
        ...[outcome.errorClass, outcome.error, outcome.nextAttemptAt, outcome.pausedUntil, outcome.disable, now],
        ...[new Date(now.getTime() - disableAfterMs), JSON.stringify(requestHeaders)],
        ...[responseHeaders && JSON.stringify(responseHeaders), outcome.projectId, outcome.url],
      ];
      return firstRow(db.execute<SettledAttempt>(SETTLE, values));
    },

    async release({ projectId, id }: Pick<ClaimedDelivery, 'projectId' | 'id'>): Promise<void> {
      const sql = 'UPDATE webhook_deliveries SET leased_until = NULL WHERE project_id = $1 AND id = $2::uuid';
      await db.execute(sql, [projectId, id]);
    },

    /** Releases the deliveries of the previous process. Only on the embedded database, before any worker starts. */
    async releaseAbandoned(): Promise<void> {
      await db.execute(
        `UPDATE webhook_deliveries SET leased_until = NULL WHERE status = 'PENDING' AND leased_until IS NOT NULL`,
      );
    },

    /** Deletes up to `batch` deliveries created before a time that are finished, or wait for a disabled webhook. @returns the number of deleted deliveries */
    prune(before: Date, batch: number): Promise<number> {
      return firstNumber(db.execute(PRUNE, [before, batch]));
    },
  };
}

/** Webhooks that fail for this long without a success are disabled. */
const disableAfterMs = 5 * 86_400_000;

// Index: webhook_deliveries_due_idx.
const HAS_PENDING = prepared(`SELECT EXISTS (SELECT FROM webhook_deliveries WHERE status = 'PENDING') AS found`);

const DUE = prepared(`
WITH RECURSIVE pending AS (
  (SELECT webhook_id FROM webhook_deliveries WHERE status = 'PENDING' ORDER BY webhook_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.webhook_id FROM webhook_deliveries d WHERE d.status = 'PENDING' AND d.webhook_id > p.webhook_id ORDER BY d.webhook_id LIMIT 1)
  FROM pending p WHERE p.webhook_id IS NOT NULL
)
SELECT w.id FROM pending p JOIN webhooks w ON w.id = p.webhook_id
WHERE w.is_active AND (w.paused_until IS NULL OR w.paused_until <= $1::timestamptz)
  AND (w.rate_limit IS NULL OR w.rate_next_at IS NULL OR w.rate_next_at <= $1::timestamptz)
  AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'PENDING' AND d.next_attempt_at <= $1::timestamptz
    AND (d.leased_until IS NULL OR d.leased_until <= now()))
ORDER BY w.failing_since NULLS FIRST`);

// Indexes: webhook_deliveries_due_idx, webhook_deliveries_pkey. Plain limits and an array of ids tell the planner that
// rows are few; otherwise it assumes a tenth of the pending deliveries and scans the table for each claim.
const dueFor = (isFailing: boolean, limit: string) => `
  SELECT d.id FROM webhook_deliveries d
  WHERE d.webhook_id = $1 AND d.status = 'PENDING' AND d.next_attempt_at <= $2::timestamptz
    AND (d.leased_until IS NULL OR d.leased_until <= now())
    AND (SELECT NOT e.is_ordered AND e.is_failing = ${isFailing} FROM endpoint e)
  ORDER BY d.next_attempt_at, d.id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED`;

// In order: the first pending delivery or none, so that a waiting retry blocks the others. SKIP LOCKED would skip the
// first one; the update below rechecks what another process may have changed.
const IN_ORDER = `
  SELECT first.id FROM endpoint e CROSS JOIN LATERAL (
    SELECT d.id, d.next_attempt_at, d.leased_until FROM webhook_deliveries d
    WHERE d.webhook_id = e.id AND d.status = 'PENDING' ORDER BY d.id LIMIT 1
  ) AS first
  WHERE e.is_ordered AND first.next_attempt_at <= $2::timestamptz AND (first.leased_until IS NULL OR first.leased_until <= now())
    AND CASE WHEN e.is_failing THEN $5::int ELSE $4::int END > 0`;

// Leases are measured by the clock of the database: those of servers differ.
// With a rate limit, processes take turns: the lock is held until the time of the next claim is stored. A claim takes
// at most the deliveries of 100 ms, and the next claim waits for as long as these take.
const CLAIM = `
WITH endpoint AS MATERIALIZED (
  SELECT w.id, w.url, w.secret, w.headers, w.rate_limit, w.is_ordered, w.failing_since IS NOT NULL AS is_failing,
    CASE WHEN w.previous_secret_expires > $2::timestamptz THEN w.previous_secret END AS previous_secret
  FROM webhooks w JOIN projects p ON p.id = w.project_id
  WHERE w.id = $1 AND w.is_active AND p.deleted_at IS NULL AND (w.paused_until IS NULL OR w.paused_until <= $2::timestamptz)
), limited AS MATERIALIZED (
  SELECT w.id, w.rate_limit, CASE WHEN w.rate_next_at > $2::timestamptz THEN 0 ELSE greatest(1, w.rate_limit / 10) END AS most
  FROM webhooks w WHERE w.id = (SELECT e.id FROM endpoint e WHERE e.rate_limit IS NOT NULL) FOR NO KEY UPDATE
), due_healthy AS (${dueFor(false, '$4')}), due_failing AS (${dueFor(true, '$5')}), claimed AS (
  UPDATE webhook_deliveries d SET leased_until = clock_timestamp() + make_interval(secs => $3::float8)
  WHERE d.id = ANY ((ARRAY(SELECT id FROM due_healthy UNION ALL SELECT id FROM due_failing UNION ALL (${IN_ORDER})))
      [1:coalesce((SELECT l.most FROM limited l), $4::int + $5::int)])
    AND d.status = 'PENDING' AND (d.leased_until IS NULL OR d.leased_until <= now())
  RETURNING d.id, d.webhook_id, d.project_id, d.message_id, d.payload, d.attempts, d.replays, d.next_attempt_at
), spent AS (
  UPDATE webhooks w SET rate_next_at = $2::timestamptz + make_interval(secs => (SELECT count(*) FROM claimed) / l.rate_limit::float8)
  FROM limited l WHERE w.id = l.id AND EXISTS (SELECT FROM claimed) RETURNING w.rate_next_at
)
SELECT c.id, c.webhook_id, c.project_id, c.message_id, c.payload, c.attempts, c.replays, e.url, e.secret, e.previous_secret, e.headers,
  e.is_failing, (SELECT s.rate_next_at FROM spent s) AS next_claim_at
FROM claimed c CROSS JOIN endpoint e ORDER BY c.next_attempt_at, c.id`;

// A delivered delivery stays delivered, even if a second process claims it after a lease expired and fails. Attempts
// for a failing webhook pause, with the pause doubling from 250 ms to 5 s. Inserts a change for subscribers; see the
// change store for the lock. If the memory or the add no longer exists, nothing of the response is stored, and the text
// of the memory goes once it is sent. IDs of test events name nothing. An attempt whose URL was replaced meanwhile says nothing about the
// webhook, and a failed one is made again at the new URL at once.
const SETTLE = `
WITH settled AS (
  UPDATE webhook_deliveries d SET
    attempts = d.attempts + 1, leased_until = NULL, updated_at = $11::timestamptz, response_status = $3::int,
    response_body = CASE WHEN t.is_there THEN $4::text END,
    payload = CASE WHEN t.is_there OR $6::text IS NOT NULL AND d.status <> 'DELIVERED' THEN d.payload ELSE d.payload #- '{event_details,data}' END,
    latency_ms = $5::float8, error_class = $6::text, error = $7::text,
    status = CASE WHEN d.status = 'DELIVERED' OR $6::text IS NULL THEN 'DELIVERED' WHEN $8::timestamptz IS NULL AND NOT t.has_moved THEN 'FAILED' ELSE 'PENDING' END,
    next_attempt_at = CASE WHEN d.status <> 'DELIVERED' AND $6::text IS NOT NULL THEN CASE WHEN t.has_moved THEN $11::timestamptz ELSE $8::timestamptz END END,
    delivered_at = coalesce(d.delivered_at, CASE WHEN $6::text IS NULL THEN $11::timestamptz END)
  FROM (
    SELECT s.id IS NULL OR EXISTS (SELECT FROM memories m WHERE m.project_id = o.project_id AND m.id = s.id) OR EXISTS (SELECT FROM events e WHERE e.project_id = o.project_id AND e.id = s.id) AS is_there,
      w.url <> $16 AS has_moved
    FROM webhook_deliveries o JOIN webhooks w ON w.id = o.webhook_id
    CROSS JOIN LATERAL (SELECT o.payload -> 'event_details' AS details) AS p
    CROSS JOIN LATERAL (SELECT coalesce(details ->> 'id', details ->> 'memory_id', details ->> 'event_id',
      CASE WHEN details #>> '{audit_log,target_type}' IN ('memory', 'event') THEN details #>> '{audit_log,target_id}' END) AS text) AS named
    CROSS JOIN LATERAL (SELECT CASE WHEN named.text ~ '^[0-9a-f-]{36}$' AND named.text <> o.id::text THEN named.text::uuid END AS id) AS s
    WHERE o.project_id = $15 AND o.id = $1::uuid
  ) AS t
  WHERE d.project_id = $15 AND d.id = $1::uuid RETURNING d.id, d.project_id, d.webhook_id, d.attempts, d.replays, t.is_there
), attempt AS (
  INSERT INTO webhook_attempts (id, delivery_id, project_id, number, response_status, response_body, latency_ms, error_class, error, created_at,
    is_replay, request_headers, response_headers)
  SELECT $2::uuid, s.id, s.project_id, s.attempts, $3::int, CASE WHEN s.is_there THEN $4::text END, $5::float8, $6::text, $7::text,
    $11::timestamptz, s.replays > 0, $13::jsonb, CASE WHEN s.is_there THEN $14::jsonb END FROM settled s
), recovered AS (
  UPDATE webhooks w SET failures = 0, failing_since = NULL, paused_until = NULL
  FROM settled s WHERE w.id = s.webhook_id AND w.url = $16 AND $6::text IS NULL AND w.failing_since IS NOT NULL
), failed AS (
  UPDATE webhooks w SET
    failures = w.failures + 1,
    failing_since = coalesce(w.failing_since, $11::timestamptz),
    paused_until = greatest(w.paused_until, $9::timestamptz, $11::timestamptz + make_interval(secs => least(0.25 * 2 ^ least(w.failures, 10), 5))),
    is_active = w.is_active AND $10::text IS NULL AND coalesce(w.failing_since > $12::timestamptz, true),
    disabled_reason = CASE WHEN NOT w.is_active THEN w.disabled_reason WHEN $10::text IS NOT NULL THEN $10::text
      WHEN w.failing_since <= $12::timestamptz THEN 'Every delivery has failed for five days. The last failure: ' || $7::text END
  FROM settled s WHERE w.id = s.webhook_id AND w.url = $16 AND $6::text IS NOT NULL
  RETURNING w.id, w.is_active, w.disabled_reason
), writer AS MATERIALIZED (
  SELECT pg_advisory_xact_lock_shared(${advisoryLocks.changeWriters}) AS locked FROM settled
), change AS (
  INSERT INTO changes (topic, project_id, parent_id, subject_id, kind, created_at)
  SELECT 'delivery', s.project_id, s.webhook_id, s.id::text, 'UPDATE', $11::timestamptz FROM writer, settled s
)
-- The snapshot of the statement has the webhook as it was before.
SELECT CASE WHEN NOT f.is_active AND old.is_active THEN f.disabled_reason END AS disabled_reason
FROM settled s LEFT JOIN failed f ON true LEFT JOIN webhooks old ON old.id = f.id`;

// Index: webhook_deliveries_created_at_idx. A disabled webhook may stay so forever, and its deliveries have texts.
const PRUNE = deleteAndCount(`webhook_deliveries WHERE id = ANY (ARRAY(
  SELECT d.id FROM webhook_deliveries d WHERE d.created_at < $1::timestamptz
    AND (d.status <> 'PENDING' OR EXISTS (SELECT FROM webhooks w WHERE w.id = d.webhook_id AND NOT w.is_active)) LIMIT $2))`);
