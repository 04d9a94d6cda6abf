import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A received batch, decompressed. */
export interface ReceivedBatch {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
}

/** A local receiver of batches. */
export interface LogReceiver {
  readonly url: string;
  readonly batches: readonly ReceivedBatch[];
  /** Resolves when at least this many batches have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver. `respond` is called for each batch with the number of batches so far. Default: accepts them. */
export async function startLogReceiver(
  respond: (response: ServerResponse, count: number) => void = (response) => response.end('{}'),
): Promise<LogReceiver> {
  const batches: ReceivedBatch[] = [];
  const waiting = new Set<{ count: number; resolve: () => void }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
      batches.push({ headers: request.headers, path: request.url ?? '', body: body.toString('utf8') });
      for (const waiter of waiting) if (batches.length >= waiter.count) waiter.resolve();
      respond(response, batches.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/logs`,
    batches,
    arrived: (count) =>
      batches.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.add({ count, resolve })),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
