import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { notFound, ValidationError } from '../../errors.js';
import type { LogStreamRow } from '../../stores/log-stream/log-stream-store.js';
import { assertReceiverAllowed, isOfOtherServer } from '../shared/receiver-url.js';
import { authorizeLogStream } from './log-stream-access.js';
import { readLogStreamSettings, type LogStreamSettings } from './log-stream-input.js';

/** Updates a log stream; null and undefined keep a value. A paused stream resumes at its position. @throws ValidationError by field */
export async function updateLogStream(
  ctx: AppContext,
  input: LogStreamSettings & { readonly id: string },
): Promise<LogStreamRow> {
  requireCaller(ctx);
  const { token, ...changes } = readLogStreamSettings(ctx, input, []);
  const { scope, stream } = await authorizeLogStream(ctx, 'logStream:write', input.id);
  await assertReceiverAllowed(ctx, changes.url);
  if (token !== undefined && stream.isSigned)
    throw new ValidationError({ token: ['The stream is signed. Create another stream to send a token.'] });
  const credential = token === undefined ? undefined : await ctx.sealer.seal(token);
  return transact(ctx, async ({ stores, audit }) => {
    await stores.logStreams.lock(stream.id);
    const before = await stores.logStreams.find(scope, stream.id);
    if (before && !before.isSigned && token === undefined && isOfOtherServer(changes.url, before.url))
      throw new ValidationError({ token: ['must be given again, because the URL is of another server.'] });
    const after = await stores.logStreams.update(scope, stream.id, {
      changes: { ...changes, credential },
      now: ctx.now(),
      // A batch that is being sent to the former URL is sent to the new one.
      isMoved: changes.url !== undefined && changes.url !== before?.url,
    });
    if (!before || !after) throw notFound('Log stream');
    const values = { before: toAudited(before), after: { ...toAudited(after), token } };
    await audit({ action: 'log_stream.update', targetId: stream.id, place: stream, ...values });
    return after;
  });
}

function toAudited({ name, url, isCompressed, batchSize, isActive }: LogStreamRow): object {
  return { name, url, isCompressed, batchSize, isActive };
}
