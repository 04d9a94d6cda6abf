import type { AppContext } from '../../context.js';
import type { Lag } from '../../stores/log-stream/log-stream-rows.js';
import type { LogStreamRow } from '../../stores/log-stream/log-stream-store.js';
import { authorizeLogStream } from './log-stream-access.js';

/** Rows that a lag counts at most. */
const lagMax = 10_000;

/** Returns a log stream. @throws NotFoundError, the same for hidden and absent streams; ForbiddenError */
export async function getLogStream(ctx: AppContext, { id }: { id: string }): Promise<LogStreamRow> {
  return (await authorizeLogStream(ctx, 'logStream:read', id)).stream;
}

/** Returns the rows that a stream has not sent yet, at most 10,000. For a stream that the caller may see. */
export function getLogStreamLag(ctx: AppContext, stream: LogStreamRow): Promise<Lag> {
  return ctx.stores.logStreamRows.findLag(stream, stream.source, { after: stream.cursor, limit: lagMax });
}
