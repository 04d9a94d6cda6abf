import type { ProjectScope } from '../../auth/scope.js';
import { deleteAndCount, firstNumber, firstRow, type Queryable } from '@memory-gateway/database';

export interface DoomedProject {
  readonly projectId: string;
  readonly organizationId: string;
}

// Tables with rows of a project besides its memories, in order of removal. The request log and the audit log outlive
// the project.
export const projectTables = [
  'memory_history',
  'feedback',
  'entities',
  'exports',
  'import_batches',
  'request_bodies',
  'events',
  'webhook_deliveries',
  'webhooks',
  'changes',
] as const;

export type ProjectTable = (typeof projectTables)[number];

/** Creates the store that removes the rows of deleted projects. SQL, because it deletes in batches by a list of tables. */
export function projectDeletionStore(db: Queryable) {
  return {
    /** Finds a project that is marked as deleted, itself or by its organization. */
    find(projectId: string): Promise<DoomedProject | null> {
      return firstRow(db.query<DoomedProject>(FIND, [projectId]));
    },
    /** Lists the projects of an organization that is marked as deleted. */
    projectsOf: (organizationId: string) => db.query<DoomedProject>(PROJECTS_OF, [organizationId]),
    /** Removes up to `batch` memories with their dependent rows. @returns their ids; fewer than `batch` when done */
    async deleteMemories(scope: ProjectScope, batch: number): Promise<string[]> {
      return (await db.execute<{ id: string }>(DELETE_MEMORIES, [scope.projectId, batch])).map(({ id }) => id);
    },
    /** Removes up to `batch` rows with their dependent rows. @returns their number; less than `batch` when done */
    deleteRows(scope: ProjectScope, table: ProjectTable, batch: number): Promise<number> {
      return firstNumber(db.execute(deleteRows(table), [scope.projectId, batch]));
    },
    /** Removes the API keys that are restricted to the project. @returns their ids */
    async deleteKeys(scope: ProjectScope): Promise<string[]> {
      return (
        await db.execute<{ id: string }>('DELETE FROM api_keys WHERE project_id = $1 RETURNING id', [scope.projectId])
      ).map(({ id }) => id);
    },
    /** Removes the project row. Members and invitations are removed by cascade. */
    async deleteProject({ projectId, organizationId }: ProjectScope): Promise<void> {
      await db.execute('DELETE FROM projects WHERE id = $1 AND organization_id = $2', [projectId, organizationId]);
      // The row waited for memories that were being stored, which the cascade removes, but not their history.
      await db.execute('DELETE FROM memory_history WHERE project_id = $1', [projectId]);
    },
    /** Removes an organization that is marked as deleted, with its members, once it has no projects. */
    async deleteOrganization(organizationId: string): Promise<void> {
      await db.execute(DELETE_ORGANIZATION, [organizationId]);
    },
  };
}

const FIND = `
  SELECT p.id AS project_id, p.organization_id FROM projects p
  JOIN organizations o ON o.id = p.organization_id
  WHERE p.id = $1 AND (p.deleted_at IS NOT NULL OR o.deleted_at IS NOT NULL)`;

const PROJECTS_OF = `
  SELECT p.id AS project_id, p.organization_id FROM projects p JOIN organizations o ON o.id = p.organization_id
  WHERE o.id = $1 AND o.deleted_at IS NOT NULL ORDER BY p.created_at, p.id`;

// Index: memories_project_id_created_at_id_idx.
const DELETE_MEMORIES = `
  DELETE FROM memories WHERE project_id = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM memories WHERE project_id = $1 LIMIT $2 FOR UPDATE)) RETURNING id`;

const DELETE_ORGANIZATION = `
  DELETE FROM organizations o WHERE o.id = $1 AND o.deleted_at IS NOT NULL AND NOT EXISTS (SELECT FROM projects p WHERE p.organization_id = o.id)`;

// Each of these tables has an index that begins with project_id; rows are then addressed by ctid, which tells rows of one project apart.
const deleteRows = (table: ProjectTable) =>
  deleteAndCount(
    `${table} WHERE project_id = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE project_id = $1 LIMIT $2))`,
  );
