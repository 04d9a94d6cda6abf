import type { JsonObject } from '@prisma/client/runtime/client';
import type { Reach } from '../../auth/reach.js';
import type { Role } from '../../auth/permissions.js';
import type { OrganizationScope, ProjectScope } from '../../auth/scope.js';
import type { PageWindow } from '../../page.js';
import { isPlausibleId, toProjectCondition } from '../access/reach-sql.js';
import type { Queryable } from '../database/open-database.js';
import { pageBy, parameters, type Parameters } from '../sql/keyset.js';

/** A memory category as its owner wrote it: a name, or names with descriptions. */
export type CustomCategory = string | Record<string, string>;

export interface ProjectRow {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string | null;
  /** As sent. Null: never set. */
  readonly customCategories: CustomCategory[] | null;
  readonly customInstructions: string | null;
  readonly agentCustomInstructions: string | null;
  readonly multilingual: boolean;
  readonly decay: boolean;
  readonly feedbackRanking: boolean;
  /** Stored and returned, but without effect. */
  readonly extraSettings: JsonObject;
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

/** Changes of a project. Absent fields stay unchanged. `extraSettings` are merged; null clears them. */
export interface ProjectChanges {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly customCategories?: readonly CustomCategory[] | null | undefined;
  readonly customInstructions?: string | null | undefined;
  readonly agentCustomInstructions?: string | null | undefined;
  readonly multilingual?: boolean | undefined;
  readonly decay?: boolean | undefined;
  readonly feedbackRanking?: boolean | undefined;
  readonly extraSettings?: JsonObject | null | undefined;
}

const columns = `p.id, p.organization_id, p.name, p.description, p.custom_categories, p.custom_instructions, p.agent_custom_instructions,
  p.multilingual, p.decay, p.feedback_ranking, p.extra_settings, p.is_default, p.created_at, p.updated_at, p.deleted_at`;

/** Creates the store of projects. */
export function projectStore(db: Queryable) {
  return {
    list(reach: Reach, organizationId: string | null, window: PageWindow): Promise<ReachableProject[]> {
      const { values, bind } = parameters();
      const select = selectReachable(reach, bind);
      const page = pageBy({ time: 'p.created_at', id: 'p.id', direction: 'ASC' }, window, bind);
      return db.query(`${select} AND ${inOrganization(organizationId, bind)} AND ${page.beyond} ${page.rest}`, values);
    },

    async count(reach: Reach, organizationId: string | null): Promise<number> {
      const { values, bind } = parameters();
      const where = `${toProjectCondition(reach, bind)} AND ${inOrganization(organizationId, bind)}`;
      const [row] = await db.query<{ count: number }>(`SELECT count(*) FROM projects p WHERE ${where}`, values);
      return row?.count ?? 0;
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

    /** Finds the default project of a request: that of the key, else the user's, else (for admins) the server's. */
    async opened(reach: Reach): Promise<ReachableProject | null> {
      const { values, bind } = parameters();
      const [row] = await db.query<ReachableProject>(
        `${selectReachable(reach, bind)} AND ${isDefault(reach, bind)} LIMIT 1`,
        values,
      );
      return row ?? null;
    },

    async find(scope: ProjectScope): Promise<ProjectRow | null> {
      const [row] = await db.query<ProjectRow>(
        `SELECT ${columns} FROM projects p WHERE p.id = $1 AND p.deleted_at IS NULL`,
        [scope.projectId],
      );
      return row ?? null;
    },

    async insert(
      scope: OrganizationScope,
      project: { id: string; name: string; description: string | null; now: Date },
    ): Promise<ProjectRow> {
      const [row] = await db.query<ProjectRow>(
        `INSERT INTO projects AS p (id, organization_id, name, description, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5) RETURNING ${columns}`,
        [project.id, scope.organizationId, project.name, project.description, project.now],
      );
      if (!row) throw new Error('The new project was not returned.');
      return row;
    },

    /** @returns the updated project, or null if it does not exist */
    async update(scope: ProjectScope, changes: ProjectChanges, now: Date): Promise<ProjectRow | null> {
      const { values, bind } = parameters();
      const set = [...assignments(changes, bind), `updated_at = ${bind(now)}`].join(', ');
      const where = `p.id = ${bind(scope.projectId)} AND p.deleted_at IS NULL`;
      const [row] = await db.query<ProjectRow>(
        `UPDATE projects AS p SET ${set} WHERE ${where} RETURNING ${columns}`,
        values,
      );
      return row ?? null;
    },

    /** Hides the project from every read. @returns false if it does not exist */
    async markDeleted(scope: ProjectScope, now: Date): Promise<boolean> {
      const rows = await db.query(
        'UPDATE projects SET deleted_at = $2, updated_at = $2 WHERE id = $1 AND deleted_at IS NULL RETURNING id',
        [scope.projectId, now],
      );
      return rows.length > 0;
    },
  };
}

/** Never a project that the user was only added to: its owners would receive the user's data. */
function isDefault(reach: Reach, bind: Parameters['bind']): string {
  if (reach.keyProjectId) return 'true';
  const chosen = `(SELECT u.default_project_id FROM users u WHERE u.id = ${bind(reach.userId)}::uuid)`;
  if (!reach.everything) return `p.id = ${chosen}`;
  // The project that the admin chose may be marked as deleted.
  const kept = `(SELECT k.id FROM projects k WHERE k.id = ${chosen} AND k.deleted_at IS NULL)`;
  return `p.id = coalesce(${kept}, (SELECT d.id FROM projects d WHERE d.is_default AND d.deleted_at IS NULL LIMIT 1))`;
}

function selectReachable(reach: Reach, bind: Parameters['bind']): string {
  const user = `${bind(reach.userId)}::uuid`;
  return `SELECT ${columns}, pm.role AS project_role, om.role AS organization_role
    FROM projects p
    LEFT JOIN project_members pm ON pm.project_id = p.id AND pm.user_id = ${user}
    LEFT JOIN organization_members om ON om.organization_id = p.organization_id AND om.user_id = ${user}
    WHERE ${toProjectCondition(reach, bind)}`;
}

function inOrganization(organizationId: string | null, bind: Parameters['bind']): string {
  return organizationId === null ? 'true' : `p.organization_id = ${bind(organizationId)}`;
}

function assignments(changes: ProjectChanges, bind: Parameters['bind']): string[] {
  const set: string[] = [];
  const put = (column: string, value: unknown, expression = (place: string): string => place): void => {
    if (value !== undefined) set.push(`${column} = ${expression(bind(value))}`);
  };
  const json = (value: unknown): unknown => (value === undefined || value === null ? value : JSON.stringify(value));
  put('name', changes.name);
  put('description', changes.description);
  put('custom_categories', json(changes.customCategories), (place) => `${place}::jsonb`);
  put('custom_instructions', changes.customInstructions);
  put('agent_custom_instructions', changes.agentCustomInstructions);
  put('multilingual', changes.multilingual);
  put('decay', changes.decay);
  put('feedback_ranking', changes.feedbackRanking);
  put(
    'extra_settings',
    json(changes.extraSettings),
    (place) => `CASE WHEN ${place}::jsonb IS NULL THEN '{}' ELSE p.extra_settings || ${place}::jsonb END`,
  );
  return set;
}
