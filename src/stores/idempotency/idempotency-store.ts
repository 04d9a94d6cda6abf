import type { Queryable } from '../database/open-database.js';

/** A key and who sent it: two callers with the same key know nothing of each other. */
export interface IdempotencyPlace {
  readonly callerId: string;
  readonly key: string;
}

export interface IdempotencyRow {
  readonly requestHash: Uint8Array;
  /** RUNNING: what was written stands, its answer is still to come, and `response` is one to fall back on. */
  readonly status: 'RUNNING' | 'DONE';
  /** Sealed. Null: too large to keep. */
  readonly response: Uint8Array | null;
  readonly createdAt: Date;
}

/** Keys of requests that were carried out, with their answers. They belong to callers, not to projects. */
export function idempotencyStore(db: Queryable) {
  return {
    /** What is kept under a key that has not run out. */
    async find({ callerId, key }: IdempotencyPlace, now: Date): Promise<IdempotencyRow | null> {
      return (await db.query<IdempotencyRow>(FIND, [callerId, key, now]))[0] ?? null;
    },

    /**
     * Keeps an answer. Waits for a transaction that is about to keep one under the same key.
     * @returns false when there is one
     */
    async keep({ callerId, key }: IdempotencyPlace, row: IdempotencyRow & { expiresAt: Date }): Promise<boolean> {
      const { requestHash, status, response, createdAt, expiresAt } = row;
      return (await db.query(KEEP, [callerId, key, requestHash, status, response, createdAt, expiresAt])).length === 1;
    },

    /** Puts the final answer in place of the one to fall back on. */
    async complete({ callerId, key }: IdempotencyPlace, response: Uint8Array | null, now: Date): Promise<void> {
      await db.query(COMPLETE, [callerId, key, response, now]);
    },

    /** Removes up to `batch` keys that have run out. @returns how many */
    async deleteExpired(now: Date, batch: number): Promise<number> {
      return (await db.query<{ deleted: number }>(DELETE_EXPIRED, [now, batch]))[0]?.deleted ?? 0;
    },
  };
}

// idempotency_keys_pkey
const FIND =
  'SELECT request_hash, status, response, created_at FROM idempotency_keys WHERE caller_id = $1 AND key = $2 AND expires_at > $3';

// A row that has run out and was not removed yet counts for nothing.
const KEEP = `
  INSERT INTO idempotency_keys AS kept (caller_id, key, request_hash, status, response, created_at, completed_at, expires_at)
  VALUES ($1, $2, $3, $4::varchar, $5, $6, CASE WHEN $4::varchar = 'DONE' THEN $6::timestamptz END, $7)
  ON CONFLICT (caller_id, key) DO UPDATE
  SET request_hash = excluded.request_hash, status = excluded.status, response = excluded.response,
    created_at = excluded.created_at, completed_at = excluded.completed_at, expires_at = excluded.expires_at
  WHERE kept.expires_at <= excluded.created_at
  RETURNING key`;

const COMPLETE = `UPDATE idempotency_keys SET status = 'DONE', response = $3, completed_at = $4 WHERE caller_id = $1 AND key = $2`;

// idempotency_keys_expires_at_idx
const DELETE_EXPIRED = `
  WITH gone AS (
    DELETE FROM idempotency_keys WHERE (caller_id, key) IN (SELECT caller_id, key FROM idempotency_keys WHERE expires_at <= $1 LIMIT $2)
    RETURNING 1
  )
  SELECT count(*) AS deleted FROM gone`;
