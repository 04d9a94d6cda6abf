import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig, type Environment } from '../../src/config.js';
import { settleConfiguration } from '../../src/resolvers/configuration/update-configuration.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { startFakeProvider, type FakeProvider } from '../helpers/fake-provider/index.js';
import { testDatabase } from '../setup/database.js';
import { flatClient, jobsDone, type FlatCall } from '../self-hosted/flat-client.js';
import { dropOtherIndexes } from './helpers.js';

const base = {
  JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
  LOG_LEVEL: 'silent',
  API_PORT: '0',
  DASHBOARD_PORT: '0',
  OUTBOUND_ALLOW: 'loopback',
  PROVIDER_RETRIES: '0',
  LLM_PROVIDER: 'local',
};
const space = 'openai/words-384@384';

let fake: FakeProvider;
let words: TestApp;
/** The latest process. */
let app: App | null = null;
let call: FlatCall;

beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.close());

// A process without an embedding model stores the first memories.
beforeEach(async () => {
  fake.requests.length = 0;
  fake.trouble = null;
  fake.gate = async () => undefined;
  words = await startTestApp();
  call = flatClient(words.app, { 'x-api-key': words.admin.apiKey });
});
afterEach(async () => {
  if (app) await stop(app);
  await dropOtherIndexes({ app: { services: { ...words.app.services, database: await testDatabase() } } as App });
});

async function stop(running: App): Promise<void> {
  await jobsDone(running);
  await running.close();
  app = null;
}

/** Stops the process and starts another on the same database. */
async function restart(environment: Environment): Promise<void> {
  await stop(app ?? words.app);
  app = await createApp(loadConfig({ ...base, ...environment }), { database: await testDatabase() });
  call = flatClient(app, { 'x-api-key': words.admin.apiKey });
}
const withModel = () =>
  restart({
    EMBEDDER: 'openai',
    EMBEDDER_MODEL: 'words-384',
    EMBEDDER_DIMENSIONS: '384',
    OPENAI_API_KEY: fake.key,
    OPENAI_BASE_URL: fake.urls.openai,
  });
const withoutModel = () => restart({ EMBEDDER: 'none' });

const text = (n: number) => `The otter number ${n} lives near the lighthouse.`;
async function store(from: number, to: number): Promise<string[]> {
  const messages = Array.from({ length: to - from }, (_, n) => ({ role: 'user', content: text(from + n) }));
  const { status, body } = await call<{ results: { id: string }[] }>('POST /memories', {
    messages,
    user_id: 'rosa',
    infer: false,
  });
  expect(status).toBe(200);
  return body.results.map(({ id }) => id);
}

const sql = async <Row>(query: string, values: unknown[] = []) => (await testDatabase()).query<Row>(query, values);
const vectors = async (of = space) =>
  (await sql('SELECT 1 FROM memory_embeddings v JOIN embedders e ON e.id = v.embedder_id WHERE e.name = $1', [of]))
    .length;
const events = () =>
  sql<{ status: string; total: number; completed: number; payload: unknown; results: unknown }>(
    "SELECT status, total, completed, payload, results FROM events WHERE type = 'RE_EMBED' ORDER BY created_at, id",
  );
interface Progress {
  readonly from: string;
  readonly to: string;
  readonly status: string;
}
const progress = async () => (await call<{ re_embedding: Progress | null }>('GET /configure')).body.re_embedding;
const complete = () => expect.poll(progress, { timeout: 20_000, interval: 20 }).toBeNull();
const finds = async (n: number) =>
  (
    await call<{ results: { memory: string }[] }>('POST /search', {
      query: text(n),
      filters: { user_id: 'rosa' },
      top_k: 1,
    })
  ).body.results[0]?.memory;

describe('memories that were stored without an embedding model', () => {
  it('get vectors after a start with one: by words until all are there, with progress, and those that come meanwhile too', async () => {
    await store(0, 100);
    await store(100, 150);
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    fake.gate = ({ texts }) => (texts.length > 1 ? isReleased : Promise.resolve());
    await withModel();
    await expect.poll(async () => (await progress())?.status, { timeout: 10_000 }).toBe('RUNNING');
    expect(await progress()).toMatchObject({ from: 'none', to: space, total: 150, completed: 0 });
    // Vectors of only some memories are not compared, because the others would be at a disadvantage.
    expect(app?.services.embedder).toBeNull();
    expect(await finds(149)).toBe(text(149));
    await store(150, 151);
    release();
    await complete();
    await expect.poll(() => app?.services.embedder?.id).toBe(space);
    expect(await vectors()).toBe(151);
    expect(await events()).toEqual([
      {
        status: 'SUCCEEDED',
        total: 151,
        completed: 151,
        payload: { from: 'none', to: space, dimension: 384 },
        results: [{ from: 'none', to: space, memories: 151, skipped: 0 }],
      },
    ]);
    expect(await finds(149)).toBe(text(149));
    // In bounded batches, without repeating a text.
    const sent = fake.requests
      .filter(({ texts }) => texts.length > 1 || texts[0] === text(150))
      .map(({ texts }) => texts);
    expect(Math.max(...sent.map((texts) => texts.length))).toBeLessThanOrEqual(64);
    expect(sent.flat()).toHaveLength(151);
    expect(
      await sql(
        "SELECT FROM pg_indexes WHERE indexname LIKE 'memory_embeddings_hnsw%' AND indexname <> 'memory_embeddings_hnsw_1' AND indexdef ~ '(halfvec|vector)[(]384[)]'",
      ),
    ).toHaveLength(1);
  });

  it('get vectors after a change of the configuration', async () => {
    await restart({ EMBEDDER: 'none', OPENAI_API_KEY: fake.key, OPENAI_BASE_URL: fake.urls.openai });
    await store(0, 10);
    expect(
      (await call('POST /configure', { embedder: { provider: 'openai', config: { model: 'words-384' } } })).status,
    ).toBe(200);
    await complete();
    expect(await vectors()).toBe(10);
    expect(await finds(3)).toBe(text(3));
  });

  it('get them when the model was away for a while only, and nothing is made twice', async () => {
    await withModel();
    const [changed = ''] = await store(0, 20);
    expect(await vectors()).toBe(20);
    await withoutModel();
    await store(20, 22);
    expect((await call(`PUT /memories/${changed}`, { text: 'The otter has moved to Lisbon.' })).status).toBe(200);
    expect(await vectors()).toBe(19);
    expect(app?.services.embedder).toBeNull();
    fake.requests.length = 0;
    await withModel();
    await complete();
    expect(await vectors()).toBe(22);
    expect(fake.requests.flatMap(({ texts }) => texts).sort()).toEqual(
      [text(20), text(21), 'The otter has moved to Lisbon.'].sort(),
    );
  });

  it('are left as they are when the model is switched off before it is done, and completed when it is back', async () => {
    await store(0, 100);
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    fake.gate = ({ texts }) => (texts.length > 1 ? isReleased : Promise.resolve());
    await withModel();
    await expect.poll(() => fake.requests.length).toBe(1);
    const { services } = app as App;
    await settleConfiguration({ ...services, config: { ...services.config, embedder: 'none' } });
    release();
    await expect.poll(async () => (await events()).map(({ status }) => status)).toEqual(['CANCELLED']);
    await jobsDone(app as App);
    expect([await progress(), await vectors()]).toEqual([null, 64]);
    await withModel();
    await complete();
    expect(await vectors()).toBe(100);
    expect((await events()).map(({ status }) => status)).toEqual(['CANCELLED', 'SUCCEEDED']);
  });
});

describe('memories that lack a vector of the model in use', () => {
  const lose = (count: number) =>
    sql(
      'DELETE FROM memory_embeddings WHERE memory_id IN (SELECT memory_id FROM memory_embeddings ORDER BY memory_id LIMIT $1)',
      [count],
    );

  it('get one at the next start: a few at once, many with progress', async () => {
    await withModel();
    await store(0, 100);
    await jobsDone(app as App);
    await lose(5);
    await withModel();
    await expect.poll(() => vectors()).toBe(100);
    await jobsDone(app as App);
    expect(await events()).toEqual([]);
    await lose(80);
    await withModel();
    await expect.poll(async () => (await events())[0]?.status, { timeout: 10_000 }).toBe('SUCCEEDED');
    expect(await events()).toMatchObject([
      { total: 100, completed: 100, results: [{ from: space, to: space, memories: 100, skipped: 0 }] },
    ]);
    expect(await vectors()).toBe(100);
    expect(await progress()).toBeNull();
  });

  it('are tried again when the configuration is stored again after the provider has refused the work', async () => {
    await withModel();
    await store(0, 100);
    await jobsDone(app as App);
    await lose(80);
    fake.trouble = ({ texts }) => (texts.length > 1 ? { status: 401 } : null);
    await withModel();
    await expect.poll(async () => (await progress())?.status, { timeout: 10_000 }).toBe('FAILED');
    expect(await progress()).toMatchObject({
      error: expect.stringMatching(/rejected the credentials.*found by their words/) as string,
    });
    fake.trouble = null;
    expect((await call('POST /configure', { custom_instructions: 'Keep boats.' })).status).toBe(200);
    await expect.poll(() => vectors(), { timeout: 10_000 }).toBe(100);
    await complete();
    expect((await events()).map(({ status }) => status)).toEqual(['CANCELLED', 'SUCCEEDED']);
  });
});
