import { isUuid } from '../ids.js';
import type { PageWindow } from '../page.js';
import type { Prisma } from '@memory-gateway/database/prisma';
import { isProjectPresent } from './access/reach-sql.js';
import { firstRow, prepared, prismaWrites, type Queryable } from '@memory-gateway/database';
import { prismaPage } from './keyset.js';

// Excludes the hash and the digest.
const select = {
  id: true,
  keyPrefix: true,
  label: true,
  /** User id of the owner. */
  createdBy: true,
  /** Null: every project of the owner. */
  projectId: true,
  readOnly: true,
  expiresAt: true,
  /** Accurate to one minute. */
  lastUsedAt: true,
  revokedAt: true,
  createdAt: true,
} satisfies Prisma.ApiKeySelect;

/** An API key as its owner may see it, without the secret and its hash. */
export type ApiKeyRow = Readonly<Prisma.ApiKeyGetPayload<{ select: typeof select }>>;

/** An API key with its owner and hash. For authentication only. */
export interface StoredCredential extends Omit<ApiKeyRow, 'label' | 'createdBy' | 'lastUsedAt' | 'createdAt'> {
  readonly keyHash: string;
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly userRole: 'admin' | 'member';
}

export interface NewApiKey extends Omit<ApiKeyRow, 'lastUsedAt' | 'revokedAt' | 'createdAt'> {
  readonly keyHash: string;
  readonly keyDigest: Buffer;
  readonly now: Date;
}

/** Fields to change. Absent ones stay. */
export interface ApiKeyChange {
  readonly label?: string;
  readonly projectId?: string | null;
  readonly expiresAt?: Date | null;
}

/** Selects the keys of a user. `projectId` null: of all projects. */
export interface KeyFilter {
  readonly userId: string;
  readonly projectId: string | null;
}

/**
 * Creates the store of API keys. Administration uses Prisma; authentication uses SQL, because every request runs it.
 */
export function apiKeyStore(db: Queryable) {
  return {
    /** Reads one page of the keys that are not revoked, newest first. Index: api_keys_created_by_created_at_idx. */
    async list(filter: KeyFilter, window: PageWindow): Promise<ApiKeyRow[]> {
      const page = prismaPage({ time: 'createdAt', direction: 'desc', hasUuids: true }, window, toWhere(filter));
      return (await db.prisma()).apiKey.findMany({ ...page, select });
    },

    count: async (filter: KeyFilter) => (await db.prisma()).apiKey.count({ where: toWhere(filter) }),

    async find(id: string): Promise<ApiKeyRow | null> {
      return isUuid(id) ? (await db.prisma()).apiKey.findUnique({ where: { id }, select }) : null;
    },

    /** Like `find`, and blocks other changes of the key until the transaction ends. */
    async lock(id: string): Promise<ApiKeyRow | null> {
      await db.execute('SELECT 1 FROM api_keys WHERE id = $1 FOR NO KEY UPDATE', [id]);
      return (await db.prisma()).apiKey.findUnique({ where: { id }, select });
    },

    async insert({ now, keyDigest, ...key }: NewApiKey): Promise<ApiKeyRow> {
      const { apiKey } = await prismaWrites(db);
      return apiKey.create({ data: { ...key, keyDigest: new Uint8Array(keyDigest), createdAt: now }, select });
    },

    /** Changes a key. @param seen the key as it was read @returns null if the key was revoked, or expires at another time than was seen */
    async update(id: string, data: ApiKeyChange, seen?: Pick<ApiKeyRow, 'expiresAt'>): Promise<ApiKeyRow | null> {
      const { apiKey } = await prismaWrites(db);
      const unchanged = seen ? { expiresAt: seen.expiresAt } : {};
      const [row] = await apiKey.updateManyAndReturn({ where: { id, revokedAt: null, ...unchanged }, data, select });
      return row ?? null;
    },

    /** Revokes a key. @returns null if the key was already revoked */
    async revoke(id: string, now: Date): Promise<ApiKeyRow | null> {
      const { apiKey } = await prismaWrites(db);
      const where = { id, revokedAt: null };
      const [row] = await apiKey.updateManyAndReturn({ where, data: { revokedAt: now }, select });
      return row ?? null;
    },

    /** Finds a key by its SHA-256 with its owner, including revoked and expired keys. */
    credential(digest: Buffer): Promise<StoredCredential | null> {
      return firstRow(db.query<StoredCredential>(credentialByDigest, [digest]));
    },

    /** Lists unused imported keys with this prefix. Only bcrypt can tell which one matches. */
    undigested: (prefix: string): Promise<StoredCredential[]> =>
      db.query<StoredCredential>(undigestedByPrefix, [prefix]),

    /**
     * Stores the SHA-256 of an imported key, so that lookups find the key. @returns false if the key already had one
     */
    async adopt(id: string, { digest, hash }: { digest: Buffer; hash: string }): Promise<boolean> {
      return (
        (
          await db.execute(
            'UPDATE api_keys SET key_digest = $2, key_hash = $3 WHERE id = $1 AND key_digest IS NULL RETURNING id',
            [id, digest, hash],
          )
        ).length > 0
      );
    },

    /** Records a use, at most once a minute. */
    async touch(id: string, now: Date): Promise<void> {
      await db.execute(
        `UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $2::timestamptz - interval '1 minute')`,
        [id, now],
      );
    },
  };
}

const credentials = `
  SELECT k.id, k.key_prefix, k.key_hash, k.project_id, k.read_only, k.expires_at, k.revoked_at,
    u.id AS user_id, u.name AS user_name, u.email AS user_email, u.role AS user_role
  FROM api_keys k JOIN users u ON u.id = k.created_by
  WHERE ${isProjectPresent('k')}`;

// Indexes: api_keys_key_digest_key, users_pkey, projects_pkey, organizations_pkey.
const credentialByDigest = prepared(`${credentials} AND k.key_digest = $1`);

// Index: api_keys_undigested_idx, empty unless keys were imported.
const undigestedByPrefix = `${credentials} AND k.key_prefix = $1 AND k.key_digest IS NULL AND k.revoked_at IS NULL ORDER BY k.id LIMIT 10`;

function toWhere({ userId, projectId }: KeyFilter): Prisma.ApiKeyWhereInput {
  return { createdBy: userId, revokedAt: null, ...(projectId !== null && { projectId }) };
}
