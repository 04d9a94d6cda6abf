import { getReach } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import { type OwnOrganization, createOwnOrganizationMapper } from './own-organization.js';

/** The organizations that the caller is a member of or has a project in, oldest first; for an admin, all of them. */
export async function listOrganizations(ctx: AppContext, page: PageArgs): Promise<Page<OwnOrganization>> {
  const reach = getReach(ctx);
  const window = pageWindow(page);
  const rows = await ctx.stores.organizations.list(reach, window);
  return toPage(window, rows.map(createOwnOrganizationMapper(ctx)), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.organizations.count(reach),
  });
}
