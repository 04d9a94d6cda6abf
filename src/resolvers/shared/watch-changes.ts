import { createContext, type AppContext } from '../../context.js';
import { mapFrames } from '../../events/frame-queue.js';
import { guarded } from '../../events/guarded.js';
import type { DroppedFrame } from '../../events/subscription.js';
import type { ChangeRow, ChangeSource } from '../../stores/change/change-store.js';

export interface ChangedFrame<Value> {
  readonly kind: 'changed';
  /** Resumes the stream after this frame. */
  readonly cursor: string;
  readonly change: ChangeRow['kind'];
  readonly subjectId: string;
  readonly value: Value;
}

export type StreamFrame<Value> = ChangedFrame<Value> | DroppedFrame;

export interface StreamInput {
  /** Cursor to resume after. Without one, the stream begins with the present. */
  readonly after?: string | null | undefined;
  /** Frames kept for a slow reader. Default 1,000. */
  readonly maxBuffered?: number;
}

/** A stream of changes: who may read it, where its changes are, and how to read what they changed. */
export interface ChangeStream<Access, Value> {
  /** Authorizes the caller. Runs again while the stream is open. @throws the errors that end the stream */
  readonly enter: (ctx: AppContext) => Promise<Access>;
  readonly source: (access: Access) => ChangeSource & { readonly parentId?: string };
  /** Returns what changed; undefined leaves the frame out. */
  readonly read: (access: Access, change: ChangeRow) => Promise<Value | undefined>;
}

/**
 * Follows changes from now on, or without gap or repeat from a cursor. The caller's permissions are rechecked while the stream
 * is open; the stream ends with an error when they are gone.
 * @throws ValidationError for a cursor of another stream, and the errors of `enter`
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
    // A new context: the memberships of the old one are remembered from its beginning.
    access = await stream.enter(createContext(ctx, { caller, requestId: ctx.requestId }));
  };
  const reader = { userId: ctx.caller.user?.id ?? null, keyId: ctx.caller.key?.id ?? null };
  return guarded(frames, { check, everyMs: ctx.config.auth.recheckMs, bus: ctx.bus, reader });
}
