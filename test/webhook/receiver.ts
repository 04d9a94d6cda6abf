import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received message. */
export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A local receiver of webhooks. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Resolves when at least this many messages have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver. `answer` is called for each message. Default: accepts it. */
export async function startReceiver(
  answer: (response: ServerResponse, message: Received) => void = (response) => response.end('ok'),
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<{ count: number; resolve: () => void }>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const message = { id: String(request.headers['webhook-id']), headers: request.headers, body };
      received.push(message);
      for (const waiter of waiting) if (received.length >= waiter.count) waiter.resolve();
      answer(response, message);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    arrived: (count) =>
      received.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.add({ count, resolve })),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
