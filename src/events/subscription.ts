import type { LoggedFrame, LogRow, Receiver, Tailer } from './tailer.js';

/** Why a stream left out rows. */
export type DropReason =
  /** The reader was too slow. The rows are still stored after `resumeAfter`. */
  | 'SLOW_SUBSCRIBER'
  /** The server no longer stores rows after the cursor that the reader resumed from. */
  | 'EXPIRED';

/** Rows that a stream left out. */
export interface DroppedFrame {
  readonly kind: 'dropped';
  readonly reason: DropReason;
  /** Null: unknown, because the rows are no longer stored. */
  readonly count: number | null;
  /** Cursor before the left-out rows; after `EXPIRED`, before the oldest row that is still stored. */
  readonly resumeAfter: string;
}

export type LogFrame<Row extends LogRow> = LoggedFrame<Row> | DroppedFrame;

export interface SubscriptionOptions<Row extends LogRow> {
  readonly tailer: Pick<Tailer<Row>, 'settledEnd' | 'attach' | 'detach'>;
  readonly listAfter: (id: number, limit: number) => Promise<Row[]>;
  /** Returns the lowest stored id, or the next one if nothing is stored. */
  readonly oldestId: () => Promise<number>;
  readonly toCursor: (id: number) => string;
  /** Id to resume after; null begins with the present. */
  readonly after: number | null;
  readonly matches: (row: Row) => boolean;
  readonly maxBuffered: number;
  readonly signal?: AbortSignal | undefined;
  /** Runs once, when the subscription has ended. */
  readonly onEnd: () => void;
}

export interface Subscription<Row extends LogRow> {
  readonly frames: AsyncIterableIterator<LogFrame<Row>>;
  /** Ends it; buffered frames can still be read. */
  finish(): void;
}

const pageSize = 500;

/**
 * Returns frames in strictly increasing order of their ids. A subscription that resumes reads them from the database at the
 * reader's own pace; at the end of the log it joins the live rows. From then on, a reader that is too slow gets a frame with the
 * number of rows that it lost.
 */
export function subscribeToLog<Row extends LogRow>(options: SubscriptionOptions<Row>): Subscription<Row> {
  const { tailer, listAfter, toCursor, matches, maxBuffered, signal } = options;
  const queue: LoggedFrame<Row>[] = [];
  let page: LogFrame<Row>[] = [];
  let dropped = 0;
  let ended = false;
  let wake: () => void = () => undefined;
  let release: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (release = resolve));
  // Read from the database up to here, where rows up to `joinedAt` are still to be read; beyond both, rows come live.
  let readTo = options.after ?? 0;
  let joinedAt: number | null = null;
  let isCatchingUp = options.after !== null;
  let isFirstPage = true;
  let lastCursor = toCursor(readTo);

  const receiver: Receiver<Row> = {
    receive(row, frame) {
      if (row.id <= readTo || !matches(row)) return;
      // Once something is lost, the rest waits until the reader knows, so that there is one gap.
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
    const end = joinedAt ?? (await tailer.settledEnd());
    const rows = await listAfter(readTo, pageSize);
    const expired = isFirstPage ? await findExpired(readTo) : [];
    if (ended) return;
    isFirstPage = false;
    const wanted = rows.filter(({ id }) => id <= end);
    readTo = wanted.at(-1)?.id ?? readTo;
    const logged = wanted
      .filter(matches)
      .map((row): LogFrame<Row> => ({ kind: 'logged', cursor: toCursor(row.id), row }));
    page = [...expired, ...logged];
    const isShort = wanted.length < pageSize;
    if (joinedAt !== null) isCatchingUp = !isShort;
    else if (isShort) join();
  }
  // Asked after the first page was read: rows that were removed before that are missing in the page.
  async function findExpired(after: number): Promise<DroppedFrame[]> {
    // The cursor before everything: the reader asks for the stored rows.
    if (after === 0) return [];
    const oldest = await options.oldestId();
    if (oldest <= after + 1) return [];
    return [{ kind: 'dropped', reason: 'EXPIRED', count: null, resumeAfter: toCursor(oldest - 1) }];
  }
  // The live rows begin after `joinedAt`; rows that were committed since the last page are read from the database.
  function join(): void {
    joinedAt = tailer.attach(receiver);
    isCatchingUp = joinedAt > readTo;
  }
  function take(): LogFrame<Row> | undefined {
    const frame = page.shift() ?? (isCatchingUp ? undefined : queue.shift());
    if (frame) {
      lastCursor = frame.kind === 'logged' ? frame.cursor : frame.resumeAfter;
      return frame;
    }
    if (isCatchingUp || dropped === 0) return undefined;
    const count = dropped;
    dropped = 0;
    return { kind: 'dropped', reason: 'SLOW_SUBSCRIBER', count, resumeAfter: lastCursor };
  }
  async function advance(): Promise<IteratorResult<LogFrame<Row>>> {
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

/** Returns an iterator whose `next` calls wait for each other, and whose `return` and `throw` do not wait at all. */
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
