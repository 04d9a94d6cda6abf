import {
  createClient,
  type Client,
  type ClientOptions,
  type RequestLogPartsFragment,
  type WatchRequestLogsSubscription,
} from '../../client/index.js';
import type { Config } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

/** The product on a free port of this machine, and clients of it. Close it after the last test of a file. */
export interface RunningApp extends TestApp {
  readonly url: string;
  /** A client with the admin's key unless told otherwise; closed with the app. */
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

/** The next frame of the live log, which must be a call. */
export async function nextFrame(results: Results): Promise<SeenCall> {
  const step = await results.next();
  if (step.done) throw new Error('The stream has ended.');
  const frame = step.value.requestLogs;
  if (frame.__typename !== 'RequestLogged') throw new Error(`${frame.count} frames were dropped.`);
  return { cursor: frame.cursor, call: frame.requestLog };
}

const isWatch = ({ call }: SeenCall) => call.operation === 'WatchRequestLogs';

/** The next call that is not the beginning of a subscription: those are logged in the background, at times of their own. */
export async function nextCall(results: Results): Promise<SeenCall> {
  for (;;) {
    const seen = await nextFrame(results);
    if (!isWatch(seen)) return seen;
  }
}

/** Reads until the beginning of a subscription was seen, its own if there is no other: from there on it is live. */
export async function untilLive(results: Results): Promise<void> {
  while (!isWatch(await nextFrame(results)));
}
