import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { newSigningSecret } from '../../webhooks/signature.js';
import { ConflictError, notFound } from '../../errors.js';
import { prefixedId } from '../../ids.js';
import type { LogStreamRow } from '../../stores/log-stream/log-stream-store.js';
import { assertReceiverAllowed } from '../shared/receiver-url.js';
import { authorizeLogStreams } from './log-stream-access.js';
import { readLogStreamSettings, type LogStreamInput } from './log-stream-input.js';

export interface CreatedLogStream {
  readonly logStream: LogStreamRow;
  /** Signing secret, `whsec_…`, returned only here. Null if batches carry the token of the endpoint. */
  readonly secret: string | null;
}

/** Maximum number of streams per organization. */
const streamsMax = 20;

/** Creates a log stream that starts with the next row. @throws ConflictError beyond 20 streams per organization */
export async function createLogStream(ctx: AppContext, input: LogStreamInput): Promise<CreatedLogStream> {
  requireCaller(ctx);
  const settings = readLogStreamSettings(ctx, input, ['name', 'url']);
  const { name = '', url = '', token, isCompressed = true, batchSize = 500, isActive = true } = settings;
  const scope = await authorizeLogStreams(ctx, 'logStream:write', input);
  await assertReceiverAllowed(ctx, url);
  const secret = token === undefined ? newSigningSecret() : null;
  const { source, format } = input;
  const values = { name, url, source, format, isSigned: token === undefined, isCompressed, batchSize, isActive };
  const credential = await ctx.sealer.seal(token ?? secret ?? '');
  const place = {
    organizationId: scope.organizationId,
    projectId: 'projectId' in scope ? scope.projectId : null,
  };
  return transact(ctx, async ({ stores, audit }) => {
    // The project or organization may just have been deleted.
    if (!(await stores.members.lock(scope))) throw notFound('projectId' in scope ? 'Project' : 'Organization');
    if ((await stores.logStreams.lockCount(scope)) >= streamsMax)
      throw new ConflictError(`An organization may have ${streamsMax} log streams.`);
    const cursor = await stores.logStreamRows.findEnd(place, source);
    const headCursor = await stores.logStreamRows.findLastHead(place);
    const row = { ...values, id: prefixedId('ls'), credential, cursor, headCursor, now: ctx.now() };
    const logStream = await stores.logStreams.insert(scope, row);
    await audit({ action: 'log_stream.create', targetId: logStream.id, place, after: { ...values, token } });
    return { logStream, secret };
  });
}
