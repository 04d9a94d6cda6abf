// Measures the cost of changing the embedding model and its effect on searches:
//
//   [DATABASE_URL=...] npx tsx bench/re-embedding.ts [memories]
//
// Stores memories with the built-in embedder (384 dimensions), then configures a local one with 1,536 dimensions while
// two concurrent searches run. Prints the duration, failed searches, and how many of 100 memories are found by a
// question about them: with the old vectors, in the worst 100 searches during the change, and with the new vectors.
// Exits with 1 if a search failed or fewer memories were found. Uses DATABASE_URL, a Postgres database that may be
// lost, or else an embedded database.
import { setTimeout as wait } from 'node:timers/promises';
import { bootstrap } from '../src/commands/bootstrap.js';
import { startFakeProvider } from '../test/helpers/fake-provider/index.js';
import { startBenchApp } from './bench-app.js';

const [memories = 10_000] = process.argv.slice(2).map(Number);
const fake = await startFakeProvider();
const { app, close } = await startBenchApp({
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
  LLM_PROVIDER: 'local',
  OUTBOUND_ALLOW: 'loopback',
});
const admin = await bootstrap(app.services);

async function call<Body>(method: 'GET' | 'POST', url: string, body?: unknown): Promise<Body> {
  const headers = { 'x-api-key': admin.apiKey, 'content-type': 'application/json' };
  const answer = await app.inject({
    method,
    url,
    headers,
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  if (answer.statusCode !== 200) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`);
  return JSON.parse(answer.body) as Body;
}

const animals = 'otter heron lynx badger falcon newt marten osprey weasel plover'.split(' ');
const places = 'harbour lighthouse orchard quarry meadow tunnel windmill chapel glacier market bakery viaduct'.split(
  ' ',
);
const habits =
  'sleeps by day, fishes at dawn, hides from the rain, follows the old ferry, guards its young, collects shiny stones, sings at night'.split(
    ', ',
  );
const text = (n: number) =>
  `The ${animals[n % 10] ?? ''} of house ${n} ${habits[n % 7] ?? ''} near the ${places[Math.floor(n / 10) % 12] ?? ''}.`;
const question = (n: number) =>
  `What does the ${animals[n % 10] ?? ''} of house ${n} do near the ${places[Math.floor(n / 10) % 12] ?? ''}?`;

console.log(`storing ${memories} memories`);
const ids: string[] = [];
for (let from = 0; from < memories; from += 100) {
  const messages = Array.from({ length: Math.min(100, memories - from) }, (_, n) => ({
    role: 'user',
    content: text(from + n),
  }));
  ids.push(
    ...(
      await call<{ results: { id: string }[] }>('POST', '/memories', { messages, user_id: 'rosa', infer: false })
    ).results.map(({ id }) => id),
  );
}
const asked = Array.from({ length: 100 }, (_, n) => Math.floor((n * memories) / 100));
const finds = async (n: number) => {
  const { results } = await call<{ results: { id: string }[] }>('POST', '/search', {
    query: question(n),
    filters: { user_id: 'rosa' },
    top_k: 10,
    threshold: 0,
  });
  return results.some(({ id }) => id === ids[n]);
};
const recall = async () => {
  let found = 0;
  for (const n of asked) if (await finds(n)) found += 1;
  return found / asked.length;
};
const before = await recall();
const during: { readonly isFound: boolean; readonly ms: number }[] = [];
const failures: unknown[] = [];
let isOver = false;
const load = [0, 1].map(async (offset) => {
  for (let turn = offset; !isOver; turn += 2) {
    const started = performance.now();
    await finds(asked[turn % asked.length] ?? 0).then(
      (isFound) => during.push({ isFound, ms: performance.now() - started }),
      (error: unknown) => failures.push(error),
    );
  }
});
interface Shown {
  readonly re_embedding: { readonly completed: number; readonly total: number; readonly status: string } | null;
}
const started = performance.now();
await call('POST', '/configure', { embedder: { provider: 'openai', config: { model: 'text-embedding-3-small' } } });
console.log(`accepted after ${(performance.now() - started).toFixed(0)} ms`);
for (let last = -1; ; await wait(200)) {
  const { re_embedding: state } = await call<Shown>('GET', '/configure');
  if (!state) break;
  if (state.status === 'FAILED') throw new Error('The memories could not be embedded.');
  if (state.completed - last >= memories / 5) console.log(`${(last = state.completed)} of ${state.total}`);
}
const tookMs = performance.now() - started;
const meanwhile = during.length;
while (during.length < meanwhile + 200) await wait(20);
isOver = true;
await Promise.all(load);
const after = await recall();
const windows = during
  .map((_, at) => during.slice(at, at + 100))
  .filter((window) => window.length === 100)
  .map((window) => window.filter(({ isFound }) => isFound).length / 100);
const worst = Math.min(...windows);
const latencies = during.map(({ ms }) => ms).sort((left, right) => left - right);
console.log(
  `${memories} memories from 384 to ${app.services.embedder?.dimension ?? 0} numbers in ${(tookMs / 1_000).toFixed(1)} s`,
);
console.log(
  `searches meanwhile and right after: ${during.length}, failed: ${failures.length}, p50 ${latencies[Math.floor(latencies.length / 2)]?.toFixed(0)} ms, p95 ${latencies[Math.floor(latencies.length * 0.95)]?.toFixed(0)} ms`,
);
console.log(`recall at 10: before ${before}, worst hundred meanwhile ${worst}, after ${after}`);
await close();
await fake.close();
process.exit(failures.length > 0 || worst < before || after < before ? 1 : 0);
