import type { Reach } from '../auth/reach.js';
import type { Role } from '../roles.js';
import type { OrganizationScope } from '../auth/scope.js';
import type { PageWindow } from '../page.js';
import { isPlausibleId, toOrganizationCondition } from './access/reach-sql.js';
import { firstNumber, firstRow, prismaWrites, type Queryable } from '@memory-gateway/database';
import { pageBy, parameters } from './keyset.js';

export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  /** Whether the first start created this organization. */
  readonly isDefault: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Always null in rows that were read: deleted rows are hidden. */
  readonly deletedAt: Date | null;
}

/** An organization with the caller's role. Null: no membership, or only of a project inside. */
export interface ReachableOrganization extends OrganizationRow {
  readonly organizationRole: Role | null;
}

const columns = 'o.id, o.name, o.is_default, o.created_at, o.updated_at, o.deleted_at';

/** Creates the store of organizations. Uses SQL where access decides what a statement returns, else Prisma. */
export function organizationStore(db: Queryable) {
  return {
    list(reach: Reach, window: PageWindow): Promise<ReachableOrganization[]> {
      const { values, bind } = parameters();
      const membership = joinMembership(reach, bind);
      const page = pageBy({ time: 'o.created_at', id: 'o.id', direction: 'ASC' }, window, bind);
      const where = `${toOrganizationCondition(reach, bind)} AND ${page.beyond}`;
      return db.query(
        `SELECT ${columns}, m.role AS organization_role FROM organizations o ${membership} WHERE ${where} ${page.rest}`,
        values,
      );
    },

    count(reach: Reach): Promise<number> {
      const { values, bind } = parameters();
      return firstNumber(
        db.query(`SELECT count(*) FROM organizations o WHERE ${toOrganizationCondition(reach, bind)}`, values),
      );
    },

    /** Reads the organizations within reach among these ids, in no particular order. */
    byIds(reach: Reach, ids: readonly string[]): Promise<ReachableOrganization[]> {
      const { values, bind } = parameters();
      const membership = joinMembership(reach, bind);
      const where = `o.id = ANY(${bind(ids.filter(isPlausibleId))}::text[]) AND ${toOrganizationCondition(reach, bind)}`;
      return db.query(
        `SELECT ${columns}, m.role AS organization_role FROM organizations o ${membership} WHERE ${where}`,
        values,
      );
    },

    find: async ({ organizationId }: OrganizationScope): Promise<OrganizationRow | null> =>
      (await db.prisma()).organization.findUnique({ where: { id: organizationId, deletedAt: null } }),

    async insert({ id, name, now }: { id: string; name: string; now: Date }): Promise<OrganizationRow> {
      const { organization } = await prismaWrites(db);
      return organization.create({ data: { id, name, createdAt: now, updatedAt: now } });
    },

    /** @returns null if the organization does not exist */
    async rename({ organizationId }: OrganizationScope, name: string, now: Date): Promise<OrganizationRow | null> {
      const { organization } = await prismaWrites(db);
      const where = { id: organizationId, deletedAt: null };
      const [row] = await organization.updateManyAndReturn({ where, data: { name, updatedAt: now } });
      return row ?? null;
    },

    /** Hides the organization and its projects from every read. @returns false if the organization does not exist */
    async markDeleted(scope: OrganizationScope, now: Date): Promise<boolean> {
      return (await db.execute(MARK_DELETED, [scope.organizationId, now])).length > 0;
    },

    defaults(): Promise<{ organizationId: string; projectId: string | null } | null> {
      return firstRow(db.query<{ organizationId: string; projectId: string | null }>(defaultIds));
    },
  };
}

// Index: projects_organization_id_created_at_id_idx.
const MARK_DELETED = `
  WITH inside AS (UPDATE projects SET deleted_at = $2, updated_at = $2 WHERE organization_id = $1 AND deleted_at IS NULL)
  UPDATE organizations SET deleted_at = $2, updated_at = $2 WHERE id = $1 AND deleted_at IS NULL RETURNING id`;

function joinMembership(reach: Reach, bind: (value: unknown) => string): string {
  return `LEFT JOIN organization_members m ON m.organization_id = o.id AND m.user_id = ${bind(reach.userId)}::uuid`;
}

// Partial unique indexes: organizations_default_key, projects_default_key.
const defaultIds = `
  SELECT o.id AS organization_id, p.id AS project_id
  FROM organizations o
  LEFT JOIN projects p ON p.is_default AND p.deleted_at IS NULL AND p.organization_id = o.id
  WHERE o.is_default AND o.deleted_at IS NULL`;
