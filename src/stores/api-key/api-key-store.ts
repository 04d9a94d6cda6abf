import { isUuid } from '../../ids.js';
import type { PageWindow } from '../../page.js';
import type { Queryable } from '../database/open-database.js';
import { pageBy, parameters, type Parameters } from '../sql/keyset.js';

/** A credential of a program, as its owner may see it: neither the secret nor what could check it. */
export interface ApiKeyRow {
  readonly id: string;
  /** First 12 characters of the key. */
  readonly keyPrefix: string;
  readonly label: string;
  /** User id of the owner. */
  readonly createdBy: string;
  /** Null: every project of its owner. */
  readonly projectId: string | null;
  readonly readOnly: boolean;
  readonly expiresAt: Date | null;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly createdAt: Date;
}

/** What authentication needs to know of a key. Never leaves it. */
export interface StoredCredential {
  readonly id: string;
  readonly keyPrefix: string;
  readonly keyHash: string;
  readonly projectId: string | null;
  readonly readOnly: boolean;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly userRole: 'admin' | 'member';
}

/** A key to be created. */
export interface NewApiKey {
  readonly id: string;
  readonly keyPrefix: string;
  readonly keyHash: string;
  readonly keyDigest: Buffer;
  readonly label: string;
  readonly createdBy: string;
  readonly projectId: string | null;
  readonly readOnly: boolean;
  readonly expiresAt: Date | null;
  readonly now: Date;
}

/** Whose keys, and of which project alone (null: all of them). */
export interface KeyFilter {
  readonly userId: string;
  readonly projectId: string | null;
}

const columns =
  'id, key_prefix, label, created_by, project_id, read_only, expires_at, last_used_at, revoked_at, created_at';

/** API keys. */
export function apiKeyStore(db: Queryable) {
  return {
    /** One page of the keys that are not revoked, newest first. Reads api_keys_created_by_created_at_idx. */
    list(filter: KeyFilter, window: PageWindow): Promise<ApiKeyRow[]> {
      const { values, bind } = parameters();
      const page = pageBy({ time: 'created_at', id: 'id', direction: 'DESC' }, window, bind);
      return db.query(
        `SELECT ${columns} FROM api_keys WHERE ${matches(filter, bind)} AND ${page.beyond} ${page.rest}`,
        values,
      );
    },

    async count(filter: KeyFilter): Promise<number> {
      const { values, bind } = parameters();
      const [row] = await db.query<{ count: number }>(
        `SELECT count(*) FROM api_keys WHERE ${matches(filter, bind)}`,
        values,
      );
      return row?.count ?? 0;
    },

    async find(id: string): Promise<ApiKeyRow | null> {
      if (!isUuid(id)) return null;
      const [row] = await db.query<ApiKeyRow>(`SELECT ${columns} FROM api_keys WHERE id = $1`, [id]);
      return row ?? null;
    },

    async insert(key: NewApiKey): Promise<ApiKeyRow> {
      const { id, keyPrefix, keyHash, keyDigest, label, createdBy, projectId, readOnly, expiresAt, now } = key;
      const [row] = await db.query<ApiKeyRow>(
        `INSERT INTO api_keys (id, key_prefix, key_hash, key_digest, label, created_by, project_id, read_only, expires_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${columns}`,
        [id, keyPrefix, keyHash, keyDigest, label, createdBy, projectId, readOnly, expiresAt, now],
      );
      if (!row) throw new Error('The new API key was not returned.');
      return row;
    },

    /** @returns null when it was revoked before */
    async revoke(id: string, now: Date): Promise<ApiKeyRow | null> {
      const [row] = await db.query<ApiKeyRow>(
        `UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING ${columns}`,
        [id, now],
      );
      return row ?? null;
    },

    /** The key with this SHA-256, whatever its state, with its owner. */
    async credential(digest: Buffer): Promise<StoredCredential | null> {
      const [row] = await db.query<StoredCredential>(credentialByDigest, [digest]);
      return row ?? null;
    },

    /** Keys with this prefix that were imported and have not been used since: nothing but bcrypt can tell whether one is meant. */
    undigested: (prefix: string): Promise<StoredCredential[]> =>
      db.query<StoredCredential>(undigestedByPrefix, [prefix]),

    /** Makes an imported key one of ours, found by its SHA-256 from now on. @returns false when it was one already */
    async adopt(id: string, { digest, hash }: { digest: Buffer; hash: string }): Promise<boolean> {
      return (
        (
          await db.query(
            'UPDATE api_keys SET key_digest = $2, key_hash = $3 WHERE id = $1 AND key_digest IS NULL RETURNING id',
            [id, digest, hash],
          )
        ).length > 0
      );
    },

    /** Notes a use, unless one within the last minute is noted already. */
    async touch(id: string, now: Date): Promise<void> {
      await db.query(
        `UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $2::timestamptz - interval '1 minute')`,
        [id, now],
      );
    },
  };
}

const credentials = `
  SELECT k.id, k.key_prefix, k.key_hash, k.project_id, k.read_only, k.expires_at, k.revoked_at,
    u.id AS user_id, u.name AS user_name, u.email AS user_email, u.role AS user_role
  FROM api_keys k JOIN users u ON u.id = k.created_by`;

// api_keys_key_digest_key, users_pkey.
const credentialByDigest = `${credentials} WHERE k.key_digest = $1`;

// api_keys_undigested_idx, which is empty where nothing was imported.
const undigestedByPrefix = `${credentials} WHERE k.key_prefix = $1 AND k.key_digest IS NULL AND k.revoked_at IS NULL ORDER BY k.id LIMIT 10`;

function matches(filter: KeyFilter, bind: Parameters['bind']): string {
  const ofProject = filter.projectId === null ? 'true' : `project_id = ${bind(filter.projectId)}`;
  return `created_by = ${bind(filter.userId)} AND revoked_at IS NULL AND ${ofProject}`;
}
