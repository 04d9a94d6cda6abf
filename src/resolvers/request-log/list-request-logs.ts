import { onReplica, type AppContext } from '../../context.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { RequestLogRow } from '../../stores/request-log/request-log-entry.js';
import { type RequestLogInput, getRequestLogReach, toCriteria } from './request-log-filter.js';

/**
 * Lists requests, newest first. OWNERs see all requests of their projects, other members those of their own credentials,
 * admins all. A key bound to a project sees only that project. @throws NotFoundError, ValidationError
 */
export async function listRequestLogs(
  ctx: AppContext,
  input: RequestLogInput & PageArgs,
): Promise<Page<RequestLogRow>> {
  const reach = await getRequestLogReach(ctx, input.projectId);
  const criteria = toCriteria(input.filter ?? {});
  const window = pageWindow(input);
  const logs = onReplica(ctx).stores.requestLogs;
  const rows = await logs.page(reach, criteria, window);
  return toPage(window, rows, { key: (row) => [row.id], total: () => logs.count(reach, criteria) });
}
