import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';

/** A message of the protocol graphql-transport-ws. */
export interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** A client that sends exactly what a test tells it to. */
export interface RawSocket {
  readonly socket: WebSocket;
  /** Every message received so far. */
  readonly received: Message[];
  /** Code and reason with which the server closed the connection. */
  readonly closed: Promise<{ code: number; reason: string }>;
  say(message: Message | string | Buffer): void;
  /** Returns the next unread message. */
  next(): Promise<Message>;
  /** Authenticates. */
  begin(payload?: Record<string, unknown>): Promise<Message>;
}

/** Opens a socket at `url`, without the first message of the protocol. */
export async function openSocket(
  url: string,
  options: Omit<ClientOptions, 'protocol'> & { protocol?: string | null } = {},
): Promise<RawSocket> {
  const { protocol = 'graphql-transport-ws', ...rest } = options;
  const address = `${url.replace('http', 'ws')}/graphql`;
  const socket = protocol === null ? new WebSocket(address, rest) : new WebSocket(address, protocol, rest);
  const received: Message[] = [];
  let read = 0;
  let wake: () => void = () => undefined;
  socket.on('message', (data: Buffer) => {
    received.push(JSON.parse(data.toString()) as Message);
    wake();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
  );
  await once(socket, 'open');
  const say: RawSocket['say'] = (message) =>
    socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));
  const next = async (): Promise<Message> => {
    while (read >= received.length) await new Promise<void>((resolve) => (wake = resolve));
    return received[read++] as Message;
  };
  return {
    socket,
    received,
    closed,
    say,
    next,
    begin(payload) {
      say({ type: 'connection_init', ...(payload && { payload }) });
      return next();
    },
  };
}
