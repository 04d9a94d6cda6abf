import { authorizeOrganization, getOrganizationRole, getReach, requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { Role } from '../../auth/permissions.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import { type OwnOrganization, createOwnOrganizationMapper } from './own-organization.js';

/** One organization. @throws NotFoundError when there is none that the caller may see */
export async function getOrganization(ctx: AppContext, id: string): Promise<OwnOrganization> {
  const scope = await authorizeOrganization(ctx, 'organization:read', id);
  const row = await ctx.stores.organizations.find(scope);
  if (!row) throw new NotFoundError('Organization not found.');
  return { ...row, role: scope.role };
}

/** What the caller may do in an organization; READER for members of a project inside. @throws NotFoundError when the caller may not see it */
export async function getRoleInOrganization(ctx: AppContext, organizationId: string): Promise<Role> {
  return (await authorizeOrganization(ctx, 'organization:read', organizationId)).role;
}

/** Those of these organizations that the caller may see, by id: for loaders. One statement. */
export async function organizationsByIds(
  ctx: AppContext,
  ids: readonly string[],
): Promise<Map<string, OwnOrganization>> {
  const rows = await ctx.stores.organizations.byIds(getReach(ctx), ids);
  return new Map(rows.map((row) => [row.id, createOwnOrganizationMapper(ctx)(row)]));
}

/** The organization of a project that the caller may read: for loaders. Came along when the right was looked up. */
export async function getOrganizationOfProject(ctx: AppContext, projectId: string): Promise<OwnOrganization> {
  await enterProject(ctx, 'project:read', projectId);
  const access = await ctx.access.project(projectId);
  if (!access) throw new NotFoundError('Project not found.');
  const { organization, organizationRole: membership } = access;
  const place = {
    organizationId: organization.id,
    organizationRole: membership,
    projectMember: true,
    keyProjectInside: true,
  };
  return { ...organization, role: getOrganizationRole(requireCaller(ctx), place) ?? 'READER' };
}
