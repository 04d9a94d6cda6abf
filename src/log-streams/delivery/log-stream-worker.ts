import { startRounds } from '@memory-gateway/load';
import type { Services } from '../../context.js';
import { logStreamQueue, type ClaimedStream, type LogStreamQueue } from '../../stores/log-stream/log-stream-queue.js';
import { sendLogBatch } from './send-log-batch.js';

export interface LogStreamWorkerOptions {
  /** Milliseconds between polls for new rows. Default 1,000. */
  readonly pollMs?: number;
  /** Milliseconds after the first failure, doubled with each failure up to five minutes. Default 1,000. */
  readonly retryMs?: number;
}

export interface LogStreamWorker {
  /** Stops polling and waits for running batches. Aborts batches that need longer than `limitMs`. */
  stop(limitMs: number): Promise<void>;
}

/** Streams that this process sends concurrently. */
const slots = 4;
const timeoutMs = 20_000;
/** Lease of a stream: three times the limit of a batch. */
const leaseMs = 60_000;
const retryMsMax = 300_000;
/** Milliseconds between looks for a first stream. */
const quietMs = 5_000;

/**
 * Starts sending the batches of log streams. A stream is leased to one process, which sends one batch at a time, so
 * batches arrive in order. The cursor moves after a batch was accepted, so a crash repeats the batch and leaves no gap.
 */
export function startLogStreamWorker(services: Services, options: LogStreamWorkerOptions = {}): LogStreamWorker {
  const { pollMs = 1_000, retryMs = 1_000 } = options;
  const queue = logStreamQueue(services.database);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let lookedAt = 0;
  let hasStreams = true;

  async function takeDue(): Promise<void> {
    const isQuiet = !hasStreams && performance.now() - lookedAt <= Math.min(quietMs, 5 * pollMs);
    if (isStopped || isQuiet || running.size >= slots) return;
    hasStreams = await queue.hasStreams();
    lookedAt = performance.now();
    if (!hasStreams) return;
    const claimed = await queue.claim(slots - running.size, { now: services.now(), leaseMs });
    for (const stream of claimed) {
      const work = sendStream(stream).finally(() => {
        running.delete(work);
        rounds.begin();
      });
      running.add(work);
    }
  }
  async function sendStream(stream: ClaimedStream): Promise<void> {
    try {
      await sendAndSettle(services, queue, { stream, signal: stopping.signal, pollMs, retryMs });
    } catch (error) {
      if (!stopping.signal.aborted)
        services.log.error({ err: error, logStreamId: stream.id }, 'Sending a log stream failed; its lease retries.');
      else await queue.release(stream).catch(() => undefined);
    }
  }
  const rounds = startRounds(pollMs, takeDue, (error) =>
    services.log.warn({ err: error }, 'Taking log streams failed; the next poll retries.'),
  );
  rounds.begin();
  return {
    async stop(limitMs) {
      isStopped = true;
      const limit = setTimeout(() => stopping.abort(), limitMs);
      await rounds.stop();
      await Promise.all(running);
      clearTimeout(limit);
    },
  };
}

interface Turn {
  readonly stream: ClaimedStream;
  readonly signal: AbortSignal;
  readonly pollMs: number;
  readonly retryMs: number;
}

async function sendAndSettle(services: Services, queue: LogStreamQueue, turn: Turn): Promise<void> {
  const { stream, signal, pollMs, retryMs } = turn;
  const result = await sendLogBatch(services, stream, { signal, timeoutMs });
  const now = services.now();
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  if (result.error !== null) {
    const delayMs = result.retryAfterMs ?? Math.min(retryMs * 2 ** Math.min(stream.failures, 16), retryMsMax);
    return queue.fail(stream, { error: result.error, now, nextAttemptAt: inMs(delayMs) });
  }
  const { cursor, headCursor, rows, heads } = result;
  // A full batch, or a log section without rows of the stream: there may be more.
  const hasMore = Math.max(rows, heads) === stream.batchSize || (rows === 0 && cursor > stream.cursor);
  const wasSent = rows + heads > 0;
  return queue.settle(stream, { cursor, headCursor, wasSent, now, nextAttemptAt: hasMore ? now : inMs(pollMs) });
}
