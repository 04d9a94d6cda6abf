import type { AppContext } from '../../context.js';
import type { AuditLogRow } from '../../stores/audit-log-store.js';
import { watchChanges, type StreamFrame, type StreamInput } from '../shared/watch-changes.js';
import { getAuditReach, toAuditCriteria, type AuditLogInput } from './audit-log-filter.js';

export type WatchAuditLogsInput = AuditLogInput & StreamInput;

/** Streams new audit log rows, with the access rules of `listAuditLogs`. @throws as `listAuditLogs` */
export async function watchAuditLogs(
  ctx: AppContext,
  input: WatchAuditLogsInput,
): Promise<AsyncIterableIterator<StreamFrame<AuditLogRow>>> {
  const criteria = await toAuditCriteria(ctx, input.filter ?? {});
  return watchChanges(ctx, input, {
    enter: (current) => getAuditReach(current, input),
    source: () => ({ topic: 'audit', projectId: null }),
    read: async (reach, { subjectId }) => (await ctx.stores.auditLogs.find(reach, criteria, subjectId)) ?? undefined,
  });
}
