import {
  authorizeOrganization,
  getOrganizationRole,
  getReach,
  isAllowedInOrganization,
  requireCaller,
} from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import { lowestRole, type Role } from '../../roles.js';
import { organizationActions, type OrganizationAction } from '../../auth/permissions.js';
import type { AppContext } from '../../context.js';
import { orNotFound } from '../../errors.js';
import { type OwnOrganization, createOwnOrganizationMapper } from './own-organization.js';

/** Returns an organization. @throws NotFoundError if it is missing or hidden */
export async function getOrganization(ctx: AppContext, id: string): Promise<OwnOrganization> {
  const scope = await authorizeOrganization(ctx, 'organization:read', id);
  const row = orNotFound(await ctx.stores.organizations.find(scope), 'Organization');
  return { ...row, role: scope.role };
}

/** Returns the caller's role in an organization; the lowest role for members of one of its projects. @throws NotFoundError */
export async function getRoleInOrganization(ctx: AppContext, organizationId: string): Promise<Role> {
  return (await authorizeOrganization(ctx, 'organization:read', organizationId)).role;
}

/** Lists what the caller may do in an organization. @throws NotFoundError */
export async function listOrganizationPermissions(
  ctx: AppContext,
  organizationId: string,
): Promise<OrganizationAction[]> {
  await authorizeOrganization(ctx, 'organization:read', organizationId);
  const allowed = await Promise.all(
    organizationActions.map((action) => isAllowedInOrganization(ctx, action, organizationId)),
  );
  return organizationActions.filter((_action, index) => allowed[index]);
}

/** Returns the visible organizations among these ids, by id, in one statement. For loaders. */
export async function organizationsByIds(
  ctx: AppContext,
  ids: readonly string[],
): Promise<Map<string, OwnOrganization>> {
  const rows = await ctx.stores.organizations.byIds(getReach(ctx), ids);
  return new Map(rows.map((row) => [row.id, createOwnOrganizationMapper(ctx)(row)]));
}

/** Returns the organization of a readable project. Authorization has cached it. For loaders. */
export async function getOrganizationOfProject(ctx: AppContext, projectId: string): Promise<OwnOrganization> {
  await enterProject(ctx, 'project:read', projectId);
  const access = orNotFound(await ctx.access.project(projectId), 'Project');
  const { organization, organizationRole: membership } = access;
  const place = {
    organizationId: organization.id,
    organizationRole: membership,
    projectMember: true,
    keyProjectInside: true,
  };
  return { ...organization, role: getOrganizationRole(requireCaller(ctx), place) ?? lowestRole };
}
