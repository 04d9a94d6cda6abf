import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { notFound, ValidationError } from '../../errors.js';
import type { LogStreamRow } from '../../stores/log-stream/log-stream-store.js';
import { authorizeLogStream } from './log-stream-access.js';

/** New position of a stream: after a cursor, or at the first row at or after a time. */
export interface ReplayLogStreamInput {
  readonly id: string;
  readonly cursor?: string | null | undefined;
  readonly since?: Date | null | undefined;
}

/**
 * Moves a log stream to another position, from which it sends every row again, in order; of the audit log, also the signed heads.
 * @throws ValidationError unless exactly one of `cursor` and `since` is given; NotFoundError; ForbiddenError
 */
export async function replayLogStream(ctx: AppContext, input: ReplayLogStreamInput): Promise<LogStreamRow> {
  const { id, cursor, since } = input;
  requireCaller(ctx);
  if ((cursor == null) === (since == null)) throw new ValidationError({ cursor: ['Pass either `cursor` or `since`.'] });
  const position = cursor != null ? readCursor(cursor) : null;
  if (since != null && Number.isNaN(since.getTime())) throw new ValidationError({ since: ['must be a time.'] });
  const { scope, stream } = await authorizeLogStream(ctx, 'logStream:write', id);
  return transact(ctx, async ({ stores, audit }) => {
    const rows = stores.logStreamRows;
    const next = position ?? (await rows.findBefore(stream, stream.source, since ?? ctx.now()));
    if (next > (await rows.findEnd(stream, stream.source)))
      throw new ValidationError({ cursor: ['is beyond the end of the log.'] });
    await stores.logStreams.lock(id);
    const before = await stores.logStreams.find(scope, id);
    const changes = { cursor: next, ...(stream.source === 'AUDIT_LOG' && { headCursor: next }) };
    const after = await stores.logStreams.update(scope, id, { changes, now: ctx.now() });
    if (!before || !after) throw notFound('Log stream');
    const values = { before: { cursor: before.cursor }, after: { cursor: after.cursor } };
    await audit({ action: 'log_stream.replay', targetId: id, place: stream, ...values });
    return after;
  });
}

function readCursor(cursor: string): number {
  const position = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (Number.isNaN(position)) throw new ValidationError({ cursor: ['must be a cursor of a log stream.'] });
  return position;
}
