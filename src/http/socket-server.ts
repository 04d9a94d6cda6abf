import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { CloseCode, handleProtocols, makeServer, type Server, type ServerOptions } from 'graphql-ws';
import type { Logger } from 'pino';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { Caller } from '../auth/caller.js';
import { toDomainError } from './errors.js';
import type { CountedSocket, SocketLimits } from './socket-limits.js';

/** Largest message that a client may send, in bytes; the same as a request body would be far too much for one operation. */
const maxMessageBytes = 1_048_576;
/** What is kept for a client that sends without reading; one that has more outstanding is cut off. */
const maxUnreadBytes = 16_777_216;
/** Bytes on their way to a client from which on its streams wait. */
const pausedBytes = 65_536;
/** A client that did not answer a ping until the next one is gone. */
const pingEveryMs = 12_000;
/** How long a closing server waits for its clients to say goodbye. */
const streamCloseTimeoutMs = 2_000;
/** RFC 6455, and the IANA registry of close codes. */
const goingAway = 1001;
export const tryAgainLater = 1013;

export interface SocketExtra extends Record<PropertyKey, unknown> {
  /** The upgrade request. */
  readonly request: IncomingMessage;
  readonly socket: Pick<WebSocket, 'close'>;
  readonly counted: CountedSocket;
  /** Set once the socket is authenticated. */
  caller?: Caller;
}

type Protocol = Server<SocketExtra>;

/** Sockets that speak graphql-transport-ws. */
export interface SocketServer {
  /** Hand over what a server's `upgrade` event brings. */
  readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Says goodbye to every client with 1001, and cuts off who does not answer. */
  close(): Promise<void>;
}

/**
 * Carries the protocol over `ws`. What a client does wrong is told by the close code and is no defect: it is neither logged
 * nor does it tell the client anything of the inside.
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
      // Also when the upgrade fails.
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

/** Ends a connection that asked for a WebSocket with an HTTP status. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n`);
}

interface Served {
  readonly client: WebSocket;
  readonly request: IncomingMessage;
  readonly log: Logger;
  /** Under the client. */
  readonly socket: Duplex;
  readonly counted: CountedSocket;
}

function serveSocket(protocol: Protocol, { client, request, log, socket, counted }: Served): void {
  // ws delivers one Buffer for each message unless told otherwise.
  const receiver = (receive: (text: string) => Promise<void>) => (data: RawData, isBinary: boolean) => {
    // Frames that were on their way when the socket closed.
    if (client.readyState !== client.OPEN) return;
    if (!counted.takeMessage()) return client.close(tryAgainLater, 'Too many messages');
    if (isBinary) return client.close(CloseCode.BadRequest, 'Messages are texts');
    receive((data as Buffer).toString()).catch((error: unknown) => closeAfter(client, error, log));
  };
  const closed = protocol.opened(
    {
      protocol: client.protocol,
      send: sender(client, socket),
      close: (code, reason) => client.close(code, reason),
      onMessage: (receive) => void client.on('message', receiver(receive)),
    },
    { request, socket: client, counted },
  );
  const cutOff = () => {
    if (client.bufferedAmount > maxUnreadBytes) client.terminate();
  };
  // Frames that break the rules of WebSocket: ws closes with the code that belongs to the fault.
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
 * Sends texts. What is sent in one turn of the event loop leaves in one piece: a system call for each frame would cost more than
 * everything else. Once {@link pausedBytes} wait, a stream waits for its reader.
 */
function sender(client: WebSocket, socket: Duplex): (text: string) => Promise<void> | undefined {
  let isCorked = false;
  return (text) => {
    if (client.readyState !== client.OPEN) return undefined;
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      setImmediate(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    if (client.bufferedAmount < pausedBytes) return void client.send(text);
    return new Promise((resolve) => client.send(text, () => resolve()));
  };
}

function closeAfter(client: WebSocket, error: unknown, log: Logger): void {
  const known = toDomainError(error);
  if (known) return client.close(tryAgainLater, known.message.slice(0, 100));
  log.error({ err: error }, 'a message on a WebSocket could not be handled');
  client.close(CloseCode.InternalServerError, 'Internal server error');
}

/** Pings for as long as pongs come. @returns what ends it */
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
