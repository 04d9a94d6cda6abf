import { authorize, requireCaller } from '../../auth/authorize.js';
import type { AuthMode } from '../../auth/caller.js';
import type { AppContext } from '../../context.js';
import { ForbiddenError, ValidationError, type FieldErrors } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { RequestLogCriteria, RequestLogReach } from '../../stores/request-log/request-log-store.js';

/** Which calls a caller asks for; every condition that is given must hold. */
export interface RequestLogFilterInput {
  /** In any case. */
  readonly method?: string | null;
  readonly pathPrefix?: string | null;
  readonly operation?: string | null;
  /** 2 for 200 to 299, and so on; 1 to 5. */
  readonly statusClass?: number | null;
  readonly minStatus?: number | null;
  readonly maxStatus?: number | null;
  readonly authTypes?: readonly AuthMode[] | null;
  readonly userId?: string | null;
  readonly keyPrefix?: string | null;
  /** At most 20. */
  readonly exceptClients?: readonly string[] | null;
  readonly since?: Date | null;
  readonly until?: Date | null;
}

/** Whose calls, and which of them. Without a project: all that the caller may see. */
export interface RequestLogInput {
  readonly projectId?: string | null;
  readonly filter?: RequestLogFilterInput | null;
}

/** Whose calls the caller may see: those of one project, or all that are open to them. @throws UnauthenticatedError, NotFoundError, ForbiddenError */
export async function reachOf(ctx: AppContext, projectId: string | null | undefined): Promise<RequestLogReach> {
  const caller = requireCaller(ctx);
  const one = projectId ?? caller.key?.projectId;
  if (one != null) return { projectIds: [(await authorize(ctx, 'requestLog:read', one)).projectId] };
  if (caller.isAdmin) return { projectIds: null };
  const owned = caller.user ? await ctx.stores.requestLogs.projectsOwnedBy(caller.user.id) : [];
  if (owned.length === 0) throw new ForbiddenError('Only owners of a project may read request logs.');
  return { projectIds: owned };
}

/** Checks a filter. @throws ValidationError by field */
export function toCriteria(filter: RequestLogFilterInput): RequestLogCriteria {
  const problems: FieldErrors = {};
  for (const name of ['method', 'pathPrefix', 'operation', 'keyPrefix'] as const) {
    if (!isStorable(filter[name])) problems[name] = ['Must be a text of at most 512 characters without NUL.'];
  }
  const clients = filter.exceptClients ?? [];
  if (clients.length > 20 || !clients.every(isStorable))
    problems.exceptClients = ['Must be at most 20 texts of at most 512 characters without NUL.'];
  for (const name of ['minStatus', 'maxStatus'] as const) {
    if (!isWithin(filter[name], 100, 599)) problems[name] = ['Must be a status code from 100 to 599.'];
  }
  if (!isWithin(filter.statusClass, 1, 5)) problems.statusClass = ['Must be a whole number from 1 to 5.'];
  if (filter.userId != null && !isUuid(filter.userId)) problems.userId = ['Must be a UUID.'];
  for (const name of ['since', 'until'] as const) {
    if (Number.isNaN(filter[name]?.getTime())) problems[name] = ['Must be a time.'];
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  const { statusClass, minStatus, maxStatus, ...rest } = filter;
  const [least, most] = statusClass == null ? [0, 999] : [statusClass * 100, statusClass * 100 + 99];
  return {
    ...rest,
    method: filter.method?.toUpperCase(),
    userId: filter.userId?.toLowerCase(),
    minStatus: Math.max(least, minStatus ?? 0),
    maxStatus: Math.min(most, maxStatus ?? 999),
  };
}

const isStorable = (text: string | null | undefined) =>
  text == null || (text.length <= 512 && !/[\0\p{Cs}]/u.test(text));
const isWithin = (value: number | null | undefined, least: number, most: number) =>
  value == null || (Number.isInteger(value) && value >= least && value <= most);
