import { deleteAndCount, firstNumber, firstRow, type Queryable } from '@memory-gateway/database';

/** A key and its caller. Equal keys of different callers are independent. */
export interface IdempotencyPlace {
  readonly callerId: string;
  readonly key: string;
}

export interface IdempotencyRow {
  readonly requestHash: Uint8Array;
  /** RUNNING: the writes are committed, the response is not final, and `response` is provisional. */
  readonly status: 'RUNNING' | 'DONE';
  /** Encrypted. Null: too large to store. */
  readonly response: Uint8Array | null;
  readonly createdAt: Date;
}

/**
 * Creates the store of idempotency keys with the responses of their requests. Keys belong to callers, not to projects. SQL, because its
 * statements take locks and skip conflicts.
 */
export function idempotencyStore(db: Queryable) {
  return {
    find({ callerId, key }: IdempotencyPlace, now: Date): Promise<IdempotencyRow | null> {
      return firstRow(db.query<IdempotencyRow>(FIND, [callerId, key, now]));
    },

    /**
     * Stores a response. Waits for a transaction that stores one under the same key. @returns false if the key has one
     */
    async keep({ callerId, key }: IdempotencyPlace, row: IdempotencyRow & { expiresAt: Date }): Promise<boolean> {
      const { requestHash, status, response, createdAt, expiresAt } = row;
      return (
        (await db.execute(KEEP, [callerId, key, requestHash, status, response, createdAt, expiresAt])).length === 1
      );
    },

    async complete({ callerId, key }: IdempotencyPlace, response: Uint8Array | null, now: Date): Promise<void> {
      await db.execute(COMPLETE, [callerId, key, response, now]);
    },

    /** Deletes up to `batch` expired keys. @returns the number of deleted keys */
    deleteExpired(now: Date, batch: number): Promise<number> {
      return firstNumber(db.execute(DELETE_EXPIRED, [now, batch]));
    },
  };
}

// Index: idempotency_keys_pkey.
const FIND =
  'SELECT request_hash, status, response, created_at FROM idempotency_keys WHERE caller_id = $1 AND key = $2 AND expires_at > $3';

// Overwrites an expired row that was not deleted yet.
const KEEP = `
  INSERT INTO idempotency_keys AS kept (caller_id, key, request_hash, status, response, created_at, completed_at, expires_at)
  VALUES ($1, $2, $3, $4::varchar, $5, $6, CASE WHEN $4::varchar = 'DONE' THEN $6::timestamptz END, $7)
  ON CONFLICT (caller_id, key) DO UPDATE
  SET request_hash = excluded.request_hash, status = excluded.status, response = excluded.response,
    created_at = excluded.created_at, completed_at = excluded.completed_at, expires_at = excluded.expires_at
  WHERE kept.expires_at <= excluded.created_at
  RETURNING key`;

const COMPLETE = `UPDATE idempotency_keys SET status = 'DONE', response = $3, completed_at = $4 WHERE caller_id = $1 AND key = $2`;

// Index: idempotency_keys_expires_at_idx. The first condition keeps a row that was overwritten since the second one found it.
const DELETE_EXPIRED = deleteAndCount(
  'idempotency_keys WHERE expires_at <= $1 AND (caller_id, key) IN (SELECT caller_id, key FROM idempotency_keys WHERE expires_at <= $1 LIMIT $2)',
);
