import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { notFound } from '../../errors.js';
import { authorizeLogStream } from './log-stream-access.js';

/** Deletes a log stream. The receiver keeps the rows it got. @throws NotFoundError, ForbiddenError */
export async function deleteLogStream(ctx: AppContext, { id }: { id: string }): Promise<void> {
  const { scope, stream } = await authorizeLogStream(ctx, 'logStream:write', id);
  await transact(ctx, async ({ stores, audit }) => {
    if (!(await stores.logStreams.delete(scope, id))) throw notFound('Log stream');
    const { name, url, source, format } = stream;
    await audit({ action: 'log_stream.delete', targetId: id, place: stream, before: { name, url, source, format } });
  });
}
