import { authorizeOrganization } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { MemberRow, MemberScope } from '../../stores/member-store.js';
import type { Parent } from './change-members.js';

/** Returns up to 10,000 members of a project or an organization, by email. @throws NotFoundError, ForbiddenError */
export async function listMembers(ctx: AppContext, parent: Parent): Promise<MemberRow[]> {
  return ctx.stores.members.list(await enterParent(ctx, parent));
}

/** Returns one page of these members, by email. @throws NotFoundError, ForbiddenError, ValidationError */
export async function pageMembers(ctx: AppContext, input: PageArgs & Parent): Promise<Page<MemberRow>> {
  const scope = await enterParent(ctx, input);
  const window = pageWindow(input);
  const rows = await ctx.stores.members.page(scope, window);
  return toPage(window, rows, {
    key: ({ email }) => [email],
    total: async () => onlyCount(await ctx.stores.members.counts([scope])),
  });
}

function enterParent(ctx: AppContext, parent: Parent): Promise<MemberScope> {
  return 'projectId' in parent
    ? enterProject(ctx, 'project:member:read', parent.projectId)
    : authorizeOrganization(ctx, 'organization:member:read', parent.organizationId);
}

const onlyCount = (counts: ReadonlyMap<string, number>): number => [...counts.values()][0] ?? 0;
