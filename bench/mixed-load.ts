// Shows whether a server under steady mixed load keeps its size:
//
//   [DATABASE_URL=...] npx tsx bench/mixed-load.ts [--minutes 60] [--rate 6] [--samples 12] [--json]
//
// Sends adds, searches, lists, single reads, updates, deletions and GraphQL pages of 50 users to a server on a temporary embedded
// database, or on DATABASE_URL, a Postgres database that may be lost. At intervals, prints resident memory, depths of the queues, and on
// Postgres dead rows beside live ones. Ends with 1 if a request failed, or if one of them was not flat: over the last third of the samples, its
// median is more than that of the third before, by a tenth and what is normal between two rounds of upkeep.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createLocalServer } from '../scripts/lib/local-server.js';
import { median } from './bench-app.js';
import { readResidentMegabytes } from './overload/threads.js';
import { printReport } from './report-tables.js';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '6' },
    samples: { type: 'string', default: '12' },
    json: { type: 'boolean', default: false },
  },
});
const [minutes, rate, count] = [Number(options.minutes), Number(options.rate), Number(options.samples)];
const databaseUrl = process.env.DATABASE_URL;
const adminKey = 'an-admin-key-of-the-benchmark';
const server = await createLocalServer({
  env: { LOG_LEVEL: 'error', ADMIN_API_KEY: adminKey, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
});

interface Answer {
  readonly results?: readonly { readonly id: string }[];
  readonly errors?: readonly unknown[];
}

async function send(method: string, path: string, body?: object): Promise<Answer> {
  const headers = { 'x-api-key': adminKey, 'content-type': 'application/json' };
  const response = await fetch(`${server.url}${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
  const answer = text === '' ? {} : (JSON.parse(text) as Answer);
  if (answer.errors) throw new Error(`${method} ${path}: ${text.slice(0, 200)}`);
  return answer;
}

const known: string[] = [];
let sent = 0;
let failed = 0;
const pick = () => known[Math.floor(Math.random() * known.length)];

async function add(user: string): Promise<void> {
  const content = `Order ${sent} is a lamp of ${sent % 97} watts for room ${sent % 89}.`;
  const messages = [{ role: 'user', content }];
  const { results } = await send('POST', '/v1/memories/', {
    messages,
    user_id: user,
    infer: false,
    async_mode: false,
  });
  for (const { id } of results ?? []) known.push(id);
}

const page = '{ memories(first: 20) { nodes { id text userId createdAt } totalCount } viewer { authMode } }';
const withMemory = async (work: (id: string) => Promise<unknown>) => {
  const id = pick();
  if (id !== undefined) await work(id);
};
const kinds: readonly ((user: string) => Promise<unknown>)[] = [
  add,
  (user) => send('POST', '/v2/memories/search/', { query: `lamp of ${sent % 97} watts`, filters: { user_id: user } }),
  (user) => send('POST', '/v2/memories/', { filters: { user_id: user } }),
  () => withMemory((id) => send('GET', `/v1/memories/${id}/`)),
  () => send('POST', '/graphql', { query: page }),
  add,
  () => withMemory((id) => send('PUT', `/v1/memories/${id}/`, { text: `Order ${sent} was changed.` })),
  // The oldest one, which no other request has picked a moment ago.
  async () => {
    const id = known.length > 200 ? known.shift() : undefined;
    if (id !== undefined) await send('DELETE', `/v1/memories/${id}/`);
  },
];

interface Sample {
  readonly resident: number;
  readonly queued: number;
  readonly dead: number;
  readonly live: number;
}

/** Sums up the values of a metric over its labels. */
const sumOf = (metrics: string, name: string) =>
  [...metrics.matchAll(new RegExp(`^memory_gateway_${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
    (total, [, value]) => total + Number(value),
    0,
  );

const ROWS =
  'SELECT coalesce(sum(n_dead_tup), 0)::int AS dead, coalesce(sum(n_live_tup), 0)::int AS live FROM pg_stat_user_tables';

async function takeSample(client: pg.Client | null): Promise<Sample> {
  const response = await fetch(`${server.url}/metrics`, { headers: { 'x-api-key': adminKey } });
  if (!response.ok) throw new Error(`The metrics have status ${response.status}.`);
  const metrics = await response.text();
  const queues = ['jobs', 'webhook_deliveries_pending', 'request_log_buffered', 'work_waiting'];
  const queued = queues.reduce((total, name) => total + sumOf(metrics, name), 0);
  const rows = (await client?.query<{ dead: number; live: number }>(ROWS))?.rows[0];
  return { resident: readResidentMegabytes(server.pid()), queued, dead: rows?.dead ?? 0, live: rows?.live ?? 0 };
}

async function sendUntil(end: number): Promise<void> {
  while (performance.now() < end) {
    const kind = kinds[sent % kinds.length];
    sent += 1;
    kind?.(`user-${sent % 50}`).catch((error: unknown) => {
      failed += 1;
      if (failed < 5) console.log(String(error));
    });
    await delay(1_000 / rate);
  }
}

/** Whether the last third of the samples is at most the third before, by a tenth and by `slack`. */
function isFlat(values: readonly number[], slack: number): boolean {
  const third = Math.floor(values.length / 3);
  return median(values.slice(-third)) <= 1.1 * median(values.slice(-2 * third, -third)) + slack;
}

const valuesOf = (samples: readonly Sample[], key: keyof Sample) => samples.map((sample) => sample[key]);

function report(samples: readonly Sample[]): void {
  // Autovacuum leaves a fifth of the rows of a table, and 50, dead for a minute; a queue is looked at while requests run.
  const flat = {
    'resident memory': isFlat(valuesOf(samples, 'resident'), 20),
    'dead rows': isFlat(valuesOf(samples, 'dead'), 3_000 + (samples.at(-1)?.live ?? 0) / 5),
    queues: isFlat(valuesOf(samples, 'queued'), 20),
  };
  const growing = Object.entries(flat).flatMap(([name, isSo]) => (isSo ? [] : [name]));
  if (failed > 0 || growing.length > 0) process.exitCode = 1;
  const columns = ['Minute', 'Resident', 'Queued', ...(databaseUrl ? ['Dead rows', 'Live rows'] : [])];
  const rows = samples.map(({ resident, queued, dead, live }, index) => [
    (((index + 1) * minutes) / count).toFixed(1),
    `${resident} MB`,
    String(queued),
    ...(databaseUrl ? [String(dead), String(live)] : []),
  ]);
  const notes = [
    `${sent} requests, ${failed} failed. ${growing.length === 0 ? 'All flat' : `Not flat: ${growing.join(', ')}`}.`,
  ];
  const rounds = `One run of ${minutes} minutes with ${rate} requests a second`;
  printReport({ tables: [{ columns, rows }], rounds, notes }, options.json);
}

const client = databaseUrl ? new pg.Client({ connectionString: databaseUrl }) : null;
try {
  await server.start();
  await server.bootstrap();
  await client?.connect();
  const samples: Sample[] = [];
  const startedAt = performance.now();
  while (samples.length < count) {
    await sendUntil(startedAt + ((samples.length + 1) * minutes * 60_000) / count);
    samples.push(await takeSample(client));
    console.log(`sample ${samples.length}: ${JSON.stringify(samples.at(-1))}, ${sent} requests, ${failed} failed`);
  }
  report(samples);
} finally {
  await client?.end();
  await server.remove();
}
