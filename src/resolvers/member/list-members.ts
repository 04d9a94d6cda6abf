import { authorizeOrganization } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { MemberRow, MemberScope } from '../../stores/member-store.js';

/** Returns up to 10,000 members of a project, by email. @throws NotFoundError */
export async function listProjectMembers(ctx: AppContext, projectId: string): Promise<MemberRow[]> {
  return ctx.stores.members.list(await enterProject(ctx, 'project:member:read', projectId));
}

/** Returns up to 10,000 members of an organization, by email. @throws NotFoundError, ForbiddenError */
export async function listOrganizationMembers(ctx: AppContext, organizationId: string): Promise<MemberRow[]> {
  return ctx.stores.members.list(await authorizeOrganization(ctx, 'organization:member:read', organizationId));
}

/** Returns one page of a project's members, by email. @throws NotFoundError, ValidationError */
export async function pageProjectMembers(
  ctx: AppContext,
  input: PageArgs & { projectId: string },
): Promise<Page<MemberRow>> {
  return pageMembers(ctx, await enterProject(ctx, 'project:member:read', input.projectId), input);
}

/** Returns one page of an organization's members, by email. @throws NotFoundError, ForbiddenError, ValidationError */
export async function pageOrganizationMembers(
  ctx: AppContext,
  input: PageArgs & { organizationId: string },
): Promise<Page<MemberRow>> {
  return pageMembers(ctx, await authorizeOrganization(ctx, 'organization:member:read', input.organizationId), input);
}

async function pageMembers(ctx: AppContext, scope: MemberScope, args: PageArgs): Promise<Page<MemberRow>> {
  const window = pageWindow(args);
  const rows = await ctx.stores.members.page(scope, window);
  return toPage(window, rows, {
    key: ({ email }) => [email],
    total: async () => onlyCount(await ctx.stores.members.counts([scope])),
  });
}

const onlyCount = (counts: ReadonlyMap<string, number>): number => [...counts.values()][0] ?? 0;
