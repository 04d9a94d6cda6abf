import { authorizeOrganization, getReach } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import { groupBy } from '../shared/group-by.js';
import { type OwnProject, createOwnProjectMapper } from './own-project.js';

/** The projects that the caller may see, oldest first; with `organizationId` only those of this organization. */
export async function listProjects(
  ctx: AppContext,
  input: PageArgs & { organizationId?: string | null },
): Promise<Page<OwnProject>> {
  const reach = getReach(ctx);
  const window = pageWindow(input);
  const organizationId = input.organizationId ?? null;
  // An organization that does not exist or that the caller may not see is refused, not shown as empty.
  if (organizationId !== null) await authorizeOrganization(ctx, 'organization:read', organizationId);
  const rows = await ctx.stores.projects.list(reach, organizationId, window);
  return toPage(window, rows.map(createOwnProjectMapper(ctx)), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.projects.count(reach, organizationId),
  });
}

/** The oldest `limit` projects that the caller may see of each organization, by organization id: for loaders. One statement. */
export async function projectsOfOrganizations(
  ctx: AppContext,
  organizationIds: readonly string[],
  limit: number,
): Promise<Map<string, OwnProject[]>> {
  const rows = await ctx.stores.projects.ofOrganizations(getReach(ctx), organizationIds, limit);
  return groupBy(rows.map(createOwnProjectMapper(ctx)), (row) => row.organizationId);
}

/** The first page of projects of many organizations, oldest first, in their order: for loaders. One statement. */
export async function listFirstProjectsOfOrganizations(
  ctx: AppContext,
  input: { organizationIds: readonly string[]; first: number | null | undefined },
): Promise<Page<OwnProject>[]> {
  const window = pageWindow({ first: input.first });
  const byOrganization = await projectsOfOrganizations(ctx, input.organizationIds, window.limit + 1);
  return input.organizationIds.map((id) =>
    toPage(window, byOrganization.get(id) ?? [], {
      key: (row) => [row.createdAt.toISOString(), row.id],
      total: () => ctx.stores.projects.count(getReach(ctx), id),
    }),
  );
}
