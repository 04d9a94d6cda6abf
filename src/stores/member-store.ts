import type { Reach } from '../auth/reach.js';
import type { Role } from '../roles.js';
import type { OrganizationScope, ProjectScope } from '../auth/scope.js';
import type { PageWindow } from '../page.js';
import { isPlausibleId, toProjectCondition } from './access/reach-sql.js';
import { firstNumber, firstRow, prepared, type Queryable } from '@memory-gateway/database';
import { parameters, readTextKey } from './keyset.js';

export interface MemberRow {
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
}

export interface ProjectMemberRow extends MemberRow {
  readonly projectId: string;
}

export type MemberScope = ProjectScope | OrganizationScope;

export interface MemberWithParentRow extends MemberRow {
  readonly parentId: string;
}

/** What a user is a member of. */
export interface MembershipRow {
  readonly organizationId: string;
  /** Null: a membership of the organization itself. */
  readonly projectId: string | null;
  readonly role: Role;
}

/** Maximum number of members in a REST response, which has no pages. */
const memberListMax = 10_000;

const columns = 'm.user_id, u.name AS username, u.email, m.role, m.created_at';

/**
 * Creates the store of project and organization members. Uses SQL, because one statement serves both tables; Prisma
 * would need each query twice. Index: the primary key (project or organization, user).
 */
export function memberStore(db: Queryable) {
  const one = async (text: string, values: readonly unknown[]): Promise<boolean> =>
    (await db.execute(text, values)).length > 0;
  return {
    /** Lists the first {@link memberListMax} members, ordered by email. */
    list(scope: MemberScope): Promise<MemberRow[]> {
      const { from, key, id } = place(scope);
      return db.query(`SELECT ${columns} ${from} WHERE m.${key} = $1 ORDER BY u.email LIMIT ${memberListMax}`, [id]);
    },

    /** Reads one page of members, ordered by email. @throws ValidationError for a cursor of another list */
    page(scope: MemberScope, window: PageWindow): Promise<MemberRow[]> {
      const { from, key, id } = place(scope);
      const { values, bind } = parameters();
      const [beyond, way] = window.backward ? ['<', 'DESC'] : ['>', 'ASC'];
      const email = readTextKey(window, isPlausibleEmail);
      const where = `m.${key} = ${bind(id)} AND ${email === null ? 'true' : `u.email ${beyond} ${bind(email)}`}`;
      return db.query(
        `SELECT ${columns} ${from} WHERE ${where} ORDER BY u.email ${way} LIMIT ${bind(window.limit + 1)}`,
        values,
      );
    },

    /** Lists the first `limit` members of each scope, ordered by email. All scopes must be of one kind. */
    async firstOf(scopes: readonly MemberScope[], limit: number): Promise<MemberWithParentRow[]> {
      if (!scopes[0]) return [];
      const { from, key } = place(scopes[0]);
      const each = `SELECT ${columns} ${from} WHERE m.${key} = wanted.id ORDER BY u.email LIMIT ${limit}`;
      const text = `SELECT wanted.id AS parent_id, found.* FROM unnest($1::text[]) AS wanted(id) CROSS JOIN LATERAL (${each}) AS found ORDER BY found.email`;
      return db.query(prepared(text), [scopes.map((scope) => place(scope).id)]);
    },

    /** Counts the members of each scope, by its id. All scopes must be of one kind. */
    async counts(scopes: readonly MemberScope[]): Promise<Map<string, number>> {
      if (!scopes[0]) return new Map();
      const { table, key } = place(scopes[0]);
      const text = `SELECT m.${key} AS id, count(*) FROM ${table} m WHERE m.${key} = ANY($1::text[]) GROUP BY m.${key}`;
      const rows = await db.query<{ id: string; count: number }>(text, [scopes.map((scope) => place(scope).id)]);
      return new Map(rows.map(({ id, count }) => [id, count]));
    },

    /** Lists the first {@link memberListMax} members of each of these projects within reach, ordered by email. */
    ofProjects(reach: Reach, projectIds: readonly string[]): Promise<ProjectMemberRow[]> {
      const { values, bind } = parameters();
      const projects = `SELECT p.id FROM projects p WHERE p.id = ANY(${bind(projectIds.filter(isPlausibleId))}::text[]) AND ${toProjectCondition(reach, bind)}`;
      const from = 'FROM project_members m JOIN users u ON u.id = m.user_id';
      const each = `SELECT m.project_id, ${columns} ${from} WHERE m.project_id = wanted.id ORDER BY u.email LIMIT ${memberListMax}`;
      return db.query(
        `SELECT found.* FROM (${projects}) AS wanted CROSS JOIN LATERAL (${each}) AS found ORDER BY found.email`,
        values,
      );
    },

    /** Lists the memberships of a user in projects and organizations that are not deleted. Indexes: project_members_user_id_idx, organization_members_user_id_idx. */
    ofUser: (userId: string): Promise<MembershipRow[]> => db.query(OF_USER, [userId]),

    find(scope: MemberScope, email: string): Promise<MemberRow | null> {
      const { from, key, id } = place(scope);
      return firstRow(
        db.query<MemberRow>(`SELECT ${columns} ${from} WHERE m.${key} = $1 AND u.email = $2`, [id, email]),
      );
    },

    /** Finds the user with this address in the organization or, with `guests`, in one of its projects. */
    async findColleague(scope: MemberScope, email: string, guests: boolean): Promise<string | null> {
      const [row] = await db.query<{ id: string }>(COLLEAGUE, [scope.organizationId, email, guests]);
      return row?.id ?? null;
    },

    /** @returns false if the user is already a member */
    insert(scope: MemberScope, member: { userId: string; role: Role; now: Date }): Promise<boolean> {
      const { table, key, id } = place(scope);
      return one(
        `INSERT INTO ${table} (${key}, user_id, role, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING user_id`,
        [id, member.userId, member.role, member.now],
      );
    },

    setRole(scope: MemberScope, userId: string, role: Role): Promise<boolean> {
      const { table, key, id } = place(scope);
      return one(`UPDATE ${table} SET role = $3 WHERE ${key} = $1 AND user_id = $2 RETURNING user_id`, [
        id,
        userId,
        role,
      ]);
    },

    remove(scope: MemberScope, userId: string): Promise<boolean> {
      const { table, key, id } = place(scope);
      return one(`DELETE FROM ${table} WHERE ${key} = $1 AND user_id = $2 RETURNING user_id`, [id, userId]);
    },

    countOwners(scope: MemberScope): Promise<number> {
      const { table, key, id } = place(scope);
      return firstNumber(db.query(`SELECT count(*) FROM ${table} WHERE ${key} = $1 AND role = 'OWNER'`, [id]));
    },

    /** Blocks other changes of these members until the transaction ends. @returns false if the scope is deleted */
    lock(scope: MemberScope): Promise<boolean> {
      const { of, id } = place(scope);
      return one(`SELECT id FROM ${of} WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`, [id]);
    },
  };
}

const OF_USER = `
  SELECT p.organization_id, p.id AS project_id, m.role FROM project_members m JOIN projects p ON p.id = m.project_id
  WHERE m.user_id = $1 AND p.deleted_at IS NULL
  UNION ALL
  SELECT o.id, NULL, m.role FROM organization_members m JOIN organizations o ON o.id = m.organization_id
  WHERE m.user_id = $1 AND o.deleted_at IS NULL`;

// Indexes: users_email_key, primary keys, and project_members_user_id_idx for guests.
const COLLEAGUE = `
  SELECT u.id FROM users u
  WHERE u.email = $2 AND (
    EXISTS (SELECT FROM organization_members m WHERE m.organization_id = $1 AND m.user_id = u.id)
    OR $3::boolean AND EXISTS (
      SELECT FROM project_members m JOIN projects p ON p.id = m.project_id
      WHERE m.user_id = u.id AND p.organization_id = $1 AND p.deleted_at IS NULL
    )
  )`;

function place(scope: MemberScope): { table: string; key: string; of: string; id: string; from: string } {
  const kind = 'projectId' in scope ? 'project' : 'organization';
  return {
    table: `${kind}_members`,
    key: `${kind}_id`,
    of: `${kind}s`,
    id: 'projectId' in scope ? scope.projectId : scope.organizationId,
    from: `FROM ${kind}_members m JOIN users u ON u.id = m.user_id`,
  };
}

const isPlausibleEmail = (email: string): boolean => email.length <= 320 && !/[\0\p{Cs}]/u.test(email);
