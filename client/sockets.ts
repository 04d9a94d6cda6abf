import type { Client as SocketClient } from 'graphql-ws';
import { fromSocketFailure, fromWireErrors } from './errors.js';
import type { Operation } from './http.js';
import { connectionParams, getEndpoint, type ClientOptions } from './options.js';
import type { Sink } from './stream.js';

/** One WebSocket for all subscriptions of a client: opened for the first, closed after the last. */
export interface Sockets {
  /** Runs an operation. The sink receives `data` or a GatewayError. @returns a function that stops it */
  run(operation: Promise<Operation>, sink: Sink<unknown>): () => void;
  /** Aborted when `close` is called. */
  readonly closed: AbortSignal;
  close(): void;
}

/** Ping interval, and the delay after which a connection without a response counts as lost. */
const keepAliveMs = 20_000;
const overdueMs = 10_000;

/** Creates the socket manager. It connects for the first operation. */
export function createSockets(options: ClientOptions): Sockets {
  let opened: Promise<SocketClient> | null = null;
  const closing = new AbortController();
  return {
    closed: closing.signal,
    run(operation, sink) {
      let stopped = false;
      let stop: () => void = () => undefined;
      opened ??= openClient(options).catch((error: unknown) => {
        // The next attempt loads the code again.
        opened = null;
        throw error;
      });
      Promise.all([opened, operation]).then(
        ([sockets, given]) => {
          if (!stopped) stop = sockets.subscribe({ ...given }, toSocketSink(sink));
        },
        (error: unknown) => sink.error(fromSocketFailure(error)),
      );
      return () => {
        stopped = true;
        stop();
      };
    },
    // Aborting ends every subscription. The socket closes after the last one.
    close: () => closing.abort(),
  };
}

function toSocketSink(sink: Sink<unknown>) {
  // The server completes an operation whose result was an error. The error is its end.
  let hasFailed = false;
  return {
    next(result: { data?: unknown; errors?: readonly { message: string; extensions?: Record<string, unknown> }[] }) {
      if (!result.errors || result.errors.length === 0) return sink.next(result.data);
      hasFailed = true;
      sink.error(fromWireErrors(result.errors));
    },
    error: (error: unknown) => sink.error(fromSocketFailure(error)),
    complete: () => void (hasFailed || sink.complete()),
  };
}

async function openClient(options: ClientOptions): Promise<SocketClient> {
  const url = getEndpoint(options);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const webSocketImpl = await findWebSocket(options);
  // Loaded for the first subscription: most pages only send queries.
  const { createClient } = await import('graphql-ws');
  let overdue: ReturnType<typeof setTimeout> | undefined;
  const sockets = createClient({
    url: url.href,
    connectionParams: () => connectionParams(options),
    webSocketImpl,
    keepAlive: keepAliveMs,
    // `subscribe` reconnects, because it knows where to resume. Automatic retries would lose or repeat messages.
    retryAttempts: 0,
    on: {
      ping(received) {
        if (!received) overdue = setTimeout(() => sockets.terminate(), overdueMs);
      },
      pong(received) {
        if (received) clearTimeout(overdue);
      },
      closed: () => clearTimeout(overdue),
    },
  });
  return sockets;
}

async function findWebSocket(options: ClientOptions): Promise<unknown> {
  const found = options.webSocketImpl ?? (globalThis as { WebSocket?: unknown }).WebSocket;
  return found ?? (await import('ws')).WebSocket;
}
