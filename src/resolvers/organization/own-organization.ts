import { getOrganizationRole } from '../../auth/authorize.js';
import type { Role } from '../../auth/permissions.js';
import type { AppContext } from '../../context.js';
import type { OrganizationRow, ReachableOrganization } from '../../stores/organization/organization-store.js';

/** An organization and the caller's role in it. Members of a project inside are READERs. */
export interface OwnOrganization extends OrganizationRow {
  readonly role: Role;
}

export function createOwnOrganizationMapper(ctx: AppContext): (row: ReachableOrganization) => OwnOrganization {
  // Within reach without a membership of its own: through a project inside.
  const access = { projectMember: true, keyProjectInside: true };
  return ({ organizationRole: own, ...row }) => ({
    ...row,
    role: getOrganizationRole(ctx.caller, { ...access, organizationId: row.id, organizationRole: own }) ?? 'READER',
  });
}
