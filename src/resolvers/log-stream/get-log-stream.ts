import type { AppContext } from '../../context.js';
import type { Lag } from '../../stores/log-stream/log-stream-rows.js';
import type { LogStreamRow } from '../../stores/log-stream/log-stream-store.js';
import { authorizeLogStream } from './log-stream-access.js';

/** Maximum number of rows that a lag counts. */
const lagMax = 10_000;

/** Returns a log stream. @throws NotFoundError for missing and hidden streams; ForbiddenError */
export async function getLogStream(ctx: AppContext, { id }: { id: string }): Promise<LogStreamRow> {
  return (await authorizeLogStream(ctx, 'logStream:read', id)).stream;
}

/** Returns how many rows a visible stream has not sent yet, up to 10,000. */
export function getLogStreamLag(ctx: AppContext, stream: LogStreamRow): Promise<Lag> {
  return ctx.stores.logStreamRows.findLag(stream, stream.source, { after: stream.cursor, limit: lagMax });
}
