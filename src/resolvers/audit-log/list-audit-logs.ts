import { requireAdmin, requireCaller } from '../../auth/authorize.js';
import { onReplica, type AppContext } from '../../context.js';
import { orNotFound } from '../../errors.js';
import { isUuid } from '../../ids.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { AuditLogRow } from '../../stores/audit-log-store.js';
import { getAuditReach, toAuditCriteria, type AuditLogInput } from './audit-log-filter.js';

/** Lists audit log rows, newest first: those of a project or organization for its OWNERs, all rows for admins. */
export async function listAuditLogs(ctx: AppContext, input: AuditLogInput & PageArgs): Promise<Page<AuditLogRow>> {
  const reach = await getAuditReach(ctx, input);
  const criteria = await toAuditCriteria(ctx, input.filter ?? {});
  const window = pageWindow(input);
  const logs = onReplica(ctx).stores.auditLogs;
  return toPage(window, await logs.page(reach, criteria, window), {
    key: (row) => [row.id],
    total: () => logs.count(reach, criteria),
  });
}

/** Returns an audit log row by its id. @throws NotFoundError if missing or hidden, ForbiddenError */
export async function getAuditLog(ctx: AppContext, { id }: { id: string }): Promise<AuditLogRow> {
  requireCaller(ctx);
  const found = orNotFound(
    isUuid(id) ? await ctx.stores.auditLogs.find({ organizationId: null, projectId: null }, {}, id) : null,
    'Audit log row',
  );
  const { organizationId, projectId } = found;
  // The row of a deleted project belongs to its organization.
  const isOfProject = projectId !== null && (await ctx.access.project(projectId)) !== null;
  if (organizationId === null) requireAdmin(ctx);
  else await getAuditReach(ctx, isOfProject ? { projectId } : { organizationId });
  return found;
}
