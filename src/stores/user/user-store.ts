import { isUuid } from '../../ids.js';
import type { PageWindow } from '../../page.js';
import { findViolatedConstraint } from '../database/database-errors.js';
import type { Queryable } from '../database/open-database.js';
import { pageBy, parameters } from '../sql/keyset.js';

/** A user without the password hash. */
export interface UserRow {
  readonly id: string;
  readonly name: string;
  /** Trimmed, in lower case. */
  readonly email: string;
  readonly role: 'admin' | 'member';
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastLoginAt: Date | null;
}

export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: 'admin' | 'member';
  readonly defaultProjectId?: string | null;
  readonly now: Date;
}

/** A user with the password hash. Used by authentication only. */
export interface UserSecrets extends UserRow {
  readonly passwordHash: string;
}

export interface UserChanges {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly role?: UserRow['role'] | undefined;
  readonly passwordHash?: string | undefined;
  readonly lastLoginAt?: Date | undefined;
  readonly defaultProjectId?: string | undefined;
}

const columns = 'id, name, email, role, created_at, updated_at, last_login_at';

const UPDATE = `
  UPDATE users SET name = coalesce($2, name), email = coalesce($3, email), role = coalesce($4, role),
    password_hash = coalesce($5, password_hash), last_login_at = coalesce($6, last_login_at), updated_at = $7,
    default_project_id = coalesce($8, default_project_id)
  WHERE id = $1 RETURNING ${columns}`;

const INSERT = `
  INSERT INTO users (id, name, email, password_hash, role, created_at, updated_at, default_project_id)
  VALUES ($1, $2, $3, $4, $5, $6, $6, $7) RETURNING ${columns}`;

/** Whether a write failed because another user has this email address. */
export function isEmailTaken(error: unknown): boolean {
  return findViolatedConstraint(error) === 'users_email_key';
}

/** Creates the store of users. */
export function userStore(db: Queryable) {
  const first = async (text: string, values: readonly unknown[] = []): Promise<UserRow | null> =>
    (await db.query<UserRow>(text, values))[0] ?? null;
  return {
    find: async (id: string): Promise<UserRow | null> =>
      isUuid(id) ? first(`SELECT ${columns} FROM users WHERE id = $1`, [id]) : null,

    findMany: (ids: readonly string[]): Promise<UserRow[]> =>
      db.query(`SELECT ${columns} FROM users WHERE id = ANY ($1::uuid[])`, [ids.filter(isUuid)]),

    /** Finds a user by normalized email address. Index: users_email_key. */
    findByEmail: (email: string): Promise<UserRow | null> =>
      first(`SELECT ${columns} FROM users WHERE email = $1`, [email]),

    withSecrets: async (email: string): Promise<UserSecrets | null> =>
      (await db.query<UserSecrets>(`SELECT ${columns}, password_hash FROM users WHERE email = $1`, [email]))[0] ?? null,

    /** Replaces a password hash by another hash of the same password. @returns false if the hash has changed since */
    replaceHash: async (id: string, { from, to }: { from: string; to: string }): Promise<boolean> =>
      (
        await db.query('UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id', [
          id,
          from,
          to,
        ])
      ).length > 0,

    /** Returns any imported password hash, or null if there is none. Scans the table, which is small. */
    async importedHash(): Promise<string | null> {
      const [row] = await db.query<{ passwordHash: string }>(
        "SELECT password_hash FROM users WHERE password_hash LIKE 'imported:%' ORDER BY id LIMIT 1",
      );
      return row?.passwordHash ?? null;
    },

    /** Reads a user with the password hash and locks the row, so that sessions and password change one at a time. */
    lock: async (id: string): Promise<UserSecrets | null> =>
      isUuid(id)
        ? ((
            await db.query<UserSecrets>(`SELECT ${columns}, password_hash FROM users WHERE id = $1 FOR NO KEY UPDATE`, [
              id,
            ])
          )[0] ?? null)
        : null,

    /**
     * Lists the ids of all admins and locks their rows, so that two admins cannot remove each other at the same time.
     */
    async lockAdmins(): Promise<string[]> {
      const rows = await db.query<{ id: string }>("SELECT id FROM users WHERE role = 'admin' ORDER BY id FOR UPDATE");
      return rows.map(({ id }) => id);
    },

    /** Reads one page, oldest first. Scans the table, which is small. */
    list(window: PageWindow): Promise<UserRow[]> {
      const { values, bind } = parameters();
      const page = pageBy({ time: 'created_at', id: 'id', direction: 'ASC' }, window, bind);
      return db.query(`SELECT ${columns} FROM users WHERE ${page.beyond} ${page.rest}`, values);
    },

    /** @returns null if the user does not exist */
    update(id: string, changes: UserChanges, now: Date): Promise<UserRow | null> {
      const { name, email, role, passwordHash, lastLoginAt, defaultProjectId } = changes;
      return first(UPDATE, [id, name, email, role, passwordHash, lastLoginAt, now, defaultProjectId]);
    },

    async remove(id: string): Promise<boolean> {
      return (await db.query('DELETE FROM users WHERE id = $1 RETURNING id', [id])).length > 0;
    },

    /** Finds the user that the shared admin key and disabled authentication act as. */
    oldestAdmin: (): Promise<UserRow | null> =>
      first(`SELECT ${columns} FROM users WHERE role = 'admin' ORDER BY created_at, id LIMIT 1`),

    async count(): Promise<number> {
      const [row] = await db.query<{ count: number }>('SELECT count(*) FROM users');
      return row?.count ?? 0;
    },

    async insert(user: NewUser): Promise<UserRow> {
      const row = await first(INSERT, [
        user.id,
        user.name,
        user.email,
        user.passwordHash,
        user.role,
        user.now,
        user.defaultProjectId,
      ]);
      if (!row) throw new Error('The new user was not returned.');
      return row;
    },

    /**
     * Blocks every other writer of users until the transaction ends. Only for creating the first admin, when there is
     * no row to lock. Unlike an advisory lock, it also excludes connections that share a session.
     */
    async lockAll(): Promise<void> {
      await db.query('LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE');
    },
  };
}
