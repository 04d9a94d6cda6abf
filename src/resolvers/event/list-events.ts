import { callerName } from '../../auth/caller.js';
import { enterProject } from '../../auth/enter-project.js';
import { onReplica, type AppContext } from '../../context.js';
import { ValidationError } from '../../errors.js';
import { pageWindow, toTimedPage, type Page, type PageArgs } from '../../page.js';
import type { EventQuery, EventRow, EventStatus } from '../../stores/event-store.js';
import { readInstants, isStorable } from '@memory-gateway/memory-engine';
import { isUuid } from '../../ids.js';
import { readMoment } from '../../validate.js';
import { toTimeAndIdWindow } from '../memory/list-key.js';
import { toPageWindow } from '../memory/numbered-page.js';
import { pageWalk, listWalkedPage } from '../memory/page-walk.js';

const eventStatuses: readonly EventStatus[] = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'];

export interface EventListInput {
  readonly projectId: string;
  readonly status?: EventStatus | null | undefined;
  /** ADD, ... */
  readonly type?: string | null | undefined;
  /** Accepted at or after this time. */
  readonly since?: Date | null | undefined;
  /** Accepted before this time. */
  readonly until?: Date | null | undefined;
  /** Requested by this user. */
  readonly requestedById?: string | null | undefined;
}

/** Lists the events of a project, newest first. */
export async function listEvents(ctx: AppContext, input: PageArgs & EventListInput): Promise<Page<EventRow>> {
  const window = toTimeAndIdWindow(pageWindow(input));
  const query = eventQuery(input);
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  // The filter would tell a READER what others requested.
  if (query.requestedBy !== null && query.requestedBy !== callerName(ctx.caller))
    await enterProject(ctx, 'auditLog:read', input.projectId);
  const { events } = onReplica(ctx).stores;
  const rows = await events.list(scope, query, window);
  return toTimedPage(window, rows, () => events.count(scope, query));
}

/**
 * Lists events by page number (from 1) and page size (1 to 200), consistently across pages: see {@link pageWalk}. A page after the last one is
 * empty.
 */
export async function listEventsByPage(
  given: AppContext,
  input: EventListInput & { page: number; pageSize: number },
): Promise<{ rows: readonly EventRow[]; total: number }> {
  const page = { page: input.page, ...toPageWindow(input) };
  const query = eventQuery(input);
  const scope = await enterProject(given, 'memory:read', input.projectId);
  const ctx = onReplica(given);
  const { events } = ctx.stores;
  const walk = pageWalk(ctx, ['events', scope.projectId, query, page.limit]);
  const [{ rows }, total] = await Promise.all([
    listWalkedPage(walk, page, {
      after: (window) => events.list(scope, query, window),
      at: (place) => events.page(scope, query, place),
    }),
    events.count(scope, query),
  ]);
  return { rows, total };
}

/** Parses two inclusive dates: whole UTC days or ISO date-times. @throws ValidationError on `startDate` or `endDate` */
export function readEventPeriod(dates: {
  startDate?: string | undefined;
  endDate?: string | undefined;
}): Pick<EventListInput, 'since' | 'until'> {
  const read = (name: keyof typeof dates, edge: 'from' | 'to'): Date | null => {
    const text = dates[name];
    if (text === undefined) return null;
    try {
      return new Date(readInstants(text, name)[edge]);
    } catch {
      throw new ValidationError({ [name]: ['must be a date (YYYY-MM-DD) or an ISO date-time.'] });
    }
  };
  return { since: read('startDate', 'from'), until: read('endDate', 'to') };
}

function eventQuery({ status, type, since, until, requestedById }: EventListInput): EventQuery {
  if (status != null && !eventStatuses.includes(status))
    throw new ValidationError({ status: [`must be one of ${eventStatuses.join(', ')}.`] });
  if (type != null && (!isStorable(type) || type.length > 30))
    throw new ValidationError({ type: ['is no type of event.'] });
  if (requestedById != null && !isUuid(requestedById))
    throw new ValidationError({ requestedById: ['must be a UUID.'] });
  for (const [name, at] of Object.entries({ since, until }))
    if (at != null && !readMoment(at)) throw new ValidationError({ [name]: ['must be a date and time.'] });
  return {
    status: status ?? null,
    type: type ?? null,
    since: since ?? null,
    until: until ?? null,
    requestedBy: requestedById ?? null,
  };
}
