import {
  type ChangesOf,
  findViolatedConstraint,
  firstRow,
  isRowMissing,
  prismaWrites,
  type Queryable,
  type RowOf,
} from '@memory-gateway/database';
import { isUuid } from '../ids.js';
import type { PageWindow } from '../page.js';
import type { Prisma } from '@memory-gateway/database/prisma';
import { prismaPage } from './keyset.js';

const select = {
  id: true,
  name: true,
  /** Trimmed, in lower case. */
  email: true,
  role: true,
  createdAt: true,
  updatedAt: true,
  lastLoginAt: true,
} satisfies Prisma.UserSelect;

/** A user without the password hash. */
export interface UserRow extends RowOf<Prisma.UserGetPayload<{ select: typeof select }>, 'role'> {
  readonly role: 'admin' | 'member';
}

export interface NewUser extends Pick<UserSecrets, 'id' | 'name' | 'email' | 'passwordHash' | 'role'> {
  readonly defaultProjectId?: string | null;
  readonly now: Date;
}

/** A user with the password hash. Used by authentication only. */
export interface UserSecrets extends UserRow {
  readonly passwordHash: string;
}

type UserChanges = ChangesOf<
  Pick<UserSecrets, 'name' | 'email' | 'role' | 'passwordHash'> & { defaultProjectId: string }
>;

const columns = 'id, name, email, role, created_at, updated_at, last_login_at';

/** Whether a write failed because another user has this email address. */
export function isEmailTaken(error: unknown): boolean {
  return findViolatedConstraint(error) === 'users_email_key';
}

/** Creates the store of users. Prisma for administration; SQL for frequent statements and those that lock rows. */
export function userStore(db: Queryable) {
  const first = (text: string, values: readonly unknown[] = []): Promise<UserRow | null> =>
    firstRow(db.query<UserRow>(text, values));
  const change = (text: string, values: readonly unknown[] = []): Promise<UserRow | null> =>
    firstRow(db.execute<UserRow>(text, values));
  return {
    find: async (id: string): Promise<UserRow | null> =>
      isUuid(id) ? first(`SELECT ${columns} FROM users WHERE id = $1`, [id]) : null,

    findMany: (ids: readonly string[]): Promise<UserRow[]> =>
      db.query(`SELECT ${columns} FROM users WHERE id = ANY ($1::uuid[])`, [ids.filter(isUuid)]),

    /** Finds a user by normalized email address. Index: users_email_key. */
    findByEmail: (email: string): Promise<UserRow | null> =>
      first(`SELECT ${columns} FROM users WHERE email = $1`, [email]),

    withSecrets: (email: string): Promise<UserSecrets | null> =>
      firstRow(db.query<UserSecrets>(`SELECT ${columns}, password_hash FROM users WHERE email = $1`, [email])),

    /** Replaces a password hash by another hash of the same password. @returns false if the hash has changed since */
    replaceHash: async (id: string, { from, to }: { from: string; to: string }): Promise<boolean> =>
      (
        await db.execute('UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id', [
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
        ? await firstRow(
            db.execute<UserSecrets>(`SELECT ${columns}, password_hash FROM users WHERE id = $1 FOR NO KEY UPDATE`, [
              id,
            ]),
          )
        : null,

    /**
     * Lists the ids of all admins and locks their rows, so that two admins cannot remove each other at the same time.
     */
    async lockAdmins(): Promise<string[]> {
      const rows = await db.execute<{ id: string }>("SELECT id FROM users WHERE role = 'admin' ORDER BY id FOR UPDATE");
      return rows.map(({ id }) => id);
    },

    /** Reads one page, oldest first. Scans the table, which is small. */
    async list(window: PageWindow): Promise<UserRow[]> {
      const page = prismaPage({ time: 'createdAt', direction: 'asc', hasUuids: true }, window, {});
      return (await (await db.prisma()).user.findMany({ ...page, select })).map(toRow);
    },

    count: async () => (await db.prisma()).user.count(),

    /** Whether any user exists. SQL, because every start asks. */
    hasAny: async (): Promise<boolean> => (await db.query('SELECT id FROM users LIMIT 1')).length > 0,

    /** Records a sign-in. @returns null if the user does not exist */
    recordLogin: (id: string, at: Date, now: Date): Promise<UserRow | null> => change(RECORD_LOGIN, [id, at, now]),

    /** @returns null when the user does not exist */
    async update(id: string, changes: UserChanges, now: Date): Promise<UserRow | null> {
      const { user } = await prismaWrites(db);
      try {
        return toRow(await user.update({ where: { id }, data: { ...changes, updatedAt: now }, select }));
      } catch (error) {
        if (isRowMissing(error)) return null;
        throw error;
      }
    },

    /** Deletes a user with their keys, sessions and memberships. */
    async remove(id: string): Promise<void> {
      const { user } = await prismaWrites(db);
      await user.deleteMany({ where: { id } });
    },

    /** Finds the user that the shared admin key and disabled authentication act as. */
    oldestAdmin: (): Promise<UserRow | null> =>
      first(`SELECT ${columns} FROM users WHERE role = 'admin' ORDER BY created_at, id LIMIT 1`),

    async insert({ now, ...user }: NewUser): Promise<UserRow> {
      const { user: users } = await prismaWrites(db);
      return toRow(await users.create({ data: { ...user, createdAt: now, updatedAt: now }, select }));
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

const RECORD_LOGIN = `UPDATE users SET last_login_at = $2, updated_at = $3 WHERE id = $1 RETURNING ${columns}`;

// Safe cast: the database checks the role.
const toRow = (row: Omit<UserRow, 'role'> & { role: string }): UserRow => row as UserRow;
