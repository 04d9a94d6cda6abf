import { createContext, type AppContext } from '../../context.js';
import { type DroppedFrame, mapFrames } from '@memory-gateway/live-log';
import { guarded } from '../../events/guarded.js';
import type { ChangeRow, ChangeSource } from '../../stores/change-store.js';

export interface ChangedFrame<Value> {
  readonly kind: 'changed';
  /** Cursor that resumes the stream after this frame. */
  readonly cursor: string;
  readonly change: ChangeRow['kind'];
  readonly subjectId: string;
  readonly value: Value;
}

export type StreamFrame<Value> = ChangedFrame<Value> | DroppedFrame;

export interface StreamInput {
  /** Cursor to resume after. Default: new changes only. */
  readonly after?: string | null | undefined;
  /** Maximum number of frames buffered for a slow client. Default 1,000. */
  readonly maxBuffered?: number;
}

/** A stream of changes: who may read it, its source, and how to read the changed objects. */
export interface ChangeStream<Access, Value> {
  /** Authorizes the caller, at the start and again while the stream is open. An error ends the stream. */
  readonly enter: (ctx: AppContext) => Promise<Access>;
  readonly source: (access: Access) => ChangeSource & { readonly parentId?: string | null };
  /** Calls `check` when the object of the stream may have been deleted. @returns a function that ends the calls */
  readonly onDeletion?: (check: () => void) => () => void;
  /** Returns the changed object, or undefined to skip the frame. */
  readonly read: (access: Access, change: ChangeRow) => Promise<Value | undefined>;
}

/**
 * Streams new changes, or all changes after a cursor without gaps or repeats. Ends with an error when access is lost.
 * @throws ValidationError for a cursor of another stream; the errors of `enter`
 */
export async function watchChanges<Access, Value>(
  ctx: AppContext,
  { after, maxBuffered }: StreamInput,
  stream: ChangeStream<Access, Value>,
): Promise<AsyncIterableIterator<StreamFrame<Value>>> {
  let access = await stream.enter(ctx);
  const resumeAfter = ctx.lastEventId ?? after ?? null;
  const changes = await ctx.changes.subscribe({ ...stream.source(access), after: resumeAfter, maxBuffered });
  const frames = mapFrames(changes, async (frame): Promise<{ values: StreamFrame<Value>[] }> => {
    if (frame.kind === 'dropped') return { values: [frame] };
    const { cursor, row } = frame;
    const value = await stream.read(access, row);
    if (value === undefined) return { values: [] };
    return { values: [{ kind: 'changed', cursor, change: row.kind, subjectId: row.subjectId, value }] };
  });
  const check = async () => {
    const caller = await ctx.recheck();
    // A new context, because the old one caches memberships.
    access = await stream.enter(createContext(ctx, { caller, requestId: ctx.requestId }));
  };
  const reader = { userId: ctx.caller.user?.id ?? null, keyId: ctx.caller.key?.id ?? null };
  const { onDeletion } = stream;
  return guarded(frames, { check, everyMs: ctx.config.auth.recheckMs, bus: ctx.bus, reader, onDeletion });
}
