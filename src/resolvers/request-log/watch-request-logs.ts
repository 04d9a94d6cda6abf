import type { Caller } from '../../auth/caller.js';
import { createContext, type AppContext } from '../../context.js';
import { ValidationError } from '../../errors.js';
import { guarded } from '../../events/guarded.js';
import type { PushedIterator } from '@memory-gateway/live-log';
import type { RequestLogFrame } from '../../events/request-log-stream.js';
import { decodeCursor, notOfThisStream } from '../../page.js';
import { requestLogKey } from '../../stores/request-log/request-log-store.js';
import { compileReach, getRequestLogReach, toCriteria, type RequestLogInput } from './request-log-filter.js';

export interface WatchRequestLogsInput extends RequestLogInput {
  /** Cursor to resume after. Default: new requests only. */
  readonly after?: string | null;
  /** Checks the credential again and may return its current caller. Rejects if the credential has become invalid. */
  readonly recheck?: () => Promise<Caller | void>;
  readonly signal?: AbortSignal;
}

/**
 * Streams requests as they complete, with the access rules of {@link listRequestLogs}, which are rechecked regularly.
 * The stream ends with an error when access is lost. @throws UnauthenticatedError, NotFoundError, ValidationError
 */
export async function watchRequestLogs(
  ctx: AppContext,
  input: WatchRequestLogsInput,
): Promise<PushedIterator<RequestLogFrame>> {
  let isVisible = compileReach(await getRequestLogReach(ctx, input.projectId));
  const { caller } = ctx;
  const frames = await ctx.requestLogs.subscribe({
    filter: toCriteria(input.filter ?? {}),
    after: await resumeId(ctx, ctx.lastEventId ?? input.after),
    visible: (row) => isVisible(row),
    signal: input.signal,
  });
  const check = async () => {
    const now = (await input.recheck?.()) ?? caller;
    // A new context, because the old one caches memberships.
    const rechecked = createContext(ctx, { caller: now, requestId: ctx.requestId });
    isVisible = compileReach(await getRequestLogReach(rechecked, input.projectId));
  };
  const reader = { userId: caller.user?.id ?? null, keyId: caller.key?.id ?? null };
  return guarded(frames, { check, everyMs: ctx.config.auth.recheckMs, bus: ctx.bus, reader });
}

async function resumeId(ctx: AppContext, after: string | null | undefined): Promise<number | null> {
  if (after == null) return null;
  const id = requestLogKey(decodeCursor(after, 'after', notOfThisStream), 'after', notOfThisStream);
  // An id that was never issued would make the stream wait forever.
  if (id !== null && id > (await ctx.stores.requestLogs.lastIssuedId()))
    throw new ValidationError({ after: [notOfThisStream] });
  return id;
}
