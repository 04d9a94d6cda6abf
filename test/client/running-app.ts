import {
  createClient,
  type Client,
  type ClientOptions,
  type RequestLogPartsFragment,
  type WatchRequestLogsSubscription,
} from '../../client/index.js';
import type { Config } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

/** The product on a free local port, with clients. Close it after the last test of a file. */
export interface RunningApp extends TestApp {
  readonly url: string;
  /** Creates a client, by default with the admin's key, which is closed with the app. */
  client(options?: Partial<ClientOptions>): Client;
}

/** Starts the product and listens. */
export async function startRunningApp(config: Partial<Config> = {}): Promise<RunningApp> {
  const started = await startTestApp(config);
  const { apiUrl: url } = await started.app.listen();
  const clients: Client[] = [];
  return {
    ...started,
    get admin() {
      return started.admin;
    },
    url,
    client(options = {}) {
      const client = createClient({ url, apiKey: started.admin.apiKey, ...options });
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) client.close();
      await started.close();
    },
  };
}

type Results = AsyncIterableIterator<WatchRequestLogsSubscription>;

interface SeenCall {
  readonly cursor: string;
  readonly call: RequestLogPartsFragment;
}

/** Returns the next frame of the live log, which must be a request. */
export async function nextFrame(results: Results): Promise<SeenCall> {
  const step = await results.next();
  if (step.done) throw new Error('The stream has ended.');
  const frame = step.value.requestLogs;
  if (frame.__typename !== 'RequestLogged') throw new Error(`${frame.droppedCount} frames were dropped.`);
  return { cursor: frame.cursor, call: frame.requestLog };
}

const isWatch = ({ call }: SeenCall) => call.operation === 'WatchRequestLogs';

/** Returns the next request that does not start a subscription. Those are logged in the background, at any time. */
export async function nextCall(results: Results): Promise<SeenCall> {
  for (;;) {
    const seen = await nextFrame(results);
    if (!isWatch(seen)) return seen;
  }
}

/**
 * Reads until the start of a subscription was received (its own if there is no other). From then on the stream is live.
 */
export async function untilLive(results: Results): Promise<void> {
  while (!isWatch(await nextFrame(results)));
}
