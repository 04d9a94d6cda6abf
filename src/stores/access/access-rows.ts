import type { Role } from '../../roles.js';
import type { OrganizationRow } from '../organization-store.js';
import type { ProjectRow } from '../project/project-store.js';

export interface ProjectAccess {
  readonly projectId: string;
  readonly organizationId: string;
  readonly projectRole: Role | null;
  readonly organizationRole: Role | null;
  /** True while a bulk deletion has memories left to mark, which must happen before any other work in the project. */
  readonly hasUnmarkedDeletion?: boolean;
  readonly project: ProjectRow;
  readonly organization: OrganizationRow;
}

export interface OrganizationAccess {
  readonly organizationId: string;
  readonly organizationRole: Role | null;
  /** Whether the caller is a member of a project of the organization; with a bound key, of the key's project. */
  readonly projectMember: boolean;
  /** Whether the caller's key is restricted to a project of the organization. */
  readonly keyProjectInside: boolean;
}
