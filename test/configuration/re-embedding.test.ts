import { describe, expect, it } from 'vitest';
import { createContext } from '../../src/context.js';
import { reEmbed } from '../../src/jobs/re-embed.js';
import { settleConfiguration } from '../../src/resolvers/configuration/update-configuration.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { adminKey } from '../helpers/context.js';
import { graphql } from '../self-hosted/flat-client.js';
import { configuredApp, ended } from './helpers.js';

// The first embedder returns 384 dimensions, the second 1,536.
const at = configuredApp((fake) => ({
  EMBEDDER: 'openai',
  EMBEDDER_MODEL: 'words-384',
  EMBEDDER_DIMENSIONS: '384',
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
  LLM_PROVIDER: 'local',
}));

const animals = ['otter', 'heron', 'lynx', 'badger', 'falcon', 'newt', 'marten', 'osprey', 'weasel', 'plover'];
const places = [
  'harbour',
  'lighthouse',
  'orchard',
  'quarry',
  'meadow',
  'tunnel',
  'windmill',
  'chapel',
  'glacier',
  'market',
  'bakery',
  'viaduct',
];
const text = (n: number) => `The ${animals[n % 10]} lives near the ${places[Math.floor(n / 10) % 12]} number ${n}.`;
const sql = <Row>(query: string, values: unknown[] = []) => at.test.app.services.database.query<Row>(query, values);

async function fill(count: number): Promise<string[]> {
  // Without the previous test's record, the environment's embedder is used from the start.
  await settle();
  const ids: string[] = [];
  for (let from = 0; from < count; from += 100) {
    const messages = Array.from({ length: Math.min(100, count - from) }, (_, n) => ({
      role: 'user',
      content: text(from + n),
    }));
    const { body } = await at.call<{ results: { id: string }[] }>('POST /memories', {
      messages,
      user_id: 'rosa',
      infer: false,
    });
    ids.push(...body.results.map(({ id }) => id));
  }
  return ids;
}

const settle = () => settleConfiguration(at.test.app.services);
const vectorsOf = async (space: string) =>
  (
    await sql<{ id: string; text: string }>(
      'SELECT m.id, m.text FROM memories m JOIN memory_embeddings v ON v.memory_id = m.id JOIN embedders e ON e.id = v.embedder_id WHERE e.name = $1',
      [space],
    )
  ).length;
const [oldSpace, newSpace] = ['openai/words-384@384', 'openai/text-embedding-3-small@1536'];
const begin = async (): Promise<string> => {
  const { status } = await at.call('POST /configure', { embedder: { config: { model: 'text-embedding-3-small' } } });
  expect(status).toBe(200);
  const [event] = await sql<{ id: string }>(
    "SELECT id FROM events WHERE type = 'RE_EMBED' ORDER BY created_at DESC, id DESC LIMIT 1",
  );
  return event?.id ?? 'none';
};
const serving = () => at.test.app.services.embedder?.id;

describe('another embedding model', () => {
  it('takes over under search load without a failed search and without a lower recall', async () => {
    const ids = await fill(240);
    const sample = ids.filter((_, n) => n % 40 === 0);
    const own = sample.map((id) => ids.indexOf(id));
    const look = async () => {
      let found = 0;
      for (const n of own) {
        const ctx = createContext(at.test.app.services, { caller: adminKey, requestId: 'test' });
        const { results } = await searchMemories(ctx, {
          projectId: at.test.admin.projectId,
          query: text(n),
          topK: 5,
          threshold: 0,
        });
        if (results.some(({ memory }) => memory.id === ids[n])) found += 1;
      }
      return found / own.length;
    };
    const before = await look();
    const during: number[] = [];
    const spaces = new Set<string | undefined>();
    let isOver = false;
    const load = (async () => {
      while (!isOver) {
        during.push(await look());
        spaces.add(serving());
      }
    })();
    const eventId = await begin();
    const event = await ended(at, eventId);
    await expect.poll(serving).toBe(newSpace);
    const rounds = during.length;
    await expect.poll(() => during.length, { timeout: 20_000 }).toBeGreaterThan(rounds + 1);
    isOver = true;
    await load;
    expect(event).toMatchObject({
      status: 'SUCCEEDED',
      error: null,
      total: 240,
      completed: 240,
      results: [{ from: oldSpace, to: newSpace, memories: 240, skipped: 0 }],
    });
    expect(before).toBe(1);
    expect(Math.min(...during)).toBeGreaterThanOrEqual(before);
    expect([...spaces]).toContain(newSpace);
    expect(
      await sql(
        "SELECT FROM pg_indexes WHERE indexname LIKE 'memory_embeddings_hnsw%' AND indexdef ~ '(halfvec|vector)[(]1536[)]'",
      ),
    ).toHaveLength(1);
  });

  it('is not searched before it is complete, and includes what was added and changed meanwhile', async () => {
    const ids = await fill(100);
    let reached = (): void => undefined;
    let release = (): void => undefined;
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    at.fake.gate = ({ kind, model, texts }) => {
      if (kind !== 'embed' || model === 'words-384' || texts.length < 2) return Promise.resolve();
      reached();
      return isReleased;
    };
    const eventId = await begin();
    await isReached;
    expect(serving()).toBe(oldSpace);
    expect((await at.call<{ re_embedding: object }>('GET /configure')).body.re_embedding).toMatchObject({
      from: oldSpace,
      to: newSpace,
      event_id: eventId,
      total: 100,
    });
    // The first batch is running with the old text of the first memory.
    expect((await at.call(`PUT /memories/${ids[0]}`, { text: 'The otter moved to Lisbon.' })).status).toBe(200);
    const { body } = await at.call<{ results: { id: string }[] }>('POST /memories', {
      messages: [{ role: 'user', content: 'A walrus arrived.' }],
      user_id: 'rosa',
      infer: false,
    });
    release();
    expect(await ended(at, eventId)).toMatchObject({ status: 'SUCCEEDED', results: [{ memories: 101 }] });
    expect([await vectorsOf(oldSpace), await vectorsOf(newSpace)]).toEqual([101, 101]);
    const embedded = at.fake.requests
      .filter(({ model }) => model === 'text-embedding-3-small')
      .flatMap(({ texts }) => texts);
    expect(embedded).toContain('The otter moved to Lisbon.');
    expect(embedded).toContain('A walrus arrived.');
    const [{ distance } = { distance: 1 }] = await sql<{ distance: number }>(
      `SELECT v.embedding <=> $1::halfvec AS distance FROM memory_embeddings v JOIN embedders e ON e.id = v.embedder_id WHERE v.memory_id = $2 AND e.name = $3`,
      [`[${at.fake.embed('The otter moved to Lisbon.', 1_536).join(',')}]`, ids[0], newSpace],
    );
    expect(distance).toBeLessThan(0.001);
    const found = await at.call<{ results: { id: string }[] }>('POST /search', {
      query: 'walrus',
      filters: { user_id: 'rosa' },
    });
    expect(found.body.results[0]?.id).toBe(body.results[0]?.id);
  });

  it('goes on where it was after a crash', async () => {
    await fill(200);
    const crash = new AbortController();
    const sent = () =>
      at.fake.requests.filter(
        ({ kind, model, texts }) => kind === 'embed' && model === 'text-embedding-3-small' && texts.length > 1,
      );
    // The queue's job waits for the test, which runs it like a process that dies.
    let isOurs = true;
    at.fake.gate = async ({ texts }) => {
      if (isOurs && texts.length > 1 && sent().length === 2) crash.abort(new Error('killed'));
    };
    const eventId = await begin();
    await reEmbed(
      at.test.app.services,
      { eventId, completed: 0 },
      { attempt: 1, lastAttempt: false, signal: crash.signal },
    ).catch(() => undefined);
    isOurs = false;
    expect(await ended(at, eventId)).toMatchObject({ status: 'SUCCEEDED', completed: 200 });
    expect(await vectorsOf(newSpace)).toBe(200);
  });

  it('leaves out a text that the model refuses, and says so', async () => {
    await fill(70);
    at.fake.trouble = ({ model, texts }) =>
      model === 'text-embedding-3-small' && texts.some((given) => given === text(7)) ? { status: 400 } : null;
    expect(await ended(at, await begin())).toMatchObject({
      status: 'SUCCEEDED',
      results: [{ memories: 70, skipped: 1 }],
    });
    expect(await vectorsOf(newSpace)).toBe(69);
    at.fake.trouble = null;
    const found = await at.call<{ results: { memory: string }[] }>('POST /search', {
      query: text(7),
      filters: { user_id: 'rosa' },
      top_k: 70,
    });
    expect(found.body.results.map(({ memory }) => memory)).toContain(text(7));
  });

  it('stays away when the provider rejects the key meanwhile, and is tried again when it is configured again', async () => {
    await fill(70);
    let isRejected = true;
    at.fake.trouble = ({ model, texts }) =>
      isRejected && model === 'text-embedding-3-small' && texts.length > 1 ? { status: 401 } : null;
    const eventId = await begin();
    expect(await ended(at, eventId)).toMatchObject({
      status: 'FAILED',
      error: expect.stringMatching(/rejected the credentials.*Search goes on with the former model/) as string,
    });
    expect(serving()).toBe(oldSpace);
    expect(
      (await at.call<{ results: unknown[] }>('POST /search', { query: text(3), filters: { user_id: 'rosa' } })).body
        .results.length,
    ).toBeGreaterThan(0);
    isRejected = false;
    const again = await begin();
    expect(again).not.toBe(eventId);
    expect(await ended(at, again)).toMatchObject({ status: 'SUCCEEDED' });
    await expect.poll(serving).toBe(newSpace);
  });

  it('is given up when the former one is configured again', async () => {
    await fill(70);
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    at.fake.gate = ({ model, texts }) =>
      model === 'text-embedding-3-small' && texts.length > 1 ? isReleased : Promise.resolve();
    const eventId = await begin();
    const reset =
      'mutation { resetConfiguration(input: { sections: [EMBEDDER] }) { ... on ResetConfigurationPayload { configuration { embedder { model } reEmbedding { to } } } } }';
    const { data } = await graphql<{ resetConfiguration: { configuration: unknown } }>(at.call, reset);
    expect(data.resetConfiguration.configuration).toEqual({ embedder: { model: 'words-384' }, reEmbedding: null });
    release();
    expect(await ended(at, eventId)).toMatchObject({ status: 'CANCELLED' });
    expect(serving()).toBe(oldSpace);
  });

  it('is refused where its vectors are longer than an index takes, and nothing begins', async () => {
    await fill(10);
    const { status, body } = await at.call('POST /configure', { embedder: { config: { model: 'words-5000' } } });
    expect([status, body.detail]).toEqual([400, expect.stringContaining('4000') as string]);
    expect(await sql("SELECT id FROM events WHERE type = 'RE_EMBED'")).toEqual([]);
  });

  it('takes over at once where there is nothing to embed', async () => {
    await settle();
    await begin();
    await expect.poll(serving).toBe(newSpace);
    expect(await sql("SELECT id FROM events WHERE type = 'RE_EMBED'")).toEqual([]);
  });

  it('is taken up at the start of a process whose environment names it', async () => {
    await fill(20);
    const { services } = at.test.app;
    const providers = {
      ...services.config.providers,
      embedder: { model: 'words-512', dimensions: null, folder: null },
    };
    await settleConfiguration({ ...services, config: { ...services.config, providers } });
    const [event] = await sql<{ id: string }>("SELECT id FROM events WHERE type = 'RE_EMBED'");
    expect(await ended(at, event?.id ?? 'none')).toMatchObject({
      status: 'SUCCEEDED',
      results: [{ from: oldSpace, to: 'openai/words-512@512', memories: 20 }],
    });
  });

  it('answers 502 with the class when the model of a search fails', async () => {
    await fill(10);
    at.fake.trouble = () => ({ status: 429 });
    expect(await at.call('POST /search', { query: 'otter', filters: { user_id: 'rosa' } })).toMatchObject({
      status: 502,
      body: { code: 'provider_rate_limited' },
    });
    const hosted = await at.call('POST /v3/memories/search/', { query: 'otter', filters: { user_id: 'rosa' } });
    expect(hosted).toMatchObject({
      status: 502,
      body: {
        code: 'provider_rate_limited',
        request_id: expect.any(String) as string,
        error: expect.any(String) as string,
      },
    });
    const { errors } = await graphql<unknown>(
      at.call,
      'query { searchMemories(query: "otter") { results { score } } }',
    );
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'UPSTREAM_FAILED',
      reason: 'provider_rate_limited',
      requestId: expect.any(String) as string,
    });
    const stored = await at.call('POST /memories', {
      messages: [{ role: 'user', content: 'A new otter.' }],
      user_id: 'rosa',
      infer: false,
    });
    expect(stored).toMatchObject({ status: 502, body: { code: 'provider_rate_limited' } });
    expect(await sql('SELECT id FROM memories WHERE text = $1', ['A new otter.'])).toEqual([]);
  });
});
