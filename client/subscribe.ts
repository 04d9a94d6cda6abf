import { fromSocketFailure } from './errors.js';
import { mayPass } from './retry.js';
import type { Sockets } from './sockets.js';
import { createStream, type Sink } from './stream.js';

/** Options for reconnecting a subscription, also while the server is unavailable or limits its rate. */
export interface SubscribeOptions<Result, Variables> {
  /**
   * Returns the variables for the next connection from the last result (null before the first). Default: a lost
   * connection ends the loop with the code UNREACHABLE, because messages may have been missed.
   */
  readonly resume?: (variables: Variables, last: Result | null) => Variables;
  /** Maximum number of consecutive attempts. Default 8. */
  readonly attempts?: number;
  /** Milliseconds before attempt number `attempt`, from 1. Default: 500 ms, doubled up to 15 seconds, with jitter. */
  readonly delayMs?: (attempt: number) => number;
}

/** A subscription to run. */
export interface Subscribing<Variables> {
  readonly sockets: Sockets;
  readonly document: Promise<{ readonly query: string; readonly operationName?: string | undefined }>;
  readonly variables: Variables;
}

/** Returns the results of a subscription across reconnects. */
export function subscribe<Result, Variables extends object>(
  { sockets, document, variables }: Subscribing<Variables>,
  options: SubscribeOptions<Result, Variables> = {},
): AsyncIterableIterator<Result> {
  const { resume, attempts = 8, delayMs = defaultDelayMs } = options;
  return createStream<Result>((sink) => {
    let current = variables;
    let last: Result | null = null;
    let attempt = 0;
    let startedAt = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop: () => void = () => undefined;
    const results: Sink<unknown> = {
      next(data) {
        attempt = 0;
        // Drops a message that was received before the connection was lost.
        if (last !== null && isSameMessage(data as object, last as object)) return;
        last = data as Result;
        sink.next(last);
      },
      complete: () => sink.complete(),
      error(failure) {
        const error = fromSocketFailure(failure);
        // A connection that lasted some time was healthy, even without messages, so the attempts restart.
        attempt = Date.now() - startedAt > settledMs ? 1 : attempt + 1;
        if (!resume || !mayPass.has(error.code) || attempt > attempts) return sink.error(error);
        current = resume(current, last);
        timer = setTimeout(run, delayMs(attempt));
      },
    };
    const run = () => {
      startedAt = Date.now();
      const operation = document.then((text) => ({ ...text, variables: current as Record<string, unknown> }));
      stop = sockets.run(operation, results);
    };
    const leave = () => {
      sockets.closed.removeEventListener('abort', finish);
      clearTimeout(timer);
      stop();
    };
    const finish = () => {
      sink.complete();
      leave();
    };
    if (sockets.closed.aborted) finish();
    else {
      sockets.closed.addEventListener('abort', finish);
      run();
    }
    return leave;
  });
}

const settledMs = 30_000;

function defaultDelayMs(attempt: number): number {
  return Math.min(500 * 2 ** (attempt - 1), 15_000) * (0.75 + Math.random() / 2);
}

/**
 * The `resume` option for streams with a cursor: `requestLogs`, `auditLogs`, `memoryChanges`, `eventChanges` and
 * `webhookDeliveries`. Resumes after the last message, without gaps or repeats. The document must select `cursor`, and
 * `resumeAfter` of messages about skipped ones.
 */
export function resumeStream<Variables extends { after?: string | null | undefined }>(
  variables: Variables,
  last: object | null,
): Variables {
  const after = last === null ? null : cursorOf(last);
  return after === null ? variables : { ...variables, after };
}

/** Returns whether both results are the same message of a stream. */
function isSameMessage(result: object, other: object): boolean {
  const [cursor, otherCursor] = [result, other].map(
    (one) => (Object.values(one)[0] as { cursor?: unknown } | null)?.cursor,
  );
  return typeof cursor === 'string' && cursor === otherCursor;
}

/** Returns the cursor to resume after a message, or null if the message has none. */
function cursorOf(result: object): string | null {
  const [message] = Object.values(result) as ({ cursor?: unknown; resumeAfter?: unknown } | null)[];
  const cursor = message?.cursor ?? message?.resumeAfter;
  return typeof cursor === 'string' ? cursor : null;
}
