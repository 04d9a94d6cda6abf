import { once } from 'node:events';
import { backOff } from './retry.js';

export interface LogRow {
  readonly id: number;
}

/** Receives each new row once, in the order of ids. */
export interface Receiver<Row extends LogRow> {
  receive(row: Row, frame: LoggedFrame<Row>): void;
}

export interface LoggedFrame<Row extends LogRow> {
  readonly kind: 'logged';
  readonly cursor: string;
  readonly row: Row;
}

export interface TailerOptions<Row extends LogRow> {
  readonly listAfter: (id: number, limit: number) => Promise<Row[]>;
  /** Resolves with an id up to which no further row can appear. */
  readonly settledEnd: () => Promise<number>;
  readonly toCursor: (row: Row) => string;
  readonly name: string;
  readonly log: { warn(fields: object, text: string): void };
}

export interface Tailer<Row extends LogRow> {
  /** Resolves with an id up to which no further row can appear. */
  settledEnd(): Promise<number>;
  /** Adds a receiver. It gets every row with an id greater than the returned one. Call it after `settledEnd`. */
  attach(receiver: Receiver<Row>): number;
  detach(receiver: Receiver<Row>): void;
  /** Delivers rows that this process has just committed, without reading them again if no id lies in between. */
  offer(rows: readonly Row[]): void;
  /** Reports that the log has grown to this id or further. */
  advanceTo(id: number): void;
  settled(): Promise<void>;
  close(): void;
}

/** Argument of `advanceTo` if the log has grown to an unknown id. */
export const unknownEnd = Number.MAX_SAFE_INTEGER;

const pageSize = 500;

/** Creates a tailer, which follows a log while there are receivers. */
export function createTailer<Row extends LogRow>(options: TailerOptions<Row>): Tailer<Row> {
  const { listAfter, toCursor, name, log } = options;
  const stop = new AbortController();
  const closed = once(stop.signal, 'abort');
  const retry = backOff({ firstMs: 50, longestMs: 5_000, signal: stop.signal });
  const receivers = new Set<Receiver<Row>>();
  /** All rows up to here were delivered, and no further one can appear. */
  let position = 0;
  /** Calls of `advanceTo`, and how many of them the last whole read has covered. */
  let announced = 0;
  let covered = 0;
  let catchingUp: Promise<void> | null = null;
  let locating: Promise<number> | null = null;

  async function patiently(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      retry.reset();
    } catch (error) {
      if (retry.failures === 0) log.warn({ err: error, stream: name }, 'Reading a live stream failed; it is retried.');
      await retry.pause();
    }
  }
  // Without receivers the position is not maintained, so a new one begins after all settled rows.
  async function locate(): Promise<number> {
    const end = await options.settledEnd();
    if (receivers.size === 0) position = end;
    return position;
  }
  function deliver(rows: readonly Row[]): void {
    for (const row of rows) {
      position = row.id;
      const frame: LoggedFrame<Row> = { kind: 'logged', cursor: toCursor(row), row };
      for (const receiver of receivers) receiver.receive(row, frame);
    }
  }
  async function readOn(): Promise<void> {
    const known = announced;
    const end = await options.settledEnd();
    for (let isWhole = false; !isWhole;) {
      const rows = await listAfter(position, pageSize);
      if (receivers.size === 0 || stop.signal.aborted) return;
      const final = rows.filter(({ id }) => id <= end);
      deliver(final);
      isWhole = final.length < pageSize;
    }
    position = Math.max(position, end);
    covered = known;
  }
  function readIfWanted(): void {
    if (covered === announced || receivers.size === 0 || stop.signal.aborted) return;
    // What is announced during a read is read next. `settledEnd` waits for one read: for all it might wait forever.
    catchingUp ??= patiently(readOn).finally(() => {
      catchingUp = null;
      readIfWanted();
    });
  }
  function advanceTo(id: number): void {
    if (id <= position || receivers.size === 0) return;
    announced += 1;
    readIfWanted();
  }
  return {
    async settledEnd() {
      if (receivers.size === 0) return (locating ??= locate().finally(() => (locating = null)));
      // Delivers committed rows to current receivers first, not into the buffer of the new one.
      advanceTo(unknownEnd);
      await catchingUp;
      return position;
    },
    attach(receiver) {
      receivers.add(receiver);
      queueMicrotask(() => advanceTo(unknownEnd));
      return position;
    },
    detach: (receiver) => void receivers.delete(receiver),
    offer(rows) {
      const [first, last] = [rows[0], rows.at(-1)];
      if (!first || !last || catchingUp || receivers.size === 0) return;
      if (first.id === position + 1 && last.id - first.id === rows.length - 1) deliver(rows);
    },
    advanceTo,
    async settled() {
      while (catchingUp && !stop.signal.aborted) await Promise.race([catchingUp, closed]);
    },
    close: () => stop.abort(),
  };
}
