import { getReach } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toTimedPage, type Page, type PageArgs } from '../../page.js';
import { type OwnOrganization, createOwnOrganizationMapper } from './own-organization.js';

/** Lists the organizations that the caller belongs to, directly or by a project, oldest first. Admins see all. */
export async function listOrganizations(ctx: AppContext, page: PageArgs): Promise<Page<OwnOrganization>> {
  const reach = getReach(ctx);
  const window = pageWindow(page);
  const rows = await ctx.stores.organizations.list(reach, window);
  return toTimedPage(window, rows.map(createOwnOrganizationMapper(ctx)), () => ctx.stores.organizations.count(reach));
}
