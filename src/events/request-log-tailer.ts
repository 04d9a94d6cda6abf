import type { Logger } from 'pino';
import type { RequestLogRow } from '../stores/request-log/request-log-entry.js';
import { backOff } from './retry.js';

/** Receives each new row once, in the order of ids. */
export interface Receiver {
  receive(row: RequestLogRow, frame: LoggedFrame): void;
}

/** A row of the log, and the cursor to resume behind it. */
export interface LoggedFrame {
  readonly kind: 'logged';
  readonly cursor: string;
  readonly row: RequestLogRow;
}

/** Options of {@link createTailer}. */
export interface TailerOptions {
  readonly listAfter: (id: number, limit: number) => Promise<RequestLogRow[]>;
  readonly maxId: () => Promise<number>;
  readonly toCursor: (id: number) => string;
  readonly log: Logger;
}

/** The one reader of new rows in this process, whatever the number of subscribers. */
export interface Tailer {
  /** Resolves when the tailer knows where the log ends. */
  readonly ready: Promise<void>;
  /** From now on `receiver` gets every row beyond the returned id. */
  attach(receiver: Receiver): number;
  detach(receiver: Receiver): void;
  /** Rows that this process has just committed: handed on without reading them again where nothing lies between. */
  offer(rows: readonly RequestLogRow[]): void;
  /** The log has grown up to this id, or beyond. */
  advanceTo(id: number): void;
  /** Resolves when all that is known of has been handed on. */
  settled(): Promise<void>;
  close(): void;
}

const pageSize = 500;

/** Starts at the present end of the log. */
export function createTailer({ listAfter, maxId, toCursor, log }: TailerOptions): Tailer {
  const stop = new AbortController();
  const retry = backOff({ firstMs: 50, longestMs: 5_000, signal: stop.signal });
  const receivers = new Set<Receiver>();
  let position = 0;
  let wanted = 0;
  let isReady = false;
  let pumping: Promise<void> | null = null;

  async function patiently(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      retry.reset();
    } catch (error) {
      if (retry.failures === 0)
        log.warn({ err: error }, 'The request log cannot be read at the moment; it is tried again.');
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
  function handOn(rows: readonly RequestLogRow[]): void {
    for (const row of rows) {
      position = row.id;
      if (receivers.size === 0) continue;
      const frame: LoggedFrame = { kind: 'logged', cursor: toCursor(row.id), row };
      for (const receiver of receivers) receiver.receive(row, frame);
    }
  }
  async function pump(): Promise<void> {
    await ready;
    while (wanted > position && !stop.signal.aborted) await patiently(receivers.size === 0 ? skip : readOn);
  }
  // No subscribers: advance to the announced id without reading.
  async function skip(): Promise<void> {
    const target = wanted;
    const end = target === Number.MAX_SAFE_INTEGER ? await maxId() : target;
    if (receivers.size > 0) return;
    position = Math.max(position, end);
    if (wanted === target) wanted = position;
  }
  async function readOn(): Promise<void> {
    const target = wanted;
    const rows = await listAfter(position, pageSize);
    handOn(rows);
    // A short page is the end, unless the log has grown since it was asked for.
    if (rows.length < pageSize && wanted === target) wanted = position;
  }
  function advanceTo(id: number): void {
    wanted = Math.max(wanted, id);
    if (wanted <= position || stop.signal.aborted) return;
    pumping ??= pump().finally(() => {
      pumping = null;
      // Told between the last look and now.
      advanceTo(wanted);
    });
  }
  const ready = findEnd();
  return {
    ready,
    attach(receiver) {
      receivers.add(receiver);
      return position;
    },
    detach: (receiver) => void receivers.delete(receiver),
    offer(rows) {
      const [first, last] = [rows[0], rows.at(-1)];
      if (!first || !last || pumping || !isReady) return;
      if (first.id === position + 1 && last.id - first.id === rows.length - 1) handOn(rows);
    },
    advanceTo,
    async settled() {
      await ready;
      while (pumping) await pumping;
    },
    close: () => stop.abort(),
  };
}
