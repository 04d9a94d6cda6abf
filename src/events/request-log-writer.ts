import type { Logger } from 'pino';
import type { RequestLogEntry } from '../stores/request-log/request-log-entry.js';
import { backOff } from '@memory-gateway/live-log';

export interface WriterOptions {
  readonly write: (batch: readonly RequestLogEntry[]) => Promise<void>;
  readonly log: Logger;
  /** Time that an entry waits for others in its batch. */
  readonly lingerMs: number;
  readonly batchMax: number;
  /** Entries kept while the database is unavailable. Beyond this number the oldest entries are dropped. */
  readonly bufferMax: number;
}

/** Buffers entries and stores them in batches, outside of the request. */
export interface Writer {
  record(entry: RequestLogEntry): void;
  flush(): Promise<void>;
  /** Flushes for up to `limitMs`. Entries not stored by then are dropped, counted and logged. */
  close(limitMs: number): Promise<void>;
  stats(): { buffered: number; written: number; dropped: number };
}

/** Creates a writer that keeps and retries batches while the database is unavailable. */
export function createWriter({ write, log, lingerMs, batchMax, bufferMax }: WriterOptions): Writer {
  const stop = new AbortController();
  const retry = backOff({ firstMs: 50, longestMs: 5_000, signal: stop.signal });
  const counts = { recorded: 0, written: 0, dropped: 0 };
  let buffer: RequestLogEntry[] = [];
  let batch: RequestLogEntry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let flushing = 0;

  function record(entry: RequestLogEntry): void {
    counts.recorded += 1;
    if (stop.signal.aborted) return void (counts.dropped += 1);
    if (buffer.length >= bufferMax)
      drop(
        buffer.splice(0, Math.ceil(bufferMax / 10)).length,
        'The request log lost entries: the database did not take them in time.',
      );
    buffer.push(entry);
    if (buffer.length >= batchMax) start();
    else timer ??= setTimeout(start, lingerMs);
  }
  function drop(count: number, words: string): void {
    counts.dropped += count;
    log.error({ lost: count, lostInAll: counts.dropped }, words);
  }
  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    running ??= drain().finally(() => {
      running = null;
      if (buffer.length > 0 && !stop.signal.aborted) timer ??= setTimeout(start, lingerMs);
    });
  }
  async function drain(): Promise<void> {
    do {
      if (batch.length === 0) batch = buffer.splice(0, batchMax);
      if (batch.length > 0) await store();
    } while (
      !stop.signal.aborted &&
      (batch.length > 0 || buffer.length >= batchMax || (flushing > 0 && buffer.length > 0))
    );
  }
  async function store(): Promise<void> {
    try {
      await write(batch);
      counts.written += batch.length;
      batch = [];
      retry.reset();
    } catch (error) {
      if (isRefusal(error)) return storeOneByOne();
      if (retry.failures === 0)
        log.warn({ err: error }, 'The request log cannot be stored at the moment; it is kept and tried again.');
      await retry.pause();
    }
  }
  // A row that the database refuses would fail every retry of its batch, so rows are stored one by one.
  async function storeOneByOne(): Promise<void> {
    const refused: unknown[] = [];
    for (let entry = batch[0]; entry && !stop.signal.aborted; entry = batch[0]) {
      try {
        await write([entry]);
        counts.written += 1;
      } catch (error) {
        if (!isRefusal(error)) return retry.pause();
        refused.push(error);
      }
      batch.shift();
    }
    if (refused.length > 0) drop(refused.length, 'The database refused entries of the request log.');
  }
  async function flush(): Promise<void> {
    const target = counts.recorded;
    flushing += 1;
    while (counts.written + counts.dropped < target && !stop.signal.aborted) {
      start();
      await running;
    }
    flushing -= 1;
  }
  async function close(limitMs: number): Promise<void> {
    const limit = setTimeout(() => stop.abort(), limitMs);
    await flush();
    clearTimeout(limit);
    clearTimeout(timer);
    stop.abort();
    const lost = buffer.length + batch.length;
    if (lost > 0) drop(lost, 'The request log lost entries: the database was away when the server stopped.');
    buffer = [];
    batch = [];
  }
  const stats = () => ({ buffered: buffer.length + batch.length, written: counts.written, dropped: counts.dropped });
  return { record, flush, close, stats };
}

/** Whether the database rejects the data itself (SQLSTATE classes 22 and 23). */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]...$/.test(String(error.code));
}
