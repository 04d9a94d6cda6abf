import type { PageWindow } from '../page.js';
import { deleteAndCount, firstNumber, firstRow, type Queryable } from '@memory-gateway/database';
import { pageBy, parameters } from './keyset.js';

/** An issued refresh token. A family (a session) is the chain of tokens that one login started. */
export interface RefreshTokenRow {
  readonly jti: string;
  readonly userId: string;
  readonly familyId: string;
  /** The token that replaced this one. Null: not used yet. */
  readonly successorJti: string | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly createdAt: Date;
  /** Such as `Firefox on Linux`. Null: unknown. */
  readonly device: string | null;
}

/** A session that has not ended, from its tokens. */
export interface SessionRow {
  readonly id: string;
  readonly startedAt: Date;
  /** Time at which its last token pair was issued. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** Device of the last token. */
  readonly device: string | null;
}

export type NewRefreshToken = Pick<
  RefreshTokenRow,
  'jti' | 'userId' | 'familyId' | 'expiresAt' | 'createdAt' | 'device'
>;

/** Creates the store of sessions. Lock the user's row before changes (`users.lock`). SQL, because requests read it. */
export function refreshTokenStore(db: Queryable) {
  const one = (text: string, values: readonly unknown[]): Promise<RefreshTokenRow | null> =>
    firstRow(db.query<RefreshTokenRow>(text, values));
  return {
    find: (jti: string): Promise<RefreshTokenRow | null> =>
      one(`SELECT ${columns} FROM refresh_token_jtis WHERE jti = $1::uuid`, [jti]),

    async insert(token: NewRefreshToken): Promise<void> {
      const { jti, userId, familyId, expiresAt, createdAt, device } = token;
      await db.execute(INSERT, [jti, userId, familyId, expiresAt, createdAt, device]);
    },

    async use(jti: string, use: { successorJti: string; now: Date }): Promise<void> {
      await db.execute('UPDATE refresh_token_jtis SET used_at = $3, successor_jti = $2::uuid WHERE jti = $1::uuid', [
        jti,
        use.successorJti,
        use.now,
      ]);
    },

    async isLive(session: { userId: string; sessionId: string; now: Date }): Promise<boolean> {
      const [row] = await db.query<{ live: boolean }>(IS_LIVE, [session.sessionId, session.userId, session.now]);
      return row?.live === true;
    },

    /** Reads one page of a user's live sessions, newest first. Index: refresh_token_jtis_user_id_idx. */
    listLive(userId: string, now: Date, window: PageWindow): Promise<SessionRow[]> {
      const { values, bind } = parameters();
      const sessions = `${SELECT_SESSIONS} WHERE user_id = ${bind(userId)}::uuid GROUP BY family_id HAVING bool_or(${isUsable(bind(now))})`;
      const page = pageBy({ time: 's.started_at', id: 's.id', direction: 'DESC' }, window, bind);
      return db.query(`SELECT s.* FROM (${sessions}) s WHERE ${page.beyond} ${page.rest}`, values);
    },

    /** Finds a live session of a user. Index: refresh_token_jtis_family_id_idx. */
    findLive(session: { userId: string; sessionId: string; now: Date }): Promise<SessionRow | null> {
      const { userId, sessionId, now } = session;
      return firstRow(db.query<SessionRow>(FIND_LIVE, [sessionId, userId, now]));
    },

    countLive(userId: string, now: Date): Promise<number> {
      const text = `SELECT count(DISTINCT family_id) AS count FROM refresh_token_jtis WHERE user_id = $1::uuid AND ${isUsable('$2')}`;
      return firstNumber(db.query(text, [userId, now]));
    },

    /** Revokes one session. @returns false if the session does not exist or has already ended */
    async revokeFamily(familyId: string, now: Date): Promise<boolean> {
      const sql =
        'UPDATE refresh_token_jtis SET revoked_at = $2 WHERE family_id = $1::uuid AND revoked_at IS NULL RETURNING jti';
      return (await db.execute(sql, [familyId, now])).length > 0;
    },

    async revokeAll(userId: string, options: { keep: string | null; now: Date }): Promise<void> {
      await db.execute(REVOKE_ALL, [userId, options.keep, options.now]);
    },

    /** Deletes up to `batch` tokens of families that can no longer be used. @returns the number of deleted tokens */
    deleteExpired(now: Date, batch: number): Promise<number> {
      return firstNumber(db.execute(DELETE_EXPIRED, [now, batch]));
    },
  };
}

const columns = 'jti, user_id, family_id, successor_jti, expires_at, used_at, revoked_at, created_at, device';

// The last token of a live session.
const isUsable = (now: string) => `revoked_at IS NULL AND used_at IS NULL AND expires_at > ${now}`;

const SELECT_SESSIONS = `
  SELECT family_id AS id, min(created_at) AS started_at, max(created_at) AS last_used_at, max(expires_at) AS expires_at,
    (array_agg(device ORDER BY created_at DESC, used_at NULLS FIRST))[1] AS device
  FROM refresh_token_jtis`;

const FIND_LIVE = `${SELECT_SESSIONS} WHERE family_id = $1::uuid AND user_id = $2::uuid GROUP BY family_id HAVING bool_or(${isUsable('$3')})`;

const INSERT =
  'INSERT INTO refresh_token_jtis (jti, user_id, family_id, expires_at, created_at, device) VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6)';

// Index: refresh_token_jtis_family_id_idx.
const IS_LIVE = `
  SELECT EXISTS (
    SELECT FROM refresh_token_jtis
    WHERE family_id = $1::uuid AND user_id = $2::uuid AND revoked_at IS NULL AND used_at IS NULL AND expires_at > $3
  ) AS live`;

// Index: refresh_token_jtis_user_id_idx.
const REVOKE_ALL = `
  UPDATE refresh_token_jtis SET revoked_at = $3
  WHERE user_id = $1::uuid AND revoked_at IS NULL AND ($2::uuid IS NULL OR family_id <> $2::uuid)`;

// Index: refresh_token_jtis_expires_at_idx. Used tokens of a live family stay, so that a replay is recognized.
const DELETE_EXPIRED = deleteAndCount(`refresh_token_jtis WHERE jti IN (
    SELECT old.jti FROM refresh_token_jtis old
    WHERE old.expires_at < $1
      AND NOT EXISTS (SELECT FROM refresh_token_jtis young WHERE young.family_id = old.family_id AND young.expires_at >= $1)
    LIMIT $2
  )`);
