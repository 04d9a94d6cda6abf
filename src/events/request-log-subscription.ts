import type { RequestLogRow } from '../stores/request-log/request-log-entry.js';
import type { LoggedFrame, Receiver, Tailer } from './request-log-tailer.js';

/** What a subscriber of the request log receives. */
export type RequestLogFrame =
  | LoggedFrame
  /** Calls that did not fit into the buffer of a slow reader: how many, and the cursor behind which they are to be found. */
  | { readonly kind: 'dropped'; readonly count: number; readonly resumeAfter: string };

/** Options of {@link subscribeToLog}. */
export interface SubscriptionOptions {
  readonly tailer: Pick<Tailer, 'ready' | 'attach' | 'detach'>;
  readonly listAfter: (id: number, limit: number) => Promise<RequestLogRow[]>;
  readonly toCursor: (id: number) => string;
  /** Id to resume behind; null begins with the present. */
  readonly after: number | null;
  readonly matches: (row: RequestLogRow) => boolean;
  readonly maxBuffered: number;
  readonly signal?: AbortSignal | undefined;
  /** Runs once, when the subscription has ended. */
  readonly onEnd: () => void;
}

/** A running subscription. */
export interface Subscription {
  readonly frames: AsyncIterableIterator<RequestLogFrame>;
  /** Ends it; what is buffered can still be read. */
  finish(): void;
}

const pageSize = 500;

/**
 * Frames in strictly increasing order of their ids. Resuming, they are read from the database at the reader's own pace; at
 * the end of the log the subscription joins the live rows, and from then on a reader that is too slow loses some and is told.
 */
export function subscribeToLog(options: SubscriptionOptions): Subscription {
  const { tailer, listAfter, toCursor, matches, maxBuffered, signal } = options;
  const queue: LoggedFrame[] = [];
  let page: LoggedFrame[] = [];
  let dropped = 0;
  let ended = false;
  let wake: () => void = () => undefined;
  let release: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (release = resolve));
  // Read from the database up to here, where rows up to `joinedAt` are still to be read; beyond both, rows come live.
  let readTo = options.after ?? 0;
  let joinedAt: number | null = null;
  let isCatchingUp = options.after !== null;
  let lastCursor = toCursor(readTo);

  const receiver: Receiver = {
    receive(row, frame) {
      if (row.id <= readTo || !matches(row)) return;
      // Once something is lost, the rest waits until the reader has been told, so that the gap has one place.
      if (dropped > 0 || queue.length >= maxBuffered) dropped += 1;
      else queue.push(frame);
      wake();
    },
  };
  function finish(): void {
    if (ended) return;
    ended = true;
    tailer.detach(receiver);
    signal?.removeEventListener('abort', leave);
    options.onEnd();
    release();
    wake();
  }
  function leave(): void {
    page = [];
    queue.length = 0;
    dropped = 0;
    finish();
  }
  async function readPage(): Promise<void> {
    await tailer.ready;
    const rows = await listAfter(readTo, pageSize);
    if (ended) return;
    const wanted = joinedAt === null ? rows : rows.filter(({ id }) => id <= (joinedAt ?? 0));
    readTo = wanted.at(-1)?.id ?? readTo;
    page = wanted.filter(matches).map((row) => ({ kind: 'logged', cursor: toCursor(row.id), row }));
    if (joinedAt !== null) isCatchingUp = wanted.length === rows.length && rows.length === pageSize;
    else if (rows.length < pageSize) join();
  }
  // The live rows begin behind `joinedAt`; what was committed between the last page and now is read once more.
  function join(): void {
    joinedAt = tailer.attach(receiver);
    isCatchingUp = joinedAt > readTo;
  }
  function take(): RequestLogFrame | undefined {
    const frame = page.shift() ?? (isCatchingUp ? undefined : queue.shift());
    if (frame) {
      lastCursor = frame.cursor;
      return frame;
    }
    if (isCatchingUp || dropped === 0) return undefined;
    const count = dropped;
    dropped = 0;
    return { kind: 'dropped', count, resumeAfter: lastCursor };
  }
  async function advance(): Promise<IteratorResult<RequestLogFrame>> {
    for (;;) {
      const frame = take();
      if (frame) return { done: false, value: frame };
      if (ended) return { done: true, value: undefined };
      // A reader who leaves in the middle of a page does not wait for the database.
      if (isCatchingUp) await Promise.race([readPage(), gone]);
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  if (!isCatchingUp) {
    readTo = tailer.attach(receiver);
    lastCursor = toCursor(readTo);
  }
  if (signal?.aborted) leave();
  else signal?.addEventListener('abort', leave, { once: true });
  return { frames: serialized(advance, leave), finish };
}

/** An iterator whose `next` calls wait for each other, and whose `return` and `throw` do not wait at all. */
function serialized<T>(advance: () => Promise<IteratorResult<T>>, leave: () => void): AsyncIterableIterator<T> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    next() {
      const result = last.then(advance).catch((error: unknown) => {
        leave();
        throw error;
      });
      last = result.catch(() => undefined);
      return result;
    },
    async return() {
      leave();
      return { done: true, value: undefined };
    },
    async throw(error) {
      leave();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
