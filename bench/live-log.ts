// How soon the live log shows a call. From the root of the repository: npx tsx bench/live-log.ts [--calls 200] [--subscribers 100] [--seconds 30]
// Measures from the answer to a call until the frame has arrived, at every subscriber, and counts what did not arrive. Runs on
// DATABASE_URL, a database to be thrown away, else on an embedded one. Ends with code 1 when the p95 is above 250 ms, or when a
// subscriber got fewer or more frames than calls were made, less those that it was told were left out.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createLocalServer } from '../scripts/lib/local-server.js';

const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '200' },
    subscribers: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '30' },
  },
});
const [perSecond, subscribers, seconds] = [options.calls, options.subscribers, options.seconds].map(Number) as [
  number,
  number,
  number,
];
const limitMs = 250;

/** What the thread of the subscribers answers. */
interface SubscribersReport {
  /** By the id of the request: when each subscriber had its frame, in milliseconds since the epoch; 0: never. */
  readonly arrivals: ReadonlyMap<string, Float64Array>;
  /** Frames that came twice. */
  readonly repeated: number;
  /** For each subscriber: calls that the server said to have left out. */
  readonly dropped: readonly number[];
}

const agent = new Agent({ keepAlive: true });

/** Reads memories, as an agent does. @returns the id of the request and when it was answered, in milliseconds since the epoch */
function call(url: string, apiKey: string): Promise<{ id: string; answeredAt: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/v1/memories/?user_id=bench`,
      { agent, headers: { authorization: `Token ${apiKey}` } },
      (answer) => {
        answer.resume().on('end', () => {
          if (answer.statusCode !== 200) return reject(new Error(`Answered ${answer.statusCode}.`));
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

/** Calls at a steady pace, whatever the answers take. @returns by the id of the request, when it was answered */
async function drive(url: string, apiKey: string): Promise<Map<string, number>> {
  const answered = new Map<string, number>();
  const open: Promise<unknown>[] = [];
  const start = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = start + (index * 1_000) / perSecond;
    if (due > performance.now()) await wait(due - performance.now());
    open.push(call(url, apiKey).then(({ id, answeredAt }) => answered.set(id, answeredAt)));
  }
  await Promise.all(open);
  return answered;
}

const percentile = (sorted: ArrayLike<number>, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

/** @returns whether the log kept its promise */
function judge(answered: ReadonlyMap<string, number>, { arrivals, repeated, dropped }: SubscribersReport): boolean {
  const latencies: number[] = [];
  const received = dropped.map(() => 0);
  for (const [id, answeredAt] of answered) {
    arrivals.get(id)?.forEach((arrivedAt, subscriber) => {
      if (arrivedAt === 0) return;
      received[subscriber] = (received[subscriber] ?? 0) + 1;
      // A frame may be on its way before the caller has read the answer.
      latencies.push(Math.max(0, arrivedAt - answeredAt));
    });
  }
  latencies.sort((left, right) => left - right);
  const unaccounted = received.filter(
    (count, subscriber) => count + (dropped[subscriber] ?? 0) !== answered.size,
  ).length;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  console.log(
    `${answered.size} calls, ${subscribers} subscribers: ${sum(received)} frames received, ${sum(dropped)} reported as left out, ${repeated} repeated`,
  );
  console.log(`subscribers whose frames do not add up: ${unaccounted}`);
  console.log(
    `from the answer to the frame: ${[0.5, 0.95, 0.99, 1].map((share) => `p${share * 100} ${percentile(latencies, share).toFixed(0)} ms`).join(', ')}`,
  );
  return unaccounted === 0 && repeated === 0 && percentile(latencies, 0.95) <= limitMs;
}

async function measure(url: string, apiKey: string): Promise<boolean> {
  const worker = new Worker(new URL('./live-log/subscribers.mjs', import.meta.url), {
    workerData: { url, apiKey, count: subscribers },
  });
  await once(worker, 'message');
  // The last subscription may still be on its way.
  await wait(500);
  const answered = await drive(url, apiKey);
  await wait(2_000);
  const report = once(worker, 'message') as Promise<[SubscribersReport]>;
  worker.postMessage('stop');
  const holds = judge(answered, (await report)[0]);
  agent.destroy();
  return holds;
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
} finally {
  await server.remove();
}
