import type { Reach } from '../../auth/reach.js';
import type { Role } from '../../roles.js';
import type { OrganizationScope, ProjectScope } from '../../auth/scope.js';
import type { PageWindow } from '../../page.js';
import { projectSettings, settingNames, type ProjectChanges, type ProjectSettings } from '../../project-settings.js';
import { toSnakeCase } from '../../snake-case.js';
import { isPlausibleId, toProjectCondition } from '../access/reach-sql.js';
import { firstNumber, firstRow, prismaWrites, type Queryable } from '@memory-gateway/database';
import { pageBy, parameters, type Parameters } from '../keyset.js';

export interface ProjectRow extends ProjectSettings {
  readonly id: string;
  readonly organizationId: string;
  /** Whether the first start created this project. */
  readonly isDefault: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Always null in rows that were read: deleted rows are hidden. */
  readonly deletedAt: Date | null;
}

export interface ReachableProject extends ProjectRow {
  readonly projectRole: Role | null;
  readonly organizationRole: Role | null;
}

const plainColumns = ['id', 'organization_id', 'is_default', 'created_at', 'updated_at', 'deleted_at'];

/** All columns of a project, from `projects p`. */
export const projectColumns = [...plainColumns, ...settingNames.map(toSnakeCase)]
  .map((column) => `p.${column}`)
  .join(', ');

/** Creates the store of projects. Prisma creates and deletes; SQL reads by the caller's reach and merges JSON. */
export function projectStore(db: Queryable) {
  return {
    list(reach: Reach, organizationId: string | null, window: PageWindow): Promise<ReachableProject[]> {
      const { values, bind } = parameters();
      const select = selectReachable(reach, bind);
      const page = pageBy({ time: 'p.created_at', id: 'p.id', direction: 'ASC' }, window, bind);
      return db.query(`${select} AND ${inOrganization(organizationId, bind)} AND ${page.beyond} ${page.rest}`, values);
    },

    count(reach: Reach, organizationId: string | null): Promise<number> {
      const { values, bind } = parameters();
      const where = `${toProjectCondition(reach, bind)} AND ${inOrganization(organizationId, bind)}`;
      return firstNumber(db.query(`SELECT count(*) FROM projects p WHERE ${where}`, values));
    },

    /** Reads the projects within reach among these ids, in no particular order. */
    byIds(reach: Reach, ids: readonly string[]): Promise<ReachableProject[]> {
      const { values, bind } = parameters();
      const select = selectReachable(reach, bind);
      return db.query(`${select} AND p.id = ANY(${bind(ids.filter(isPlausibleId))}::text[])`, values);
    },

    /** Lists each organization's oldest projects within reach. Index: projects_organization_id_created_at_id_idx. */
    ofOrganizations(reach: Reach, organizationIds: readonly string[], limit: number): Promise<ReachableProject[]> {
      const { values, bind } = parameters();
      const wanted = `unnest(${bind(organizationIds.filter(isPlausibleId))}::text[]) AS wanted(id)`;
      const each = `${selectReachable(reach, bind)} AND p.organization_id = wanted.id ORDER BY p.created_at, p.id LIMIT ${bind(limit)}`;
      return db.query(
        `SELECT found.* FROM ${wanted} CROSS JOIN LATERAL (${each}) AS found ORDER BY found.created_at, found.id`,
        values,
      );
    },

    find(scope: ProjectScope): Promise<ProjectRow | null> {
      return firstRow(
        db.query<ProjectRow>(`SELECT ${projectColumns} FROM projects p WHERE p.id = $1 AND p.deleted_at IS NULL`, [
          scope.projectId,
        ]),
      );
    },

    /** Blocks other changes of the project and its settings until the transaction ends. */
    async lock({ projectId }: ProjectScope): Promise<void> {
      await db.execute('SELECT 1 FROM projects WHERE id = $1 FOR NO KEY UPDATE', [projectId]);
    },

    async insert(
      { organizationId }: OrganizationScope,
      { id, name, description, now }: { id: string; name: string; description: string | null; now: Date },
    ): Promise<ProjectRow> {
      const { project } = await prismaWrites(db);
      const data = { id, organizationId, name, description, createdAt: now, updatedAt: now };
      // The type of a JSON column in Prisma is wider than that of the row.
      return (await project.create({ data })) as ProjectRow;
    },

    /** @returns the updated project, or null if it does not exist */
    update(scope: ProjectScope, changes: ProjectChanges, now: Date): Promise<ProjectRow | null> {
      const { values, bind } = parameters();
      const set = [...assignments(changes, bind), `updated_at = ${bind(now)}`].join(', ');
      const where = `p.id = ${bind(scope.projectId)} AND p.deleted_at IS NULL`;
      return firstRow(
        db.execute<ProjectRow>(`UPDATE projects AS p SET ${set} WHERE ${where} RETURNING ${projectColumns}`, values),
      );
    },

    /** Hides the project from every read. @returns false if it was already hidden or does not exist */
    async markDeleted({ projectId }: ProjectScope, now: Date): Promise<boolean> {
      const { project } = await prismaWrites(db);
      const hidden = await project.updateMany({
        where: { id: projectId, deletedAt: null },
        data: { deletedAt: now, updatedAt: now },
      });
      return hidden.count > 0;
    },
  };
}

function selectReachable(reach: Reach, bind: Parameters['bind']): string {
  const user = `${bind(reach.userId)}::uuid`;
  return `SELECT ${projectColumns}, pm.role AS project_role, om.role AS organization_role
    FROM projects p
    LEFT JOIN project_members pm ON pm.project_id = p.id AND pm.user_id = ${user}
    LEFT JOIN organization_members om ON om.organization_id = p.organization_id AND om.user_id = ${user}
    WHERE ${toProjectCondition(reach, bind)}`;
}

function inOrganization(organizationId: string | null, bind: Parameters['bind']): string {
  return organizationId === null ? 'true' : `p.organization_id = ${bind(organizationId)}`;
}

function assignments(changes: ProjectChanges, bind: Parameters['bind']): string[] {
  return settingNames.flatMap((name) => {
    const value = changes[name];
    if (value === undefined) return [];
    const column = toSnakeCase(name);
    return [`${column} = ${toAssigned(projectSettings[name].kind, { column, value, bind })}`];
  });
}

function toAssigned(
  kind: (typeof projectSettings)[keyof typeof projectSettings]['kind'],
  { column, value, bind }: { column: string; value: unknown; bind: Parameters['bind'] },
): string {
  if (kind !== 'categories' && kind !== 'extras') return bind(value);
  const place = `${bind(value === null ? null : JSON.stringify(value))}::jsonb`;
  if (kind === 'categories') return place;
  return `CASE WHEN ${place} IS NULL THEN '{}' ELSE p.${column} || ${place} END`;
}
