import { projectRole } from '../../auth/authorize.js';
import { lowestRole, type Role } from '../../roles.js';
import type { AppContext } from '../../context.js';
import type { ProjectRow, ReachableProject } from '../../stores/project/project-store.js';

export interface OwnProject extends ProjectRow {
  readonly role: Role;
}

export function createOwnProjectMapper(ctx: AppContext): (row: ReachableProject) => OwnProject {
  return ({ projectRole: inProject, organizationRole, ...row }) => {
    const access = { projectId: row.id, organizationId: row.organizationId, projectRole: inProject, organizationRole };
    return { ...row, role: projectRole(ctx.caller, access) ?? lowestRole };
  };
}
