import type { Reach } from '../../auth/reach.js';
import { prepared, type Queryable } from '@memory-gateway/database';
import type { OrganizationRow } from '../organization-store.js';
import { projectColumns, type ProjectRow } from '../project/project-store.js';
import {
  prefetchColumns,
  prefetchValues,
  toShape,
  readPrefetched,
  type PrefetchRow,
  type PrefetchRequest,
  type PrefetchedPages,
} from '../project/project-page.js';
import { parameters, type Parameters } from '../keyset.js';
import type { OrganizationAccess, ProjectAccess } from './access-rows.js';
import { isPlausibleId } from './reach-sql.js';

type Identity = Pick<Reach, 'userId' | 'keyProjectId'>;

/** Reads memberships. Missing and deleted scopes are null. SQL, because almost every request runs one of these. */
export function accessStore(db: Queryable) {
  return {
    /** Returns access in the order of the ids, with one statement for all projects. */
    async projects(projectIds: readonly string[], identity: Identity): Promise<(ProjectAccess | null)[]> {
      const rows = await db.query<AccessRow>(accessOfProjects, [projectIds.filter(isPlausibleId), identity.userId]);
      const byId = new Map(rows.map((row) => [row.id, toProjectAccess(row)]));
      return projectIds.map((id) => byId.get(id) ?? null);
    },
    /** Reads one project and first pages of its lists in one statement. Check `access` before showing the pages. */
    async projectWith(
      projectId: string,
      identity: Identity,
      prefetch: PrefetchRequest,
    ): Promise<{ access: ProjectAccess; pages: PrefetchedPages } | null> {
      if (!isPlausibleId(projectId)) return null;
      const values = [projectId, identity.userId, ...prefetchValues(prefetch)];
      const [found] = await db.query<AccessRow & PrefetchRow>(projectWithPages(prefetch), values);
      if (!found) return null;
      const { prefetchedMembers, prefetchedMemories } = found;
      return {
        access: toProjectAccess(found),
        pages: readPrefetched(prefetch, { prefetchedMembers, prefetchedMemories }),
      };
    },
    /** Returns access to the default project. It may be hidden from the caller: check the role. */
    async opened(reach: Reach): Promise<ProjectAccess | null> {
      const { values, bind } = parameters();
      const which = `= ${toDefaultProject(reach, bind)}`;
      const text = projectAccess({ which, userId: bind(reach.userId), more: '' });
      const [row] = await db.query<AccessRow>(prepared(text), values);
      return row ? toProjectAccess(row) : null;
    },
    /** Returns access in the order of the ids, with one statement for all organizations. */
    async organizations(
      organizationIds: readonly string[],
      identity: Identity,
    ): Promise<(OrganizationAccess | null)[]> {
      const values = [organizationIds.filter(isPlausibleId), identity.userId, identity.keyProjectId];
      const rows = await db.query<OrganizationAccess>(accessOfOrganizations, values);
      const byId = new Map(rows.map((row) => [row.organizationId, row]));
      return organizationIds.map((id) => byId.get(id) ?? null);
    },
  };
}

/** Never a project that the user was only added to: its owners would receive the user's data. */
function toDefaultProject({ userId, keyProjectId, everything }: Reach, bind: Parameters['bind']): string {
  if (keyProjectId) return `${bind(keyProjectId)}::text`;
  const chosen = `(SELECT u.default_project_id FROM users u WHERE u.id = ${bind(userId)}::uuid)`;
  if (!everything) return chosen;
  // The project that the admin chose may be marked as deleted.
  const kept = `(SELECT k.id FROM projects k WHERE k.id = ${chosen} AND k.deleted_at IS NULL)`;
  return `coalesce(${kept}, (SELECT d.id FROM projects d WHERE d.is_default AND d.deleted_at IS NULL LIMIT 1))`;
}

interface AccessRow
  extends ProjectRow, Pick<ProjectAccess, 'projectRole' | 'organizationRole' | 'hasUnmarkedDeletion'> {
  readonly organizationName: string;
  readonly organizationIsDefault: boolean;
  readonly organizationCreatedAt: Date;
  readonly organizationUpdatedAt: Date;
}

function toProjectAccess(row: AccessRow & PrefetchRow): ProjectAccess {
  const {
    prefetchedMembers: _members,
    prefetchedMemories: _memories,
    projectRole,
    organizationRole,
    hasUnmarkedDeletion,
    organizationName,
    organizationIsDefault,
    organizationCreatedAt,
    organizationUpdatedAt,
    ...project
  } = row;
  const organization: OrganizationRow = {
    id: project.organizationId,
    name: organizationName,
    isDefault: organizationIsDefault,
    createdAt: organizationCreatedAt,
    updatedAt: organizationUpdatedAt,
    deletedAt: null,
  };
  return {
    projectId: project.id,
    organizationId: project.organizationId,
    projectRole,
    organizationRole,
    hasUnmarkedDeletion,
    project,
    organization,
  };
}

// Indexes: four primary keys and deletions_unmarked_idx, which is almost always empty. Selects the whole rows, because
// most requests need them next.
const projectAccess = ({ which, userId, more }: { which: string; userId: string; more: string }) => `
  SELECT ${projectColumns},
    o.name AS organization_name, o.is_default AS organization_is_default,
    o.created_at AS organization_created_at, o.updated_at AS organization_updated_at,
    pm.role AS project_role, om.role AS organization_role,
    EXISTS (SELECT FROM deletions d WHERE d.project_id = p.id AND d.marked_at IS NULL) AS has_unmarked_deletion${more}
  FROM projects p
  JOIN organizations o ON o.id = p.organization_id AND o.deleted_at IS NULL
  LEFT JOIN project_members pm ON pm.project_id = p.id AND pm.user_id = ${userId}::uuid
  LEFT JOIN organization_members om ON om.organization_id = p.organization_id AND om.user_id = ${userId}::uuid
  WHERE p.id ${which} AND p.deleted_at IS NULL`;

const textsByShape = new Map<string, string>();
const textsMax = 500;

/** Returns the statement for a project and its first pages. It is composed once for each shape of a page. */
function projectWithPages(prefetch: PrefetchRequest): string {
  const shape = toShape(prefetch);
  const known = textsByShape.get(shape);
  if (known !== undefined) return known;
  const text = prepared(projectAccess({ which: '= $1::text', userId: '$2', more: prefetchColumns(prefetch, '$3') }));
  if (textsByShape.size < textsMax) textsByShape.set(shape, text);
  return text;
}

const accessOfProjects = prepared(projectAccess({ which: '= ANY($1::text[])', userId: '$2', more: '' }));

// Indexes: primary keys, and project_members_user_id_idx for `project_member`.
const accessOfOrganizations = prepared(`
  SELECT o.id AS organization_id, om.role AS organization_role,
    EXISTS (
      SELECT FROM project_members pm JOIN projects p ON p.id = pm.project_id
      WHERE pm.user_id = $2::uuid AND p.organization_id = o.id AND p.deleted_at IS NULL AND ($3::text IS NULL OR p.id = $3)
    ) AS project_member,
    EXISTS (SELECT FROM projects p WHERE p.id = $3::text AND p.organization_id = o.id AND p.deleted_at IS NULL) AS key_project_inside
  FROM organizations o
  LEFT JOIN organization_members om ON om.organization_id = o.id AND om.user_id = $2::uuid
  WHERE o.id = ANY($1::text[]) AND o.deleted_at IS NULL`);
