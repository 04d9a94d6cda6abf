import { getOrganizationRole } from '../../auth/authorize.js';
import { lowestRole, type Role } from '../../roles.js';
import type { AppContext } from '../../context.js';
import type { OrganizationRow, ReachableOrganization } from '../../stores/organization-store.js';

/** An organization with the caller's role. Members of one of its projects have the lowest role. */
export interface OwnOrganization extends OrganizationRow {
  readonly role: Role;
}

export function createOwnOrganizationMapper(ctx: AppContext): (row: ReachableOrganization) => OwnOrganization {
  // Without a membership of its own, the caller sees the organization through one of its projects.
  const access = { projectMember: true, keyProjectInside: true };
  return ({ organizationRole: own, ...row }) => ({
    ...row,
    role: getOrganizationRole(ctx.caller, { ...access, organizationId: row.id, organizationRole: own }) ?? lowestRole,
  });
}
