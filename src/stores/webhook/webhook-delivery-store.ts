import type { ProjectScope } from '../../auth/scope.js';
import type { Json } from '@memory-gateway/memory-engine';
import type { AuditDelivery } from '../../webhooks/audit-deliveries.js';
import type { HttpHeader } from '../../webhooks/headers.js';
import type { PageWindow } from '../../page.js';
import { firstNumber, firstRow, type Queryable } from '@memory-gateway/database';
import { parameters } from '../keyset.js';
import { deliveryCountSql, deliveryPageSql, type DeliveryQuery, type DeliveryStatus } from './webhook-delivery-sql.js';

export type { DeliveryQuery, DeliveryStatus } from './webhook-delivery-sql.js';

export interface WebhookDeliveryRow {
  readonly id: string;
  readonly webhookId: string;
  readonly projectId: string;
  /** The same for all attempts and all webhooks that receive the event. */
  readonly messageId: string;
  readonly eventType: string;
  readonly payload: Json;
  readonly status: DeliveryStatus;
  /** Attempts since the delivery was created or replayed. */
  readonly attempts: number;
  /** How often a user replayed it. */
  readonly replays: number;
  /** Null if no attempt is planned. */
  readonly nextAttemptAt: Date | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly latencyMs: number | null;
  readonly errorClass: string | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deliveredAt: Date | null;
}

export interface WebhookAttemptRow {
  readonly id: string;
  readonly deliveryId: string;
  readonly projectId: string;
  /** 1 for the first attempt since the delivery was created or replayed. */
  readonly number: number;
  readonly responseStatus: number | null;
  /** The first 1,024 bytes of the response. */
  readonly responseBody: string | null;
  readonly latencyMs: number;
  readonly errorClass: string | null;
  readonly error: string | null;
  /** Whether the attempt followed a replay. */
  readonly isReplay: boolean;
  /** Values of custom headers are masked. */
  readonly requestHeaders: readonly HttpHeader[];
  /** Null: no response. */
  readonly responseHeaders: readonly HttpHeader[] | null;
  readonly createdAt: Date;
}

export type NewDelivery = Pick<WebhookDeliveryRow, 'id' | 'webhookId' | 'messageId' | 'eventType'> & {
  /** Stored as JSON. */
  readonly payload: object;
};

/** Deliveries to replay: created from `since`, before `until`. */
export interface ReplayRange {
  readonly webhookId: string;
  readonly status: DeliveryStatus;
  readonly since: Date;
  readonly until: Date;
  readonly limit: number;
}

export interface ReplayedRange {
  /** Number of replayed deliveries. */
  readonly replayed: number;
  /** Creation time of the oldest delivery of the range that the limit left out. Null: none. */
  readonly nextSince: Date | null;
}

/** Creates the store of a project's deliveries and their attempts. SQL, because the tables are long and lists are keyset pages. */
export function webhookDeliveryStore(db: Queryable) {
  const insert = async (projectId: string, deliveries: readonly NewDelivery[], now: Date): Promise<void> => {
    const column = (read: (delivery: NewDelivery) => string) => deliveries.map(read);
    await db.execute(INSERT, [
      projectId,
      now,
      column(({ id }) => id),
      column(({ webhookId }) => webhookId),
      column(({ messageId }) => messageId),
      column(({ eventType }) => eventType),
      column(({ payload }) => JSON.stringify(payload)),
    ]);
  };
  const one = (sql: string, values: readonly unknown[]) => firstRow(db.query<WebhookDeliveryRow>(sql, values));
  const change = (sql: string, values: readonly unknown[]) => firstRow(db.execute<WebhookDeliveryRow>(sql, values));
  return {
    insert: (scope: ProjectScope, deliveries: readonly NewDelivery[], now: Date) =>
      insert(scope.projectId, deliveries, now),

    /** Stores the deliveries for a row of the audit log, in the project of the row. */
    insertForAudit: (row: { projectId: string | null; createdAt: Date }, deliveries: readonly AuditDelivery[]) =>
      insert(row.projectId ?? '', deliveries, row.createdAt),

    get: (scope: ProjectScope, id: string) =>
      one(`SELECT ${COLUMNS} FROM webhook_deliveries d WHERE d.project_id = $1 AND d.id = $2::uuid`, [
        scope.projectId,
        id,
      ]),

    /** Finds the project of a delivery without checking access. Call `authorize` next. */
    projectOf: (id: string) =>
      firstRow(
        db.query<{ projectId: string }>('SELECT project_id FROM webhook_delivery_ids WHERE id = $1::uuid', [id]),
      ),

    /** Reads one page plus one row, newest first. The key of the window is `[created_at, id]`. */
    page(scope: ProjectScope, query: DeliveryQuery, window: PageWindow): Promise<WebhookDeliveryRow[]> {
      const { values, bind } = parameters();
      return db.query(deliveryPageSql({ scope, query, window, columns: COLUMNS }, bind), values);
    },

    count(scope: ProjectScope, query: DeliveryQuery): Promise<number> {
      const { values, bind } = parameters();
      return firstNumber(db.query(deliveryCountSql(scope, query, bind), values));
    },

    /** Lists the latest 100 attempts of each, oldest first. Index: webhook_attempts_delivery_id_created_at_id_idx. */
    attempts: (scope: ProjectScope, deliveryIds: readonly string[]) =>
      db.query<WebhookAttemptRow>(ATTEMPTS, [scope.projectId, deliveryIds]),

    /** Finds an attempt of any project without checking access. Call `enterProject` next. */
    findAttempt: (id: string) => firstRow(db.query<WebhookAttemptRow>(FIND_ATTEMPT, [id])),

    /** Makes a delivery due again with its attempts reset. @returns null while the delivery is being sent */
    replay: (scope: ProjectScope, id: string, now: Date) =>
      change(`${REPLAY} AND d.id = $3::uuid RETURNING ${COLUMNS}`, [scope.projectId, now, id]),

    /** Like `replay`, for the oldest `limit` deliveries of a range. */
    async replayRange(scope: ProjectScope, range: ReplayRange, now: Date): Promise<ReplayedRange> {
      const { webhookId, status, since, until, limit } = range;
      const values = [scope.projectId, now, webhookId, status, since, until, limit];
      return (await firstRow(db.execute<ReplayedRange>(REPLAY_RANGE, values))) ?? { replayed: 0, nextSince: null };
    },
  };
}

const COLUMNS =
  'd.id, d.webhook_id, d.project_id, d.message_id, d.event_type, d.payload, d.status, d.attempts, d.replays, d.next_attempt_at, d.response_status, ' +
  'd.response_body, d.latency_ms, d.error_class, d.error, d.created_at, d.updated_at, d.delivered_at';

const INSERT = `
INSERT INTO webhook_deliveries (id, webhook_id, project_id, message_id, event_type, payload, next_attempt_at, created_at, updated_at)
SELECT n.id, n.webhook_id, $1, n.message_id, n.event_type, n.payload::jsonb, $2::timestamptz, $2::timestamptz, $2::timestamptz
FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[]) AS n(id, webhook_id, message_id, event_type, payload)`;

const ATTEMPT_COLUMNS =
  'a.id, a.delivery_id, a.project_id, a.number, a.response_status, a.response_body, a.latency_ms, a.error_class, a.error, a.is_replay, ' +
  'a.request_headers, a.response_headers, a.created_at';

// Index: webhook_attempts_pkey.
const FIND_ATTEMPT = `SELECT ${ATTEMPT_COLUMNS} FROM webhook_attempts a WHERE a.id = $1::uuid`;

const ATTEMPTS = `
SELECT ${ATTEMPT_COLUMNS} FROM unnest($2::uuid[]) AS wanted(id) CROSS JOIN LATERAL (
  SELECT * FROM webhook_attempts t WHERE t.delivery_id = wanted.id AND t.project_id = $1 ORDER BY t.created_at DESC, t.id DESC LIMIT 100
) AS a ORDER BY a.created_at, a.id`;

const REPLAY = `
UPDATE webhook_deliveries d SET status = 'PENDING', attempts = 0, replays = d.replays + 1, next_attempt_at = $2::timestamptz, delivered_at = NULL, leased_until = NULL, updated_at = $2::timestamptz
WHERE d.project_id = $1 AND (d.leased_until IS NULL OR d.leased_until < now())`;

const REPLAY_RANGE = `
WITH found AS (
  SELECT c.id, c.created_at FROM webhook_deliveries c
  WHERE c.project_id = $1 AND c.webhook_id = $3 AND c.status = $4 AND c.created_at >= $5::timestamptz AND c.created_at < $6::timestamptz
    AND (c.leased_until IS NULL OR c.leased_until < now())
  ORDER BY c.created_at, c.id LIMIT $7::int + 1 FOR UPDATE SKIP LOCKED
), numbered AS (SELECT id, created_at, row_number() OVER (ORDER BY created_at, id) AS number FROM found),
replayed AS (${REPLAY} AND d.id IN (SELECT id FROM numbered WHERE number <= $7) RETURNING 1)
SELECT (SELECT count(*) FROM replayed) AS replayed, (SELECT created_at FROM numbered WHERE number > $7) AS next_since`;
