import type { Caller } from '../../auth/caller.js';
import { createContext, type AppContext } from '../../context.js';
import { ValidationError } from '../../errors.js';
import { guarded } from '../../events/guarded.js';
import type { RequestLogFrame } from '../../events/request-log-stream.js';
import { decodeCursor } from '../../page.js';
import { requestLogKey } from '../../stores/request-log/request-log-store.js';
import { compileReach, getRequestLogReach, toCriteria, type RequestLogInput } from './request-log-filter.js';

export interface WatchRequestLogsInput extends RequestLogInput {
  /** Cursor to resume behind; without one the stream begins with the present. */
  readonly after?: string | null;
  /** Looks at the credential itself again; rejects when it is no longer good. May answer the caller as it is now. */
  readonly recheck?: () => Promise<Caller | void>;
  readonly signal?: AbortSignal;
}

/**
 * Streams requests as they complete, to the same callers as {@link listRequestLogs}. The caller's permissions are rechecked
 * while the stream is open; the stream ends with an error when they are gone.
 * @throws UnauthenticatedError, NotFoundError, ValidationError
 */
export async function watchRequestLogs(
  ctx: AppContext,
  input: WatchRequestLogsInput,
): Promise<AsyncIterableIterator<RequestLogFrame>> {
  let isVisible = compileReach(await getRequestLogReach(ctx, input.projectId));
  const { caller } = ctx;
  const frames = ctx.requestLogs.subscribe({
    filter: toCriteria(input.filter ?? {}),
    after: await resumeId(ctx, ctx.lastEventId ?? input.after),
    visible: (row) => isVisible(row),
    signal: input.signal,
  });
  const check = async () => {
    const now = (await input.recheck?.()) ?? caller;
    // A new context: the memberships of the old one are remembered from its beginning.
    const rechecked = createContext(ctx, { caller: now, requestId: ctx.requestId });
    isVisible = compileReach(await getRequestLogReach(rechecked, input.projectId));
  };
  const reader = { userId: caller.user?.id ?? null, keyId: caller.key?.id ?? null };
  return guarded(frames, { check, everyMs: ctx.config.auth.recheckMs, bus: ctx.bus, reader });
}

async function resumeId(ctx: AppContext, after: string | null | undefined): Promise<number | null> {
  if (after == null) return null;
  const id = requestLogKey(decodeCursor(after, 'after'), 'after');
  // An id that was never given out would leave the reader waiting for good.
  if (id !== null && id > (await ctx.stores.requestLogs.lastIssuedId()))
    throw new ValidationError({ after: ['Not a cursor of this list.'] });
  return id;
}
