import { createIterator } from './iterator.js';
import type { Push, PushedIterator, Sink } from './pushed.js';
import type { LoggedFrame, LogRow, Receiver, Tailer } from './tailer.js';

type DropReason =
  /** The reader was too slow. The rows are still stored after `resumeAfter`. */
  | 'SLOW_SUBSCRIBER'
  /** Rows after the reader's cursor are no longer stored. */
  | 'EXPIRED';

export interface DroppedFrame {
  readonly kind: 'dropped';
  readonly reason: DropReason;
  /** Null: unknown, because the rows are no longer stored. */
  readonly count: number | null;
  /** Cursor before the missing rows. For `EXPIRED`: cursor before the oldest stored row. */
  readonly resumeAfter: string;
}

export type LogFrame<Row extends LogRow> = LoggedFrame<Row> | DroppedFrame;

export interface SubscriptionOptions<Row extends LogRow> {
  readonly tailer: Pick<Tailer<Row>, 'settledEnd' | 'attach' | 'detach'>;
  readonly listAfter: (id: number, limit: number) => Promise<Row[]>;
  /** Returns the lowest stored id, or the next id if the log is empty. */
  readonly oldestId: () => Promise<number>;
  readonly toCursor: (id: number) => string;
  /** Id to resume after. Null: only new rows. */
  readonly after: number | null;
  readonly matches: (row: Row) => boolean;
  readonly maxBuffered: number;
  readonly signal?: AbortSignal | undefined;
  readonly onEnd: () => void;
}

export interface Subscription<Row extends LogRow> {
  readonly frames: PushedIterator<LogFrame<Row>>;
  /** Ends the subscription. Buffered frames can still be read. */
  finish(): void;
}

const pageSize = 500;

/**
 * Subscribes to a log in strictly increasing order of ids. With `after`, reads stored rows at the reader's pace, then
 * joins the live rows. A reader that is too slow for live rows gets a frame with the number of dropped rows.
 */
export function subscribeToLog<Row extends LogRow>(options: SubscriptionOptions<Row>): Subscription<Row> {
  const { tailer, listAfter, toCursor, matches, maxBuffered, signal } = options;
  const queue: LoggedFrame<Row>[] = [];
  let page: LogFrame<Row>[] = [];
  let dropped = 0;
  let ended = false;
  let wake: () => void = () => undefined;
  let endPush: () => void = () => undefined;
  let release: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (release = resolve));
  // Rows up to `readTo` were read from the database. Rows after `joinedAt` arrive live.
  let readTo = options.after ?? 0;
  let joinedAt: number | null = null;
  let isCatchingUp = options.after !== null;
  let isFirstPage = true;
  let lastCursor = toCursor(readTo);

  const receiver: Receiver<Row> = {
    receive(row, frame) {
      if (row.id <= readTo || !matches(row)) return;
      // After a drop, drops further rows until the reader has read the count, so that there is one gap.
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
    // A paused sink takes no item any more, but it must learn of the end.
    endPush();
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
  // Checked after the first page was read: rows removed before then are missing in the page.
  async function findExpired(after: number): Promise<DroppedFrame[]> {
    // Cursor 0 requests all stored rows, so none can be missing.
    if (after === 0) return [];
    const oldest = await options.oldestId();
    if (oldest <= after + 1) return [];
    return [{ kind: 'dropped', reason: 'EXPIRED', count: null, resumeAfter: toCursor(oldest - 1) }];
  }
  // Live rows begin after `joinedAt`. Rows committed since the last page are read from the database.
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
      // A reader that leaves during a page read does not wait for the database.
      if (isCatchingUp) await Promise.race([readPage(), gone]);
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  function pushTo(sink: Sink<LogFrame<Row>>): Push {
    const pump = createPump({ take, readPage, leave, sink, isCatchingUp: () => isCatchingUp, hasEnded: () => ended });
    wake = pump.run;
    endPush = pump.end;
    pump.run();
    return pump;
  }
  if (!isCatchingUp) {
    readTo = tailer.attach(receiver);
    lastCursor = toCursor(readTo);
  }
  if (signal?.aborted) leave();
  else signal?.addEventListener('abort', leave, { once: true });
  return { frames: { ...serialized(advance, leave), pushTo }, finish };
}

interface PumpParts<Item> {
  readonly take: () => Item | undefined;
  readonly readPage: () => Promise<void>;
  readonly leave: () => void;
  readonly sink: Sink<Item>;
  readonly isCatchingUp: () => boolean;
  readonly hasEnded: () => boolean;
}

/** Creates a pump that passes items to a sink until the sink pauses. `run` continues when there may be new items. */
function createPump<Item>({ take, readPage, leave, sink, isCatchingUp, hasEnded }: PumpParts<Item>) {
  let isPaused = false;
  let isReading = false;
  let isOver = false;
  function end(error?: unknown): void {
    if (isOver) return;
    isOver = true;
    leave();
    sink.end(error);
  }
  function passItems(): void {
    while (!isPaused) {
      const item = take();
      if (item === undefined) return;
      isPaused = !sink.accept(item);
    }
  }
  function run(): void {
    if (isOver || isPaused || isReading) return;
    try {
      passItems();
    } catch (error) {
      // A failing sink must not stop the delivery to others.
      return end(error);
    }
    if (isPaused) return;
    if (hasEnded()) end();
    else if (isCatchingUp()) read();
  }
  function read(): void {
    isReading = true;
    readPage()
      .finally(() => (isReading = false))
      .then(run, end);
  }
  return {
    run,
    end,
    resume() {
      isPaused = false;
      run();
    },
  };
}

/** Returns an iterator whose `next` calls run one after the other, and whose `return` and `throw` do not wait. */
function serialized<T>(advance: () => Promise<IteratorResult<T>>, leave: () => void): AsyncIterableIterator<T> {
  let last: Promise<unknown> = Promise.resolve();
  const next = () => {
    const result = last.then(advance).catch((error: unknown) => {
      leave();
      throw error;
    });
    last = result.catch(() => undefined);
    return result;
  };
  return createIterator(next, leave);
}
