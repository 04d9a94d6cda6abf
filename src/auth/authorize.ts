import type { AppContext } from '../context.js';
import { ForbiddenError, isAllowed, notFound, NotFoundError, UnauthenticatedError } from '../errors.js';
import type { OrganizationAccess, ProjectAccess } from '../stores/access/access-rows.js';
import { getHigherRole, isAtLeast, lowestRole, type Role } from '../roles.js';
import type { Caller, McpScope } from './caller.js';
import { permissions, toRefusal, toRefusalOfKey, type OrganizationAction, type ProjectAction } from './permissions.js';
import type { Reach } from './reach.js';
import { proveOrganization, proveProject, type OrganizationScope, type ProjectScope } from './scope.js';

/** Rejects callers without a credential. @throws UnauthenticatedError */
export function requireCaller(ctx: AppContext): Caller {
  if (ctx.caller.mode === 'none') {
    throw new UnauthenticatedError('Authentication is required: send an API key or a bearer token.');
  }
  return ctx.caller;
}

/** Rejects callers who are not admins. @throws UnauthenticatedError, ForbiddenError */
export function requireAdmin(ctx: AppContext): Caller {
  const caller = requireCaller(ctx);
  if (!canAdminister(caller)) throw new ForbiddenError('Admin role required.');
  return caller;
}

/** Whether the credential opens the installation: a project-bound, read-only or scoped key of an admin does not. */
export function canAdminister({ isAdmin, key }: Caller): boolean {
  return isAdmin && !key?.projectId && !key?.readOnly && !key?.scopes;
}

/**
 * Checks that the caller may do `action` in the project. Use cases call `enterProject` instead.
 * @throws UnauthenticatedError without a credential
 * @throws NotFoundError if the project does not exist or is hidden from the caller (callers cannot tell which)
 * @throws ForbiddenError if a member lacks the role, or the key is read-only
 */
export async function authorize(ctx: AppContext, action: ProjectAction, projectId: string): Promise<ProjectScope> {
  const caller = requireCaller(ctx);
  const project = await ctx.access.project(projectId);
  const role = project && projectRole(caller, project);
  if (!project || !role) throw new NotFoundError('Project not found.');
  ctx.noteProject(projectId, project.project.storeRequestBodies);
  permit(caller, action, role);
  ctx.database.expectProject(projectId);
  return proveProject({ projectId: project.projectId, organizationId: project.organizationId, role });
}

/** Checks that the caller may do `action` in the organization. Throws like `authorize`. */
export async function authorizeOrganization(
  ctx: AppContext,
  action: OrganizationAction,
  organizationId: string,
): Promise<OrganizationScope> {
  const caller = requireCaller(ctx);
  const organization = await ctx.access.organization(organizationId);
  const role = organization && getOrganizationRole(caller, organization);
  if (!organization || !role) throw new NotFoundError('Organization not found.');
  if (isGuest(caller, organization) && !permissions[action].guests)
    throw new ForbiddenError(caller.key?.projectId ? toRefusalOfKey(action) : toRefusal(action));
  permit(caller, action, role);
  return proveOrganization({ organizationId, role });
}

/**
 * Checks that the caller may do `action` on an object of the organization, such as a log stream. Guests of the organization get the error
 * of an object that does not exist. @throws NotFoundError with `noun`; otherwise as {@link authorizeOrganization}
 */
export async function authorizeInOrganization(
  ctx: AppContext,
  action: OrganizationAction,
  { organizationId, noun }: { organizationId: string; noun: string },
): Promise<OrganizationScope> {
  const caller = requireCaller(ctx);
  const organization = await ctx.access.organization(organizationId);
  const isHidden = !organization || !getOrganizationRole(caller, organization) || isGuest(caller, organization);
  if (isHidden) throw notFound(noun);
  return authorizeOrganization(ctx, action, organizationId);
}

// Of its organization, a guest sees ID and name.
function isGuest({ key, isAdmin }: Caller, { organizationRole }: OrganizationAccess): boolean {
  return Boolean(key?.projectId) || (organizationRole === null && !isAdmin);
}

/** Whether {@link authorizeOrganization} would pass. The caller must be able to see the organization. */
export function isAllowedInOrganization(
  ctx: AppContext,
  action: OrganizationAction,
  organizationId: string,
): Promise<boolean> {
  return isAllowed(authorizeOrganization(ctx, action, organizationId));
}

/** Returns what the caller's credential can see. @throws UnauthenticatedError */
export function getReach(ctx: AppContext): Reach {
  const { user, key, isAdmin } = requireCaller(ctx);
  return { userId: user?.id ?? null, keyProjectId: key?.projectId ?? null, everything: isAdmin };
}

/** Returns the caller's role in a project, or null if the project is hidden from the caller. */
export function projectRole(caller: Caller, project: Omit<ProjectAccess, 'project' | 'organization'>): Role | null {
  const bound = caller.key?.projectId;
  if (bound && bound !== project.projectId) return null;
  return caller.isAdmin ? 'OWNER' : getHigherRole(project.projectRole, project.organizationRole);
}

/** Returns the caller's role in an organization, or null if the organization is hidden from the caller. */
export function getOrganizationRole(caller: Caller, organization: OrganizationAccess): Role | null {
  const { organizationRole, projectMember, keyProjectInside } = organization;
  const isMember = caller.isAdmin || organizationRole !== null || projectMember;
  // The role of the owner is for the owner's sessions and unbound keys.
  if (caller.key?.projectId) return keyProjectInside && isMember ? lowestRole : null;
  if (caller.isAdmin) return 'OWNER';
  return organizationRole ?? (projectMember ? lowestRole : null);
}

/** Whether a caller with this role may do `action`: `permit` as a question. */
export function isPermitted(caller: Caller, action: ProjectAction | OrganizationAction, role: Role): boolean {
  try {
    permit(caller, action, role);
    return true;
  } catch (error) {
    if (error instanceof ForbiddenError) return false;
    throw error;
  }
}

function permit(caller: Caller, action: ProjectAction | OrganizationAction, role: Role): void {
  const permission = permissions[action];
  if (!isAtLeast(role, permission.role)) throw new ForbiddenError(toRefusal(action));
  const scopes = caller.key?.scopes;
  if (scopes) return assertScope(scopes, permission.scope);
  if (permission.writes && caller.key?.readOnly) throw new ForbiddenError('This API key is read-only.');
}

function assertScope(scopes: ReadonlySet<McpScope>, needed: McpScope | 'any' | undefined): void {
  if (needed === undefined) throw new ForbiddenError('A connected app may not do this.');
  if (needed !== 'any' && !scopes.has(needed))
    throw new ForbiddenError(`The access token lacks the scope ${needed}. Connect the app again and grant it.`);
}
