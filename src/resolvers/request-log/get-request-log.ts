import type { AppContext } from '../../context.js';
import { orNotFound } from '../../errors.js';
import type { RequestLogRow } from '../../stores/request-log/request-log-entry.js';
import { getRequestLogReach } from './request-log-filter.js';

/** Returns a request by id. @throws NotFoundError if it is missing or hidden; UnauthenticatedError */
export async function getRequestLog(ctx: AppContext, id: string): Promise<RequestLogRow> {
  const reach = await getRequestLogReach(ctx, null);
  return orNotFound(/^\d{1,15}$/.test(id) ? await ctx.stores.requestLogs.find(reach, Number(id)) : null, 'Request');
}
