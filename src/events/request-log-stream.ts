import type { Logger } from 'pino';
import { encodeCursor } from '../page.js';
import type { Database } from '@memory-gateway/database';
import type { RequestLogCriteria } from '../stores/request-log/request-log-store.js';
import type { RequestLogEntry, RequestLogRow } from '../stores/request-log/request-log-entry.js';
import type { Stores } from '../stores/create-stores.js';
import {
  createTailer,
  type LogFrame,
  type PushedIterator,
  subscribeToLog,
  type Subscription,
  type Tailer,
} from '@memory-gateway/live-log';
import { compileCriteria } from './request-log-filter.js';
import type { Bus } from './types.js';
import { createWriter } from './request-log-writer.js';

export type {
  LoggedError,
  OperationType,
  RequestLogEntry,
  RequestOutcome,
} from '../stores/request-log/request-log-entry.js';
export type RequestLogFrame = LogFrame<RequestLogRow>;

interface LogSubscriptionOptions {
  readonly filter: RequestLogCriteria;
  /** Id to resume after. Null or absent: only new entries. */
  readonly after?: number | null;
  /** Whether the subscriber may see this row. Called for each row, because access can change. */
  readonly visible: (row: RequestLogRow) => boolean;
  /** Frames buffered for a slow reader. Default 1,000. */
  readonly maxBuffered?: number;
  readonly signal?: AbortSignal;
}

export interface RequestLogStream {
  record(entry: RequestLogEntry): void;
  /** Resolves when all previously recorded entries are stored and delivered to the subscribers of this process. */
  flush(): Promise<void>;
  /**
   * Subscribes to every entry that is stored after this resolves. Yields frames in order of their ids, without gaps or repeats.
   * `return` and `throw` end it immediately.
   */
  subscribe(options: LogSubscriptionOptions): Promise<PushedIterator<RequestLogFrame>>;
  /** Stores the remaining entries for up to `limitMs` (default 5,000), then ends all subscriptions. */
  close(limitMs?: number): Promise<void>;
  stats(): RequestLogStats;
}

interface RequestLogStats {
  readonly buffered: number;
  readonly written: number;
  /** Entries lost because the database was unavailable for too long, or refused them. */
  readonly dropped: number;
  readonly subscribers: number;
}

export interface RequestLogParts {
  readonly database: Database;
  readonly stores: Stores;
  readonly bus: Bus;
  readonly log: Logger;
  /** `lingerMs` delays an entry to batch it (default 20). `bufferMax` limits entries in memory (default 50,000). */
  readonly lingerMs?: number;
  readonly bufferMax?: number;
}

/**
 * Creates the request log of this process. Entries are stored in batches.
 * One reader per process, woken by the bus, delivers stored rows to all subscribers.
 */
export function createRequestLogStream(parts: RequestLogParts): RequestLogStream {
  const { bus, log, lingerMs = 20, bufferMax = 50_000 } = parts;
  const { listAfter, settledEnd, oldestId } = parts.stores.requestLogs;
  const tailer = createTailer<RequestLogRow>({
    listAfter,
    settledEnd,
    toCursor: ({ id }) => toCursor(id),
    log,
    name: 'requestLogs',
  });
  const writer = createWriter({
    write: createBatchWrite(parts, tailer),
    log,
    lingerMs,
    batchMax: 200,
    bufferMax,
  });
  const unsubscribe = bus.subscribe('requestLogged', ({ lastId }) => tailer.advanceTo(lastId));
  const open = new Set<Pick<Subscription<RequestLogRow>, 'finish'>>();
  async function flush(): Promise<void> {
    await writer.flush();
    await tailer.settled();
  }
  return {
    record: (entry) => writer.record(entry),
    flush,
    async subscribe({ filter, after = null, visible, maxBuffered = 1_000, signal }) {
      await tailer.settledEnd();
      const fits = compileCriteria(filter);
      const matches = (row: RequestLogRow) => fits(row) && visible(row);
      const entry = { finish: () => undefined as void };
      open.add(entry);
      const onEnd = () => void open.delete(entry);
      const reading = { tailer, listAfter, oldestId, toCursor, matches };
      const subscription = subscribeToLog({ ...reading, after, maxBuffered, signal, onEnd });
      entry.finish = () => subscription.finish();
      return subscription.frames;
    },
    async close(limitMs = 5_000) {
      const limit = setTimeout(() => tailer.close(), limitMs);
      await writer.close(limitMs);
      await tailer.settled();
      clearTimeout(limit);
      tailer.close();
      unsubscribe();
      for (const subscription of [...open]) subscription.finish();
    },
    stats: () => ({ ...writer.stats(), subscribers: open.size }),
  };
}

const toCursor = (id: number) => encodeCursor([id]);

/** Returns a function that stores a batch and delivers its rows to the subscribers of this process. */
function createBatchWrite(
  { database, stores, bus }: RequestLogParts,
  tailer: Tailer<RequestLogRow>,
): (batch: readonly RequestLogEntry[]) => Promise<void> {
  // True before the first batch and after a failure: the server, or the database, may have crashed before.
  let mayRepeat = true;
  return async (batch) => {
    const skipped = mayRepeat;
    mayRepeat = true;
    await database.transaction(async (tx) => {
      const rows = await stores.requestLogs.insertBatch(tx, batch, { mayRepeat: skipped });
      tx.afterCommit(() => tailer.offer(rows));
      await bus.publishIn(tx, 'requestLogged', { lastId: rows.at(-1)?.id ?? 0 });
    });
    mayRepeat = false;
  };
}
