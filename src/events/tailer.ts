import type { Logger } from 'pino';
import { backOff } from './retry.js';
import { createWriterWait } from './writer-wait.js';

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
  readonly maxId: () => Promise<number>;
  readonly toCursor: (row: Row) => string;
  /** Lists open transactions that hold ids. Absent: rows of this log commit in id order. */
  readonly listWriters?: () => Promise<string[]>;
  readonly name: string;
  readonly log: Logger;
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

/**
 * Creates a tailer. Logs that commit in id order are followed from now on, other logs only while there are subscribers.
 */
export function createTailer<Row extends LogRow>(options: TailerOptions<Row>): Tailer<Row> {
  const { listAfter, maxId, toCursor, listWriters, name, log } = options;
  const stop = new AbortController();
  const retry = backOff({ firstMs: 50, longestMs: 5_000, signal: stop.signal });
  const waitForWriters = listWriters && createWriterWait(listWriters, stop.signal);
  const receivers = new Set<Receiver<Row>>();
  let position = 0;
  // An id up to `settledTo` without a row belongs to a transaction that was rolled back.
  let settledTo = 0;
  let wanted = 0;
  /** Calls of `advanceTo`. `wanted` alone does not tell two growths to an unknown id apart. */
  let announced = 0;
  let isReady = false;
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
  async function findEnd(): Promise<void> {
    while (!isReady && !stop.signal.aborted) {
      await patiently(async () => {
        position = await maxId();
        isReady = true;
      });
    }
  }
  // Without subscribers the position is not maintained, so a new subscriber begins after all settled rows.
  async function locate(): Promise<number> {
    const end = await maxId();
    await waitForWriters?.();
    if (receivers.size === 0) position = settledTo = end;
    return position;
  }
  function deliver(rows: readonly Row[]): void {
    for (const row of rows) {
      position = row.id;
      if (receivers.size === 0) continue;
      const frame: LoggedFrame<Row> = { kind: 'logged', cursor: toCursor(row), row };
      for (const receiver of receivers) receiver.receive(row, frame);
    }
  }
  async function catchUp(): Promise<void> {
    await ready;
    while (wanted > position && !stop.signal.aborted) {
      let isAtEnd = false;
      if (receivers.size > 0) await patiently(async () => void (isAtEnd = await readOn()));
      else if (waitForWriters) wanted = position;
      else await patiently(skip);
      // What was announced during the read is read next. Until then, `settledEnd` need not wait: it might wait forever.
      if (isAtEnd) return;
    }
  }
  // No subscribers: advance to the announced id without reading.
  async function skip(): Promise<void> {
    const known = announced;
    const end = wanted === unknownEnd ? await maxId() : wanted;
    if (receivers.size > 0) return;
    position = Math.max(position, end);
    if (announced === known) wanted = position;
  }
  /** Delivers one page. @returns whether it reached the end of the log */
  async function readOn(): Promise<boolean> {
    const known = announced;
    const rows = await listAfter(position, pageSize);
    const final = waitForWriters ? takeFinal(rows, { position, settledTo }) : rows;
    deliver(final);
    const beyondGap = rows.at(-1);
    if (waitForWriters && beyondGap && final.length < rows.length) {
      await waitForWriters();
      settledTo = beyondGap.id;
      return false;
    }
    if (rows.length === pageSize) return false;
    // A short page is the last one, unless the log grew during the read.
    if (announced === known) wanted = position;
    return true;
  }
  function advanceTo(id: number): void {
    announced += 1;
    wanted = Math.max(wanted, id);
    readIfWanted();
  }
  function readIfWanted(): void {
    if (wanted <= position || stop.signal.aborted) return;
    catchingUp ??= catchUp().finally(() => {
      catchingUp = null;
      // `wanted` may have moved after the last check in `catchUp`.
      readIfWanted();
    });
  }
  const ready = waitForWriters ? Promise.resolve() : findEnd();
  return {
    async settledEnd() {
      await ready;
      // Rows become visible in id order: every visible row is settled.
      if (!waitForWriters) return unknownEnd;
      if (receivers.size > 0) {
        // Delivers committed rows to current subscribers first, not into the buffer of the new one.
        advanceTo(unknownEnd);
        await catchingUp;
        return position;
      }
      return (locating ??= locate().finally(() => (locating = null)));
    },
    attach(receiver) {
      receivers.add(receiver);
      if (waitForWriters) queueMicrotask(() => advanceTo(unknownEnd));
      return position;
    },
    detach: (receiver) => void receivers.delete(receiver),
    offer(rows) {
      const [first, last] = [rows[0], rows.at(-1)];
      if (!first || !last || catchingUp || !isReady) return;
      if (first.id === position + 1 && last.id - first.id === rows.length - 1) deliver(rows);
    },
    advanceTo,
    async settled() {
      await ready;
      while (catchingUp) await catchingUp;
    },
    close: () => stop.abort(),
  };
}

/** Returns the rows before the first gap that a running transaction may still fill. */
function takeFinal<Row extends LogRow>(
  rows: readonly Row[],
  { position, settledTo }: { position: number; settledTo: number },
): readonly Row[] {
  let expected = position + 1;
  const gap = rows.findIndex((row) => {
    const isFinal = row.id === expected || row.id <= settledTo;
    expected = row.id + 1;
    return !isFinal;
  });
  return gap === -1 ? rows : rows.slice(0, gap);
}
