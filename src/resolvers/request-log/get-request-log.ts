import type { AppContext } from '../../context.js';
import type { RequestLogRow } from '../../stores/request-log/request-log-entry.js';
import { getRequestLogReach } from './request-log-filter.js';

/** Returns a request by id, or null if it is missing or hidden. @throws UnauthenticatedError */
export async function getRequestLog(ctx: AppContext, id: string): Promise<RequestLogRow | null> {
  const reach = await getRequestLogReach(ctx, null);
  return /^\d{1,15}$/.test(id) ? ctx.stores.requestLogs.find(reach, Number(id)) : null;
}
