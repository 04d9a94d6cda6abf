import { isUuid } from '../ids.js';
import type { Queryable } from './database.js';

/** A person who can sign in. The password's hash is not part of it. */
export interface UserRow {
  readonly id: string;
  readonly name: string;
  /** Trimmed and in lower case. */
  readonly email: string;
  readonly role: 'admin' | 'member';
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastLoginAt: Date | null;
}

/** A user to be created. */
export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: 'admin' | 'member';
  readonly now: Date;
}

const columns = 'id, name, email, role, created_at, updated_at, last_login_at';

/** Users. */
export function userStore(db: Queryable) {
  const first = async (text: string, values: readonly unknown[] = []): Promise<UserRow | null> => (await db.query<UserRow>(text, values))[0] ?? null;
  return {
    find: async (id: string): Promise<UserRow | null> => (isUuid(id) ? first(`SELECT ${columns} FROM users WHERE id = $1`, [id]) : null),

    /** @param email in its normal form. Reads users_email_key. */
    findByEmail: (email: string): Promise<UserRow | null> => first(`SELECT ${columns} FROM users WHERE email = $1`, [email]),

    /** Whom the shared admin key and switched-off authentication act as. */
    oldestAdmin: (): Promise<UserRow | null> => first(`SELECT ${columns} FROM users WHERE role = 'admin' ORDER BY created_at, id LIMIT 1`),

    async count(): Promise<number> {
      const [row] = await db.query<{ count: number }>('SELECT count(*) FROM users');
      return row?.count ?? 0;
    },

    async insert(user: NewUser): Promise<UserRow> {
      const row = await first(
        `INSERT INTO users (id, name, email, password_hash, role, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING ${columns}`,
        [user.id, user.name, user.email, user.passwordHash, user.role, user.now],
      );
      if (!row) throw new Error('The new user was not returned.');
      return row;
    },

    /**
     * Makes every other writer of users wait until the transaction ends. For the creation of the first admin alone, where
     * there is no row yet that could be locked; unlike an advisory lock it also holds between users of one session.
     */
    async lockAll(): Promise<void> {
      await db.query('LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE');
    },
  };
}
