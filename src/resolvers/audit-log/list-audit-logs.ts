import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { AuditLogRow } from '../../stores/audit-log-store.js';
import { getAuditReach, toAuditCriteria, type AuditLogInput } from './audit-log-filter.js';

/** Lists audit log rows, newest first: those of a project or organization for its OWNERs, all rows for admins. */
export async function listAuditLogs(ctx: AppContext, input: AuditLogInput & PageArgs): Promise<Page<AuditLogRow>> {
  const reach = await getAuditReach(ctx, input);
  const criteria = await toAuditCriteria(ctx, input.filter ?? {});
  const window = pageWindow(input);
  const logs = ctx.stores.auditLogs;
  return toPage(window, await logs.page(reach, criteria, window), {
    key: (row) => [row.id],
    total: () => logs.count(reach, criteria),
  });
}
