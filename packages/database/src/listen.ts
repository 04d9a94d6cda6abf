import { Socket } from 'node:net';
import pg from 'pg';

export interface ListenOptions {
  readonly connectionString: string;
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
  /** Runs after a reconnect. Messages sent while disconnected are lost. */
  readonly onReconnect: () => void;
  /** Runs when the connection is lost, and after each failed reconnect. */
  readonly onFailure: (error: unknown) => void;
}

export interface Listener {
  close(): Promise<void>;
}

const firstPauseMs = 100;
const longestPauseMs = 5_000;
// Detects a peer that disappeared without closing the connection.
const pingEveryMs = 15_000;
const pingTimeoutMs = 10_000;

/** Listens on a dedicated connection and reconnects when it is lost. @throws Error if the first connection fails */
export async function listen(options: ListenOptions): Promise<Listener> {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let client = await connect(options, () => lost());

  function lost(): void {
    if (closed) return;
    options.onFailure(new Error('The connection that listens for messages of other processes was lost.'));
    retryAfter(firstPauseMs);
  }
  function retryAfter(pauseMs: number): void {
    timer = setTimeout(() => void reconnect(pauseMs), pauseMs * (0.5 + Math.random() / 2));
  }
  async function reconnect(pauseMs: number): Promise<void> {
    try {
      const next = await connect(options, () => lost());
      if (closed) return await next.end();
      client = next;
      options.onReconnect();
    } catch (error) {
      if (closed) return;
      options.onFailure(error);
      retryAfter(Math.min(longestPauseMs, pauseMs * 2));
    }
  }
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client.end().catch(() => undefined);
    },
  };
}

/** Opens a connection and listens. `onLost` runs once, after this function has resolved. */
async function connect(
  { connectionString, channel, onPayload }: ListenOptions,
  onLost: () => void,
): Promise<pg.Client> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString,
    stream: () => socket,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: pingTimeoutMs,
  });
  // pg emits `end` after `error`. Without a listener, `error` would end the process.
  client.on('error', () => void client.end().catch(() => undefined));
  client.on('notification', ({ payload }) => onPayload(payload ?? ''));
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  const ping = setInterval(() => void client.query('SELECT 1').catch(() => socket.destroy()), pingEveryMs).unref();
  client.once('end', () => {
    clearInterval(ping);
    onLost();
  });
  return client;
}
