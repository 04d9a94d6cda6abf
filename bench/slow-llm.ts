// Measures the effect of slow language model calls on other requests:
//
//   [DATABASE_URL=...] npx tsx bench/slow-llm.ts [calls] [seconds per call] [rounds]
//
// Signs in, lists and searches in turn, with and without concurrent adds that each wait for a slow local model. Prints
// p50 and p95 of each, and exits with 1 if a p95 exceeds 1.5 times the idle one. Uses DATABASE_URL, a Postgres database
// that may be lost, or else an embedded database.
import { setTimeout as wait } from 'node:timers/promises';
import { bootstrap } from '../src/commands/bootstrap.js';
import { startFakeProvider } from '../test/helpers/fake-provider/index.js';
import { startBenchApp } from './bench-app.js';

const [calls = 20, seconds = 10, rounds = 3] = process.argv.slice(2).map(Number);
const fake = await startFakeProvider();
const { app, close } = await startBenchApp({
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
  OUTBOUND_ALLOW: 'loopback',
  LLM_CONCURRENCY: String(calls),
});
const admin = await bootstrap(app.services);
let clients = 0;

async function call(method: 'GET' | 'POST', url: string, body?: unknown): Promise<number> {
  clients += 1;
  const started = performance.now();
  const headers = { 'x-api-key': admin.apiKey, 'content-type': 'application/json' };
  // A new address for each request, because sign-in attempts are limited by address.
  const remoteAddress = `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
  const { statusCode, body: text } = await app.inject({
    method,
    url,
    headers,
    remoteAddress,
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  if (statusCode !== 200) throw new Error(`${method} ${url} answered ${statusCode}: ${text}`);
  return performance.now() - started;
}

const operations: Readonly<Record<string, () => Promise<number>>> = {
  login: () => call('POST', '/auth/login', { email: admin.email, password: admin.password }),
  list: () => call('GET', '/memories?user_id=rosa&top_k=50'),
  search: () => call('POST', '/search', { query: 'Where does the otter live?', filters: { user_id: 'rosa' } }),
};
type Latencies = Record<string, number[]>;
const empty = (): Latencies => Object.fromEntries(Object.keys(operations).map((name) => [name, []]));

async function measure(into: Latencies, forMs: number): Promise<void> {
  for (const end = performance.now() + forMs; performance.now() < end;) {
    for (const [name, operation] of Object.entries(operations)) into[name]?.push(await operation());
  }
}

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length * share)] ?? NaN;
const messages = Array.from({ length: 100 }, (_, n) => ({
  role: 'user',
  content: `The otter number ${n} lives near lighthouse ${n * 7}.`,
}));
for (let n = 0; n < 5; n += 1)
  await call('POST', '/memories', {
    messages: messages.map(({ role, content }) => ({ role, content: `${content} Visit ${n}.` })),
    user_id: 'rosa',
    infer: false,
  });
let inFlight = 0;
fake.gate = async () => {
  inFlight += 1;
  await wait(seconds * 1_000);
  inFlight -= 1;
};
const [idle, busy, ending] = [empty(), empty(), empty()];
await measure(empty(), 3_000);
let fewest = calls;
for (let round = 0; round < rounds; round += 1) {
  await measure(idle, seconds * 700);
  for (let n = 0; n < calls; n += 1)
    await call('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: `Round ${round}, call ${n}.` }],
      user_id: `other-${n}`,
    });
  while (inFlight < calls) await wait(5);
  await measure(busy, seconds * 700);
  fewest = Math.min(fewest, inFlight);
  while (inFlight === calls) await wait(5);
  // The facts of all adds are embedded and stored at once.
  await measure(ending, seconds * 200);
  while (inFlight > 0) await wait(20);
}
let isSlow = false;
for (const name of Object.keys(operations)) {
  const [alone = [], beside = []] = [idle[name], busy[name]];
  const ratio = percentile(beside, 0.95) / percentile(alone, 0.95);
  isSlow ||= ratio > 1.5;
  const show = (values: readonly number[]) =>
    `p50 ${percentile(values, 0.5).toFixed(1)} ms, p95 ${percentile(values, 0.95).toFixed(1)} ms (${values.length})`;
  console.log(
    `${name.padEnd(7)} idle: ${show(alone)}; beside ${calls} slow calls: ${show(beside)}; p95 is ${ratio.toFixed(2)} times that of idle; while they end: ${show(ending[name] ?? [])}`,
  );
}
console.log(`in flight while measured: ${fewest} at least`);
await close();
await fake.close();
process.exit(isSlow ? 1 : 0);
