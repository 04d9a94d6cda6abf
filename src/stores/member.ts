import type { Reach } from '../auth/authorize.js';
import type { Role } from '../auth/permissions.js';
import type { OrganizationScope, ProjectScope } from '../auth/scope.js';
import { isPlausibleId, projectsWithin } from './access.js';
import type { Queryable } from './database.js';
import { parameters } from './keyset.js';

/** A person with a role in a project or an organization. */
export interface MemberRow {
  readonly userId: string;
  /** The person's name. */
  readonly username: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
}

/** A member and the project it is listed for. */
export interface ProjectMemberRow extends MemberRow {
  readonly projectId: string;
}

/** Where somebody is a member: of the project, or of the organization when the scope is one of an organization. */
export type MemberScope = ProjectScope | OrganizationScope;

const columns = 'm.user_id, u.name AS username, u.email, m.role, m.created_at';

/** Members of projects and organizations. Every statement goes by the primary key (project or organization, user). */
export function memberStore(db: Queryable) {
  const one = async (text: string, values: readonly unknown[]): Promise<boolean> => (await db.query(text, values)).length > 0;
  return {
    /** All members, by e-mail. */
    list(scope: MemberScope): Promise<MemberRow[]> {
      const { from, id } = place(scope);
      return db.query(`SELECT ${columns} ${from} WHERE ${ofPlace(scope)} = $1 ORDER BY u.email`, [id]);
    },

    /** The members of those of these projects that are within reach, each list by e-mail. */
    ofProjects(reach: Reach, projectIds: readonly string[]): Promise<ProjectMemberRow[]> {
      const { values, bind } = parameters();
      const projects = `SELECT p.id FROM projects p WHERE p.id = ANY(${bind(projectIds.filter(isPlausibleId))}::text[]) AND ${projectsWithin(reach, bind)}`;
      const from = 'FROM project_members m JOIN users u ON u.id = m.user_id';
      return db.query(`SELECT m.project_id, ${columns} ${from} WHERE m.project_id IN (${projects}) ORDER BY u.email`, values);
    },

    async find(scope: MemberScope, email: string): Promise<MemberRow | null> {
      const { from, id } = place(scope);
      const [row] = await db.query<MemberRow>(`SELECT ${columns} ${from} WHERE ${ofPlace(scope)} = $1 AND u.email = $2`, [id, email]);
      return row ?? null;
    },

    /** @returns false when the user is a member already */
    insert(scope: MemberScope, member: { userId: string; role: Role; now: Date }): Promise<boolean> {
      const { table, key, id } = place(scope);
      return one(
        `INSERT INTO ${table} (${key}, user_id, role, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING user_id`,
        [id, member.userId, member.role, member.now],
      );
    },

    setRole(scope: MemberScope, userId: string, role: Role): Promise<boolean> {
      const { table, key, id } = place(scope);
      return one(`UPDATE ${table} SET role = $3 WHERE ${key} = $1 AND user_id = $2 RETURNING user_id`, [id, userId, role]);
    },

    remove(scope: MemberScope, userId: string): Promise<boolean> {
      const { table, key, id } = place(scope);
      return one(`DELETE FROM ${table} WHERE ${key} = $1 AND user_id = $2 RETURNING user_id`, [id, userId]);
    },

    async countOwners(scope: MemberScope): Promise<number> {
      const { table, key, id } = place(scope);
      const [row] = await db.query<{ count: number }>(`SELECT count(*) FROM ${table} WHERE ${key} = $1 AND role = 'OWNER'`, [id]);
      return row?.count ?? 0;
    },

    /** Makes other changes of these members wait until the transaction ends. @returns false when the place is gone */
    lock(scope: MemberScope): Promise<boolean> {
      const { of, id } = place(scope);
      return one(`SELECT id FROM ${of} WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`, [id]);
    },
  };
}

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

function ofPlace(scope: MemberScope): string {
  return `m.${place(scope).key}`;
}
