// Measures what the recording of search hits costs:
//
//   [DATABASE_URL=...] npx tsx bench/search-hits.ts [rounds] [seconds per round] [memories]
//
// Sends searches of eight clients over HTTP, by turns with and without the recording (`recordHits`), and prints searches
// per second and the ratio. Exits with 1 if the ratio is below 0.95. Uses DATABASE_URL, a Postgres database that may be
// lost, or else an embedded database.
import { bootstrap } from '../src/commands/bootstrap.js';
import { databaseName, measureByTurns, startBenchApp } from './bench-app.js';

const [rounds = 9, seconds = 4, memories = 2_000] = process.argv.slice(2).map(Number);
const goal = 0.95;
const clients = 8;
const words = ['boat', 'lamp', 'violin', 'garden', 'train', 'bread', 'river', 'stamp', 'window', 'market', 'island'];
const { app, close } = await startBenchApp({
  EMBEDDER: 'none',
  MAX_QUEUE_WAIT_MS: '0',
  MAX_EVENT_LOOP_DELAY_MS: '0',
});

const word = (number: number) => words[number % words.length] ?? '';
const toText = (number: number) =>
  `The ${word(number)} of person ${number} stands at the ${word(Math.floor(number / 11))}.`;
const search = `query ($query: String!, $record: Boolean!) {
  searchMemories(query: $query, recordHits: $record) { results { score memory { id } } }
}`;
let number = 0;

async function post(url: string, headers: Record<string, string>, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok || text.includes('"errors"')) throw new Error(`${response.status} ${text.slice(0, 300)}`);
}

try {
  const { apiUrl: url } = await app.listen();
  const { apiKey } = await bootstrap(app.services);
  const headers = { authorization: `Token ${apiKey}` };
  for (let start = 0; start < memories; start += 50) {
    const messages = Array.from({ length: 50 }, (_, index) => ({ role: 'user', content: toText(start + index) }));
    await post(`${url}/v3/memories/add/`, headers, { user_id: 'ada', infer: false, messages });
  }
  const measure = async (record: boolean): Promise<number> => {
    const end = performance.now() + seconds * 1_000;
    let searches = 0;
    const work = async () => {
      while (performance.now() < end) {
        number += 1;
        const query = `${word(number)} of person ${number % memories}`;
        await post(`${url}/graphql`, headers, { query: search, variables: { query, record } });
        searches += 1;
      }
    };
    await Promise.all(Array.from({ length: clients }, work));
    return searches / seconds;
  };
  await measure(true);
  const { on, off, ratio } = await measureByTurns(rounds, measure);
  console.log(`${databaseName()}, ${memories} memories`);
  console.log(`searches/s with recording ${on.toFixed(0)}, without ${off.toFixed(0)}, ratio ${ratio.toFixed(3)}`);
  if (ratio < goal) process.exitCode = 1;
} finally {
  await close();
}
