// Measures the delay of the live log:
//
//   npx tsx bench/live-log.ts [--calls 200] [--subscribers 100] [--filters 1] [--seconds 30] [--limit 250]
//
// Measures from the response to a request until its frame arrives at every subscriber, and counts missing frames.
// --filters spreads the subscribers over that many different filters; each request matches one of them. Uses
// DATABASE_URL, a database that may be lost, or else an embedded database. Exits with 1 if the p95 exceeds the limit in
// milliseconds, or if a subscriber received more or fewer frames than requests matched, minus the reported skipped
// ones.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createLocalServer } from '../scripts/lib/local-server.js';

const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '200' },
    subscribers: { type: 'string', default: '100' },
    filters: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '30' },
    limit: { type: 'string', default: '250' },
  },
});
const perSecond = Number(options.calls);
const subscribers = Number(options.subscribers);
const filters = Number(options.filters);
const seconds = Number(options.seconds);
const limitMs = Number(options.limit);

/** Report of the subscriber thread. */
interface SubscribersReport {
  /** By request id: arrival time of each subscriber's frame in epoch milliseconds, 0 if missing. */
  readonly arrivals: ReadonlyMap<string, Float64Array>;
  /** Frames that arrived twice. */
  readonly repeated: number;
  /** Skipped requests reported by the server, by subscriber. */
  readonly dropped: readonly number[];
}

const agent = new Agent({ keepAlive: true });

/** Returns the path of requests that match a filter: the memories of a user, or one missing memory. */
const pathOf = (filter: number) => (filters === 1 ? '/v1/memories/?user_id=bench' : `/v1/memories/bench-${filter}/`);

/** Reads memories like an agent. @returns the request id and the time of the response in epoch milliseconds */
function call(url: string, apiKey: string, filter: number): Promise<{ id: string; answeredAt: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${pathOf(filter)}`,
      { agent, headers: { authorization: `Token ${apiKey}` } },
      (answer) => {
        answer.resume().on('end', () => {
          if ((answer.statusCode ?? 500) >= 500) return reject(new Error(`Answered ${answer.statusCode}.`));
          resolve({
            id: String(answer.headers['x-request-id']),
            answeredAt: performance.timeOrigin + performance.now(),
          });
        });
      },
    );
    sent.on('error', reject).end();
  });
}

/** A request with a response. */
interface Answered {
  readonly at: number;
  /** The filter that the request matches. */
  readonly filter: number;
}

/** Sends requests at a steady rate, regardless of response times. Returns them by id. */
async function drive(url: string, apiKey: string): Promise<Map<string, Answered>> {
  const answered = new Map<string, Answered>();
  const open: Promise<unknown>[] = [];
  const start = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = start + (index * 1_000) / perSecond;
    if (due > performance.now()) await wait(due - performance.now());
    const filter = index % filters;
    open.push(call(url, apiKey, filter).then(({ id, answeredAt }) => answered.set(id, { at: answeredAt, filter })));
  }
  await Promise.all(open);
  return answered;
}

const percentile = (sorted: ArrayLike<number>, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

/** @returns whether all frames arrived in time */
function judge(answered: ReadonlyMap<string, Answered>, { arrivals, repeated, dropped }: SubscribersReport): boolean {
  const latencies: number[] = [];
  const received = dropped.map(() => 0);
  const matching = Array.from({ length: filters }, () => 0);
  for (const [id, { at: answeredAt, filter }] of answered) {
    matching[filter] = (matching[filter] ?? 0) + 1;
    arrivals.get(id)?.forEach((arrivedAt, subscriber) => {
      if (arrivedAt === 0) return;
      received[subscriber] = (received[subscriber] ?? 0) + 1;
      // A frame may arrive before the client has read the response.
      latencies.push(Math.max(0, arrivedAt - answeredAt));
    });
  }
  latencies.sort((left, right) => left - right);
  const unaccounted = received.filter(
    (count, subscriber) => count + (dropped[subscriber] ?? 0) !== matching[subscriber % filters],
  ).length;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  console.log(
    `${answered.size} requests, ${subscribers} subscribers, ${filters} filters: ${sum(received)} frames received, ${sum(dropped)} reported as left out, ${repeated} repeated`,
  );
  console.log(`subscribers whose frames do not add up: ${unaccounted}`);
  console.log(
    `from the response to the frame: ${[0.5, 0.95, 0.99, 1].map((share) => `p${share * 100} ${percentile(latencies, share).toFixed(0)} ms`).join(', ')}`,
  );
  return unaccounted === 0 && repeated === 0 && percentile(latencies, 0.95) <= limitMs;
}

async function measure(url: string, apiKey: string): Promise<boolean> {
  const worker = new Worker(new URL('./live-log/subscribers.mjs', import.meta.url), {
    workerData: { url, apiKey, count: subscribers, filters },
  });
  await once(worker, 'message');
  // The last subscription may not have started yet.
  await wait(500);
  const answered = await drive(url, apiKey);
  await wait(2_000);
  const report = once(worker, 'message') as Promise<[SubscribersReport]>;
  worker.postMessage('stop');
  const holds = judge(answered, (await report)[0]);
  agent.destroy();
  return holds;
}

/** Returns the peak resident size, if the system provides it. */
function peakMemory(pid: number): string {
  try {
    return /^VmHWM:\s*(.+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

const databaseUrl = process.env.DATABASE_URL;
const server = await createLocalServer({
  env: { EMBEDDER: 'none', LOG_LEVEL: 'warn', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
});
try {
  console.log(`${databaseUrl ? 'Postgres' : 'embedded database'}, ${perSecond} calls/s for ${seconds} s`);
  await server.start();
  const { apiKey } = await server.bootstrap();
  process.exitCode = (await measure(server.url, apiKey)) ? 0 : 1;
  console.log(`memory of the server, at most: ${peakMemory(server.pid())}`);
} finally {
  await server.remove();
}
