import { afterAll, beforeAll, expect, it } from 'vitest';
import { clean } from '../../src/jobs/housekeeping.js';
import { renewVectors } from '../../src/jobs/renew-vectors.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

// The vectors of an earlier version are those of the words as they are written.

let test: TestApp;
const client = () => test.as(test.admin.apiKey);
const sql = <Row>(query: string, values: unknown[] = []) => test.app.services.database.query<Row>(query, values);

beforeAll(async () => {
  test = await startTestApp({ embedder: 'local' });
});
afterAll(() => test.close());

async function add(texts: readonly string[]): Promise<void> {
  const messages = texts.map((content) => ({ role: 'user', content }));
  const added = await client().rest('POST', '/v3/memories/add/', { messages, user_id: 'rosa', infer: false });
  expect(added.status).toBe(200);
}

const readVectors = async () =>
  new Map(
    (
      await sql<{ text: string; vector: string }>(
        'SELECT m.text, e.embedding::text AS vector FROM memories m JOIN memory_embeddings e ON e.memory_id = m.id ORDER BY m.text',
      )
    ).map(({ text, vector }) => [text, vector]),
  );

const zeros = `[${Array.from({ length: 384 }, () => 0).join(',')}]`;

async function pretendUpgrade(): Promise<void> {
  await sql('UPDATE memory_embeddings SET embedding = $1::halfvec', [zeros]);
  await sql("DELETE FROM settings WHERE key = 'internal.renewal'");
}

it('after an upgrade, housekeeping renews the vectors of memories in other languages, and of no others, once', async () => {
  const [english, ...others] = ['I live in Leeds.', 'Ich wohne in Leipzig.', "J'habite à Lyon.", 'Vivo en Sevilla.'];
  await add([english ?? '', ...others]);
  const before = await readVectors();
  await pretendUpgrade();
  await clean(test.app.services);
  const after = await readVectors();
  expect([...after]).toEqual([...before].map(([text, vector]) => [text, text === english ? zeros : vector]));
  await sql('UPDATE memory_embeddings SET embedding = $1::halfvec', [zeros]);
  expect(await renewVectors(test.app.services)).toBe(0);
});

it('what a server of the version before stores in the next hour is renewed in a later round', async () => {
  const [meanwhile, later] = ['Mein Hund heißt Waldi.', 'Meine Katze heißt Minka.'];
  const storeAsBefore = async (text: string) => {
    await add([text]);
    await sql('UPDATE memory_embeddings SET embedding = $1::halfvec', [zeros]);
  };
  await storeAsBefore(meanwhile);
  const inAnHour = { ...test.app.services, now: () => new Date(Date.now() + 3_600_000) };
  expect(await renewVectors(inAnHour)).toBe(1);
  await storeAsBefore(later);
  expect(await renewVectors(inAnHour)).toBe(0);
});

// The model computes every vector, with less of a busy processor than other processes get.
it('goes on where the last round ended, also in a long memory', { timeout: 180_000 }, async () => {
  const long = `Ich wohne in Leipzig. ${'Der Garten ist groß und schön. '.repeat(60)}`;
  const added = [long, ...Array.from({ length: 100 }, (_, n) => `Meine Katze Nummer ${n} schläft gern.`)];
  await add(added);
  const chunks = () => sql('SELECT embedding::text FROM memory_chunks ORDER BY memory_id, chunk');
  const [before, beforeChunks] = [await readVectors(), await chunks()];
  expect(beforeChunks.length).toBeGreaterThan(1);
  await pretendUpgrade();
  await sql('UPDATE memory_chunks SET embedding = $1::halfvec', [zeros]);
  const stopping = new AbortController();
  const { embedder } = test.app.services;
  const services = {
    ...test.app.services,
    embedder: embedder && {
      ...embedder,
      embed: (...given: Parameters<typeof embedder.embed>) => {
        stopping.abort();
        return embedder.embed(given[0]);
      },
    },
  };
  await expect(renewVectors(services, stopping.signal)).rejects.toThrow();
  const halfway = [...(await readVectors()).values()].filter((vector) => vector === zeros).length;
  expect(halfway).toBeGreaterThan(0);
  expect(halfway).toBeLessThan(before.size - 1);
  await renewVectors(test.app.services);
  const after = await readVectors();
  expect(added.map((text) => after.get(text))).toEqual(added.map((text) => before.get(text)));
  expect(await chunks()).toEqual(beforeChunks);
});
