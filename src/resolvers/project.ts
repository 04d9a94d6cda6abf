import { authorize, authorizeOrganization, projectRole, reachOf, requireCaller } from '../auth/authorize.js';
import { callerName } from '../auth/caller.js';
import type { Role } from '../auth/permissions.js';
import { proveNewProject, type ProjectScope } from '../auth/scope.js';
import { transact, type AppContext } from '../context.js';
import { NotFoundError } from '../errors.js';
import { newId, prefixedId } from '../ids.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../page.js';
import type { MemoryColumn } from '../stores/memory-row.js';
import type { ProjectRow, ReachableProject } from '../stores/project.js';
import { calendarDay } from '../validate.js';
import { groupBy } from './group-by.js';
import { readProjectChanges, type ProjectInput } from './project-input.js';

export type { ProjectInput } from './project-input.js';

/** A project and the caller's role in it. */
export interface OwnProject extends ProjectRow {
  readonly role: Role;
}

/** The projects that the caller may see, oldest first; with `organizationId` only those of this organization. */
export async function listProjects(
  ctx: AppContext,
  input: PageArgs & { organizationId?: string | null },
): Promise<Page<OwnProject>> {
  const reach = reachOf(ctx);
  const window = pageWindow(input);
  const organizationId = input.organizationId ?? null;
  // An organization that does not exist or that the caller may not see is refused, not shown as empty.
  if (organizationId !== null) await authorizeOrganization(ctx, 'organization:read', organizationId);
  const rows = await ctx.stores.projects.list(reach, organizationId, window);
  return toPage(window, rows.map(asOwn(ctx)), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.projects.count(reach, organizationId),
  });
}

/** First pages of lists in a project that will be asked for next: how many rows of each, 1 to 100. */
export interface NextPages {
  readonly members?: { readonly first: number };
  readonly memories?: { readonly first: number; readonly columns: readonly MemoryColumn[] };
}

/** One project. What `next` names is read in the same statement. @throws NotFoundError when there is none that the caller may see */
export async function getProject(ctx: AppContext, id: string, next: NextPages | null = null): Promise<OwnProject> {
  if (next) await readAhead(ctx, id, next);
  const scope = await authorize(ctx, 'project:read', id);
  // Came along when the right was looked up, in this request.
  const access = await ctx.access.project(id);
  if (!access) throw new NotFoundError('Project not found.');
  return { ...access.project, role: scope.role };
}

async function readAhead(ctx: AppContext, id: string, { members, memories }: NextPages): Promise<void> {
  requireCaller(ctx);
  // One row more than the page: it tells whether there are others.
  await ctx.access.projectWith(id, {
    ...(members && { members: { limit: members.first + 1 } }),
    ...(memories && {
      memories: { limit: memories.first + 1, columns: memories.columns, expiredBefore: calendarDay(ctx.now()) },
    }),
  });
}

/** What the caller may do in a project. Of a project that was just read it is known. @throws NotFoundError when the caller may not see it */
export async function roleInProject(ctx: AppContext, projectId: string): Promise<Role> {
  return (await authorize(ctx, 'project:read', projectId)).role;
}

/** Those of these projects that the caller may see, by id: for loaders. One statement. */
export async function projectsByIds(ctx: AppContext, ids: readonly string[]): Promise<Map<string, OwnProject>> {
  const rows = await ctx.stores.projects.byIds(reachOf(ctx), ids);
  return new Map(rows.map((row) => [row.id, asOwn(ctx)(row)]));
}

/** The oldest `limit` projects that the caller may see of each organization, by organization id: for loaders. One statement. */
export async function projectsOfOrganizations(
  ctx: AppContext,
  organizationIds: readonly string[],
  limit: number,
): Promise<Map<string, OwnProject[]>> {
  const rows = await ctx.stores.projects.ofOrganizations(reachOf(ctx), organizationIds, limit);
  return groupBy(rows.map(asOwn(ctx)), (row) => row.organizationId);
}

/** The first page of projects of many organizations, oldest first, in their order: for loaders. One statement. */
export async function firstProjectsOfOrganizations(
  ctx: AppContext,
  input: { organizationIds: readonly string[]; first: number | null | undefined },
): Promise<Page<OwnProject>[]> {
  const window = pageWindow({ first: input.first });
  const byOrganization = await projectsOfOrganizations(ctx, input.organizationIds, window.limit + 1);
  return input.organizationIds.map((id) =>
    toPage(window, byOrganization.get(id) ?? [], {
      key: (row) => [row.createdAt.toISOString(), row.id],
      total: () => ctx.stores.projects.count(reachOf(ctx), id),
    }),
  );
}

/**
 * Creates a project; its creator becomes its OWNER.
 * @throws NotFoundError for a hidden organization; ForbiddenError for its READERs; ValidationError
 */
export async function createProject(
  ctx: AppContext,
  input: { organizationId: string; name: string; description?: string | null },
): Promise<OwnProject> {
  requireCaller(ctx);
  const { name = '', description = null } = readProjectChanges({ name: input.name, description: input.description });
  const organization = await authorizeOrganization(ctx, 'project:create', input.organizationId);
  const scope = proveNewProject(organization, prefixedId('proj'));
  const now = ctx.now();
  return transact(ctx, async ({ stores, announce }) => {
    const row = await stores.projects.insert(organization, { id: scope.projectId, name, description, now });
    const { user } = ctx.caller;
    if (user) {
      await stores.members.insert(scope, { userId: user.id, role: 'OWNER', now });
      await announce('credentialChanged', { userId: user.id });
    }
    return { ...row, role: 'OWNER' };
  });
}

/**
 * Changes settings of a project. What is undefined stays; null clears what can be empty.
 * @throws NotFoundError, ForbiddenError; ValidationError by field
 */
export async function updateProject(ctx: AppContext, input: ProjectInput & { projectId: string }): Promise<OwnProject> {
  requireCaller(ctx);
  const changes = readProjectChanges(input);
  const scope = await authorize(ctx, 'project:update', input.projectId);
  const row = await ctx.stores.projects.update(scope, changes, ctx.now());
  ctx.access.forget();
  if (!row) throw new NotFoundError('Project not found.');
  return { ...row, role: scope.role };
}

/**
 * Deletes a project for good: hidden from everybody at once, its rows removed by a job. The receipt outlives it.
 * @throws NotFoundError, ForbiddenError
 */
export async function deleteProject(ctx: AppContext, input: { projectId: string }): Promise<{ deletionId: string }> {
  const scope = await authorize(ctx, 'project:delete', input.projectId);
  const now = ctx.now();
  return transact(ctx, async ({ stores, announce, enqueue }) => {
    if (!(await stores.projects.markDeleted(scope, now))) throw new NotFoundError('Project not found.');
    const { id } = await stores.deletions.insert({
      ...{
        id: newId(),
        organizationId: scope.organizationId,
        projectId: scope.projectId,
        kind: 'PROJECT',
        entityType: null,
        entityName: null,
      },
      ...{
        filter: { project_id: scope.projectId },
        condition: null,
        requestedBy: callerName(ctx.caller),
        requestedAt: now,
        removeAfter: now,
      },
    });
    await enqueue('deleteProject', { projectId: scope.projectId });
    // Whoever has a stream open in it.
    await announce('credentialChanged', {});
    return { deletionId: id };
  });
}

/**
 * The project that the caller's credential opens when the call names none: the one that the key is bound to; else the default
 * project, if the caller may see it; else that of the caller's oldest membership.
 * @throws NotFoundError when it opens none
 */
export async function currentProject(ctx: AppContext): Promise<ProjectScope & { project: OwnProject }> {
  const found = await ctx.stores.projects.opened(reachOf(ctx));
  if (!found) throw new NotFoundError(opensNothing);
  const scope = await authorize(ctx, 'project:read', found.id);
  return { ...scope, project: asOwn(ctx)(found) };
}

const opensNothing = 'This credential opens no project. Create one, or ask the OWNER of a project to add you.';

/** The id of the project that a call is about: the one it names, else the one that the credential opens. Checks no rights. */
export async function chosenProject(ctx: AppContext, projectId?: string | null): Promise<string> {
  return projectId ?? (await currentProject(ctx)).projectId;
}

function asOwn(ctx: AppContext): (row: ReachableProject) => OwnProject {
  return ({ projectRole: inProject, organizationRole, ...row }) => {
    const access = { projectId: row.id, organizationId: row.organizationId, projectRole: inProject, organizationRole };
    return { ...row, role: projectRole(ctx.caller, access) ?? 'READER' };
  };
}
