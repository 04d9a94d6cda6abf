import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { toSearchable } from '../../events/request-log-text.js';
import { isUuid } from '../../ids.js';
import type { RequestLogRow } from '../../stores/request-log/request-log-entry.js';
import type { RequestLogCriteria, RequestLogReach } from '../../stores/request-log/request-log-store.js';
import { collectFieldErrors, findTextError } from '../../validate.js';

/** Conditions on requests as a caller writes them. A request must meet all of them. */
export interface RequestLogFilterInput extends RequestLogCriteria {
  /** Case-insensitive. */
  readonly method?: string | null;
  /** First digit of the status, 1 to 5. 2 matches 200 to 299. */
  readonly statusClass?: number | null;
  /** Part of the path, operation, request id, trace id, or of the code or message of an error. */
  readonly text?: string | null;
  /** At most 20. */
  readonly exceptClients?: readonly string[] | null;
}

/** Selects requests. Without a project, all requests that the caller may see. */
export interface RequestLogInput {
  readonly projectId?: string | null;
  readonly filter?: RequestLogFilterInput | null;
}

/** Returns the requests that the caller may see, of one project or of all. @throws NotFoundError */
export async function getRequestLogReach(
  ctx: AppContext,
  projectId: string | null | undefined,
): Promise<RequestLogReach> {
  const caller = requireCaller(ctx);
  const userId = caller.user?.id ?? null;
  const one = projectId ?? caller.key?.projectId;
  if (one != null) {
    const scope = await enterProject(ctx, 'requestLog:read', one);
    return { projectIds: [scope.projectId], onlyUserId: scope.role === 'OWNER' ? null : (userId ?? noUser) };
  }
  if (caller.isAdmin) return { projectIds: null };
  if (userId === null) return { projectIds: [] };
  return { projectIds: await ctx.stores.requestLogs.projectsOwnedBy(userId), orUserId: userId };
}

/** An id that no user has. */
const noUser = '00000000-0000-0000-0000-000000000000';

/** Compiles a reach to a function on rows in memory. It must agree with the SQL of the store. */
export function compileReach({ projectIds, onlyUserId, orUserId }: RequestLogReach): (row: RequestLogRow) => boolean {
  const visible = projectIds && new Set(projectIds);
  return (row) => {
    if (orUserId != null && row.userId === orUserId) return true;
    if (onlyUserId != null && row.userId !== onlyUserId) return false;
    if (visible === null) return true;
    return (row.projectId !== null && visible.has(row.projectId)) || row.otherProjectIds.some((id) => visible.has(id));
  };
}

const textFields = [
  'method',
  'pathPrefix',
  'operation',
  'errorCode',
  'keyPrefix',
  'requestId',
  'traceId',
  'client',
  'text',
] as const;

/** Most characters of a text in a filter. */
const textMax = 512;

/** Validates a filter. @throws ValidationError by field */
export function toCriteria(filter: RequestLogFilterInput): RequestLogCriteria {
  const check = collectFieldErrors();
  for (const name of textFields) if (filter[name] != null) check.add(name, findTextError(filter[name], textMax));
  const clients = filter.exceptClients ?? [];
  if (clients.length > 20 || clients.some((client) => findTextError(client, textMax) !== null))
    check.add('exceptClients', `must be at most 20 texts of at most ${textMax} characters.`);
  for (const name of ['minStatusCode', 'maxStatusCode'] as const)
    if (!isWithin(filter[name], 100, 599)) check.add(name, 'must be a status code from 100 to 599.');
  for (const name of ['minLatencyMs', 'maxLatencyMs'] as const)
    if (!((filter[name] ?? 0) >= 0)) check.add(name, 'must be a number from 0.');
  if (!isWithin(filter.statusClass, 1, 5)) check.add('statusClass', 'must be a whole number from 1 to 5.');
  if (filter.userId != null && !isUuid(filter.userId)) check.add('userId', 'must be a UUID.');
  for (const name of ['since', 'until'] as const)
    if (Number.isNaN(filter[name]?.getTime())) check.add(name, 'must be a time.');
  check.throwIfAny();
  const { statusClass, minStatusCode, maxStatusCode, ...rest } = filter;
  const [least, most] = statusClass == null ? [null, null] : [statusClass * 100, statusClass * 100 + 99];
  return {
    ...rest,
    method: filter.method?.toUpperCase(),
    text: filter.text == null || filter.text === '' ? null : toSearchable(filter.text),
    userId: filter.userId?.toLowerCase(),
    // Null without a limit: with a condition on the status, the index of a project would not suffice for its newest requests.
    minStatusCode: least == null ? minStatusCode : Math.max(least, minStatusCode ?? 0),
    maxStatusCode: most == null ? maxStatusCode : Math.min(most, maxStatusCode ?? 999),
  };
}

const isWithin = (value: number | null | undefined, least: number, most: number) =>
  value == null || (Number.isInteger(value) && value >= least && value <= most);
