import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { CloseCode, handleProtocols, makeServer, type Server, type ServerOptions } from 'graphql-ws';
import type { Logger } from 'pino';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { Caller } from '../../auth/caller.js';
import { toDomainError } from '../errors.js';
import { findExceededLimit } from '../limits/json-limits.js';
import type { CountedSocket, SocketLimits } from './limits.js';

/** Maximum size of a message in bytes. The limit of request bodies would be far too large for one operation. */
const maxMessageBytes = 1_048_576;
/** Maximum number of unread bytes buffered for a client. A client with more is disconnected. */
const maxUnreadBytes = 16_777_216;
/** Number of unread bytes at which a client's streams pause. */
const pausedBytes = 65_536;
/** Ping interval in milliseconds. A client that misses a pong until the next ping is disconnected. */
const pingEveryMs = 12_000;
/** Milliseconds that a closing server waits for its clients to disconnect. */
const streamCloseTimeoutMs = 2_000;
/** Close codes of RFC 6455 and the IANA registry. */
const goingAway = 1001;
export const tryAgainLater = 1013;

/** Sends a text message. @returns a promise of when to send the next one, if the client has much to read */
export type SendText = (text: string) => Promise<void> | undefined;

export interface SocketExtra extends Record<PropertyKey, unknown> {
  readonly request: IncomingMessage;
  readonly socket: Pick<WebSocket, 'close'>;
  readonly counted: CountedSocket;
  readonly send: SendText;
  /** Set once the socket is authenticated. */
  caller?: Caller;
}

type Protocol = Server<SocketExtra>;

/** Server of sockets that use the protocol graphql-transport-ws. */
export interface SocketServer {
  /** Handles an HTTP server's `upgrade` event. */
  readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Closes every socket with 1001, then disconnects clients that do not respond. */
  close(): Promise<void>;
}

/**
 * Creates a server of the protocol on top of `ws`.
 * Protocol errors of clients are reported by the close code. They are not logged and reveal no internals.
 */
export function createSocketServer(
  options: ServerOptions<Record<string, unknown>, SocketExtra>,
  { log, limits }: { readonly log: Logger; readonly limits: SocketLimits },
): SocketServer {
  const protocol = makeServer(options);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols,
  });
  return {
    accept(request, socket, head) {
      const counted = limits.open(request);
      if (!counted) return refuseUpgrade(socket, '429 Too Many Requests');
      // Runs even if the upgrade fails.
      socket.once('close', () => counted.close());
      sockets.handleUpgrade(request, socket, head, (client) =>
        serveSocket(protocol, { client, request, log, socket, counted }),
      );
    },
    async close() {
      const left = [...sockets.clients].map((client) =>
        Promise.race([once(client, 'close'), later(streamCloseTimeoutMs)]),
      );
      for (const client of sockets.clients) client.close(goingAway, 'The server is stopping');
      await Promise.all(left);
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}

/** Rejects a WebSocket upgrade with an HTTP status. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n`);
}

interface Served {
  readonly client: WebSocket;
  readonly request: IncomingMessage;
  readonly log: Logger;
  /** The TCP socket below `client`. */
  readonly socket: Duplex;
  readonly counted: CountedSocket;
}

function serveSocket(protocol: Protocol, { client, request, log, socket, counted }: Served): void {
  // By default, `ws` delivers one Buffer per message.
  const receiver = (receive: (text: string) => Promise<void>) => (data: RawData, isBinary: boolean) => {
    // Drops frames that were in flight when the socket closed.
    if (client.readyState !== client.OPEN) return;
    if (!counted.takeMessage()) return client.close(tryAgainLater, 'Too many messages');
    if (isBinary) return client.close(CloseCode.BadRequest, 'Messages are texts');
    const text = (data as Buffer).toString();
    const exceeded = findExceededLimit(text);
    if (exceeded !== null) return client.close(CloseCode.BadRequest, `Messages ${exceeded}`);
    receive(text).catch((error: unknown) => closeAfter(client, error, log));
  };
  const send = createSender(client, socket);
  const closed = protocol.opened(
    {
      protocol: client.protocol,
      send,
      close: (code, reason) => client.close(code, reason),
      onMessage: (receive) => void client.on('message', receiver(receive)),
    },
    { request, socket: client, counted, send },
  );
  const cutOff = () => {
    if (client.bufferedAmount > maxUnreadBytes) client.terminate();
  };
  // `ws` closes the socket with the matching code if a frame violates the protocol.
  client.on('error', (error) => log.debug({ err: error }, 'a WebSocket failed'));
  client.on('message', cutOff).on('ping', cutOff);
  const stopAsking = keepAsking(client);
  client.once('close', (code, reason) => {
    stopAsking();
    closed(code, String(reason)).catch((error: unknown) =>
      log.error({ err: error }, 'a WebSocket could not be left in order'),
    );
  });
}

/**
 * Returns a function that sends text. Frames of one event loop turn are written together, to save system calls.
 * With {@link pausedBytes} unread, the returned promise pauses a stream until the client reads.
 */
function createSender(client: WebSocket, socket: Duplex): SendText {
  return (text) => {
    if (client.readyState !== client.OPEN) return undefined;
    cork(socket);
    if (client.bufferedAmount < pausedBytes) return void client.send(text);
    return new Promise((resolve) => client.send(text, () => resolve()));
  };
}

const corked = new Set<Duplex>();

/** Collects the writes of this event loop turn. One callback for all sockets, because an event may go to thousands. */
function cork(socket: Duplex): void {
  if (corked.has(socket)) return;
  if (corked.size === 0) setImmediate(uncorkAll);
  corked.add(socket);
  socket.cork();
}

function uncorkAll(): void {
  const sockets = [...corked];
  corked.clear();
  for (const socket of sockets) socket.uncork();
}

function closeAfter(client: WebSocket, error: unknown, log: Logger): void {
  const known = toDomainError(error);
  if (known) return client.close(tryAgainLater, known.message.slice(0, 100));
  log.error({ err: error }, 'a message on a WebSocket could not be handled');
  client.close(CloseCode.InternalServerError, 'Internal server error');
}

/** Pings the client until it misses a pong, then disconnects it. @returns a function that stops the pings */
function keepAsking(client: WebSocket): () => void {
  let answered = true;
  client.on('pong', () => (answered = true));
  const timer = setInterval(() => {
    if (!answered) return client.terminate();
    answered = false;
    client.ping();
  }, pingEveryMs);
  return () => clearInterval(timer);
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
