import { authorize, authorizeOrganization, organizationRole, reachOf, requireCaller } from '../auth/authorize.js';
import { callerName } from '../auth/caller.js';
import type { Role } from '../auth/permissions.js';
import { proveNewOrganization } from '../auth/scope.js';
import { transact, type AppContext } from '../context.js';
import { ForbiddenError, NotFoundError } from '../errors.js';
import { newId, prefixedId } from '../ids.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../page.js';
import type { OrganizationRow, ReachableOrganization } from '../stores/organization.js';
import { complaints } from '../validate.js';
import { readName } from './text-fields.js';

/** An organization and the caller's role in it. Members of a project inside are READERs. */
export interface OwnOrganization extends OrganizationRow {
  readonly role: Role;
}

/** The organizations that the caller is a member of or has a project in, oldest first; for an admin, all of them. */
export async function listOrganizations(ctx: AppContext, page: PageArgs): Promise<Page<OwnOrganization>> {
  const reach = reachOf(ctx);
  const window = pageWindow(page);
  const rows = await ctx.stores.organizations.list(reach, window);
  return toPage(window, rows.map(asOwn(ctx)), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.organizations.count(reach),
  });
}

/** One organization. @throws NotFoundError when there is none that the caller may see */
export async function getOrganization(ctx: AppContext, id: string): Promise<OwnOrganization> {
  const scope = await authorizeOrganization(ctx, 'organization:read', id);
  const row = await ctx.stores.organizations.find(scope);
  if (!row) throw new NotFoundError('Organization not found.');
  return { ...row, role: scope.role };
}

/** What the caller may do in an organization; READER for members of a project inside. @throws NotFoundError when the caller may not see it */
export async function roleInOrganization(ctx: AppContext, organizationId: string): Promise<Role> {
  return (await authorizeOrganization(ctx, 'organization:read', organizationId)).role;
}

/** Those of these organizations that the caller may see, by id: for loaders. One statement. */
export async function organizationsByIds(
  ctx: AppContext,
  ids: readonly string[],
): Promise<Map<string, OwnOrganization>> {
  const rows = await ctx.stores.organizations.byIds(reachOf(ctx), ids);
  return new Map(rows.map((row) => [row.id, asOwn(ctx)(row)]));
}

/** The organization of a project that the caller may read: for loaders. Came along when the right was looked up. */
export async function organizationOfProject(ctx: AppContext, projectId: string): Promise<OwnOrganization> {
  await authorize(ctx, 'project:read', projectId);
  const access = await ctx.access.project(projectId);
  if (!access) throw new NotFoundError('Project not found.');
  const { organization, organizationRole: membership } = access;
  const place = {
    organizationId: organization.id,
    organizationRole: membership,
    projectMember: true,
    keyProjectInside: true,
  };
  return { ...organization, role: organizationRole(requireCaller(ctx), place) ?? 'READER' };
}

/**
 * Creates an organization; its creator becomes its OWNER. The admin key on an installation without users leaves no member.
 * @throws ForbiddenError for a key that is read-only or bound to a project; ValidationError on `name`
 */
export async function createOrganization(ctx: AppContext, input: { name: string }): Promise<OwnOrganization> {
  const { key, user } = requireCaller(ctx);
  if (key?.readOnly) throw new ForbiddenError('This API key is read-only.');
  if (key?.projectId) throw new ForbiddenError('This API key is bound to one project and cannot create organizations.');
  const check = complaints();
  const name = readName(check, 'name', input.name);
  check.settle();

  const id = prefixedId('org');
  const now = ctx.now();
  return transact(ctx, async ({ stores, announce }) => {
    const row = await stores.organizations.insert({ id, name, now });
    if (user) {
      await stores.members.insert(proveNewOrganization(id), { userId: user.id, role: 'OWNER', now });
      await announce('credentialChanged', { userId: user.id });
    }
    return { ...row, role: 'OWNER' };
  });
}

/**
 * Deletes an organization with all of its projects for good: hidden from everybody at once, removed by a job. The receipt outlives it.
 * @throws NotFoundError, ForbiddenError
 */
export async function deleteOrganization(
  ctx: AppContext,
  input: { organizationId: string },
): Promise<{ deletionId: string }> {
  const scope = await authorizeOrganization(ctx, 'organization:delete', input.organizationId);
  const now = ctx.now();
  return transact(ctx, async ({ stores, announce, enqueue }) => {
    if (!(await stores.organizations.markDeleted(scope, now))) throw new NotFoundError('Organization not found.');
    const { id } = await stores.deletions.insert({
      ...{
        id: newId(),
        organizationId: scope.organizationId,
        projectId: null,
        kind: 'ORGANIZATION',
        entityType: null,
        entityName: null,
      },
      ...{
        filter: { org_id: scope.organizationId },
        condition: null,
        requestedBy: callerName(ctx.caller),
        requestedAt: now,
        removeAfter: now,
      },
    });
    await enqueue('deleteOrganization', { organizationId: scope.organizationId });
    // Whoever has a stream open in it.
    await announce('credentialChanged', {});
    return { deletionId: id };
  });
}

function asOwn(ctx: AppContext): (row: ReachableOrganization) => OwnOrganization {
  // Within reach without a membership of its own: through a project inside.
  const access = { projectMember: true, keyProjectInside: true };
  return ({ organizationRole: own, ...row }) => ({
    ...row,
    role: organizationRole(ctx.caller, { ...access, organizationId: row.id, organizationRole: own }) ?? 'READER',
  });
}
