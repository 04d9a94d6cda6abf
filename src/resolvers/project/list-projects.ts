import { authorizeOrganization, getReach } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toTimedPage, type Page, type PageArgs } from '../../page.js';
import { groupBy } from '../shared/group-by.js';
import { type OwnProject, createOwnProjectMapper } from './own-project.js';

/** Lists visible projects, oldest first, of one or all organizations. @throws NotFoundError for a hidden one */
export async function listProjects(
  ctx: AppContext,
  input: PageArgs & { organizationId?: string | null },
): Promise<Page<OwnProject>> {
  const reach = getReach(ctx);
  const window = pageWindow(input);
  const organizationId = input.organizationId ?? null;
  // A missing or hidden organization is an error, not an empty list.
  if (organizationId !== null) await authorizeOrganization(ctx, 'organization:read', organizationId);
  const rows = await ctx.stores.projects.list(reach, organizationId, window);
  return toTimedPage(window, rows.map(createOwnProjectMapper(ctx)), () =>
    ctx.stores.projects.count(reach, organizationId),
  );
}

/** Returns the oldest `limit` visible projects of each organization, by organization id. For loaders. */
export async function projectsOfOrganizations(
  ctx: AppContext,
  organizationIds: readonly string[],
  limit: number,
): Promise<Map<string, OwnProject[]>> {
  const rows = await ctx.stores.projects.ofOrganizations(getReach(ctx), organizationIds, limit);
  return groupBy(rows.map(createOwnProjectMapper(ctx)), (row) => row.organizationId);
}

/** Returns the first page of projects of each organization, oldest first, in one statement. For loaders. */
export async function listFirstProjectsOfOrganizations(
  ctx: AppContext,
  input: { organizationIds: readonly string[]; first: number | null | undefined },
): Promise<Page<OwnProject>[]> {
  const window = pageWindow({ first: input.first });
  const byOrganization = await projectsOfOrganizations(ctx, input.organizationIds, window.limit + 1);
  return input.organizationIds.map((id) =>
    toTimedPage(window, byOrganization.get(id) ?? [], () => ctx.stores.projects.count(getReach(ctx), id)),
  );
}
