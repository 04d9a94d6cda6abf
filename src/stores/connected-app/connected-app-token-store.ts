import type { McpScope } from '../../auth/caller.js';
import { isProjectPresent } from '../access/reach-sql.js';
import { deleteAndCount, firstNumber, firstRow, prepared, type Queryable } from '@memory-gateway/database';

export interface NewAppToken {
  readonly digest: Buffer;
  readonly appId: string;
  readonly kind: 'access' | 'refresh';
  readonly scopes: readonly McpScope[];
  readonly expiresAt: Date;
}

export interface AppTokenRow extends Omit<NewAppToken, 'digest'> {
  /** When a refresh token was exchanged. Null: not yet, or an access token. */
  readonly usedAt: Date | null;
}

/** A valid access token with its app and user. For authentication only. */
export interface AppCredential {
  readonly appId: string;
  readonly tokenPrefix: string;
  readonly clientName: string;
  readonly projectId: string;
  readonly resource: string;
  readonly scopes: readonly McpScope[];
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly userRole: 'admin' | 'member';
  readonly isUseRecorded: boolean;
}

/** Creates the store of app tokens. Lock the app's row before an exchange. SQL, because every request reads one. */
export function connectedAppTokenStore(db: Queryable) {
  return {
    async insert({ digest, appId, kind, scopes, expiresAt }: NewAppToken): Promise<void> {
      await db.execute(INSERT, [digest, appId, kind, scopes, expiresAt]);
    },

    find(digest: Buffer): Promise<AppTokenRow | null> {
      return firstRow(
        db.query<AppTokenRow>(
          'SELECT app_id, kind, scopes, expires_at, used_at FROM connected_app_tokens WHERE digest = $1',
          [digest],
        ),
      );
    },

    async use(digest: Buffer, now: Date): Promise<void> {
      await db.execute('UPDATE connected_app_tokens SET used_at = $2 WHERE digest = $1', [digest, now]);
    },

    /** Finds an access token with its app and user. Returns null unless all three are valid now. */
    credential(digest: Buffer, now: Date): Promise<AppCredential | null> {
      return firstRow(db.query<AppCredential>(CREDENTIAL, [digest, now]));
    },

    /** Records a use of the app, at most once a minute. */
    async touch(appId: string, now: Date): Promise<void> {
      await db.execute(
        `UPDATE connected_apps SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $2::timestamptz - interval '1 minute')`,
        [appId, now],
      );
    },

    /** Deletes up to `batch` expired tokens. @returns the number of deleted tokens */
    deleteExpired(now: Date, batch: number): Promise<number> {
      return firstNumber(db.execute(DELETE_EXPIRED, [now, batch]));
    },
  };
}

const INSERT =
  'INSERT INTO connected_app_tokens (digest, app_id, kind, scopes, expires_at) VALUES ($1, $2::uuid, $3, $4, $5)';

// Indexes: connected_app_tokens_pkey, connected_apps_pkey, users_pkey, projects_pkey, organizations_pkey.
const CREDENTIAL = prepared(`
  SELECT a.id AS app_id, a.token_prefix, a.client_name, a.project_id, a.resource, t.scopes,
    u.id AS user_id, u.name AS user_name, u.email AS user_email, u.role AS user_role,
    coalesce(a.last_used_at > $2::timestamptz - interval '1 minute', false) AS is_use_recorded
  FROM connected_app_tokens t
  JOIN connected_apps a ON a.id = t.app_id
  JOIN users u ON u.id = a.user_id
  WHERE t.digest = $1 AND t.kind = 'access' AND t.expires_at > $2 AND a.revoked_at IS NULL AND ${isProjectPresent('a')}`);

// Index: connected_app_tokens_expires_at_idx. Used refresh tokens stay until they expire, so that a replay is
// recognized.
const DELETE_EXPIRED = deleteAndCount(
  'connected_app_tokens WHERE digest IN (SELECT digest FROM connected_app_tokens WHERE expires_at < $1 LIMIT $2)',
);
