import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { startFakeReranker, type FakeReranker } from '../helpers/fake-reranker.js';

const texts = ['I like tea with milk', 'Tea grows in the hills', 'My tea cup broke'];
const query = 'tea';

let fake: FakeReranker;
let test: TestApp;

const start = (provider: string, url: string) =>
  startTestApp({
    outboundAllow: ['loopback'],
    rerank: loadConfig({
      JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
      RERANK_PROVIDER: provider,
      RERANK_MODEL: 'a-model',
      RERANK_API_KEY: 'rk-77aa31',
      RERANK_BASE_URL: url,
      RERANK_TIMEOUT_MS: '300',
    }).rerank,
  });

interface Hit {
  readonly score: number;
  readonly isReranked: boolean;
  readonly memory: { readonly text: string };
  readonly explain: { readonly contributions: Readonly<Record<string, number>>; readonly logit: number };
}
interface Searched {
  readonly data?: { readonly searchMemories: { readonly results: readonly Hit[] } } | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: Readonly<Record<string, unknown>> }[];
}

const searchBy = async (app: TestApp, variables: object = {}) =>
  (
    await app.as(app.admin.apiKey).rest<Searched>('POST', '/graphql', {
      query: `query ($rerank: Boolean) { searchMemories(query: "tea", threshold: 0, explain: true, rerank: $rerank) {
        results { score isReranked memory { text } explain { contributions logit } } } }`,
      variables: { rerank: true, ...variables },
    })
  ).body;

const store = (app: TestApp) =>
  app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
    user_id: 'ada',
    infer: false,
    messages: texts.map((content) => ({ role: 'user', content })),
  });

const namesOf = (found: Searched) => found.data?.searchMemories.results.map(({ memory }) => memory.text);

describe('a search with a reranker', () => {
  beforeAll(async () => {
    fake = await startFakeReranker();
    test = await start('cohere', fake.url);
  });
  afterAll(async () => {
    await test.close();
    await fake.close();
  });
  beforeEach(async () => {
    await test.reset();
    fake.requests.length = 0;
    fake.trouble = null;
    fake.score = (text) => (text.includes('cup') ? 0.9 : text.includes('hills') ? 0.6 : 0.2);
    await store(test);
  });

  it('has the order and the scores of the reranker, explained', async () => {
    const found = await searchBy(test);
    const hits = found.data?.searchMemories.results ?? [];
    expect(hits.map(({ memory, score, isReranked }) => [memory.text, Number(score.toFixed(3)), isReranked])).toEqual([
      ['My tea cup broke', 0.9, true],
      ['Tea grows in the hills', 0.6, true],
      ['I like tea with milk', 0.2, true],
    ]);
    for (const { score, explain } of hits) {
      expect(explain.contributions.rerank).toBeTypeOf('number');
      const sum = Object.values(explain.contributions).reduce((total, part) => total + part, 0);
      expect(sum).toBeCloseTo(explain.logit, 9);
      expect(1 / (1 + Math.exp(-sum))).toBeCloseTo(score, 9);
    }
    expect(fake.requests).toEqual([
      {
        path: '/rerank',
        authorization: 'Bearer rk-77aa31',
        body: { model: 'a-model', query, documents: expect.arrayContaining(texts), top_n: 3 },
      },
    ]);
  });

  it('reads the beginning of a long memory, which divides an emoji', async () => {
    const content = `My cup of tea ${'x'.repeat(3_985)}${'😀'.repeat(20)}`;
    const body = { user_id: 'ada', infer: false, messages: [{ role: 'user', content }] };
    await test.as(test.admin.apiKey).rest('POST', '/v3/memories/add/', body);
    const found = await searchBy(test);
    expect(found.data?.searchMemories.results.map(({ isReranked }) => isReranked)).toEqual([true, true, true, true]);
  });

  it('is the same over both REST APIs, and nothing is sent unless it is asked for', async () => {
    const rest = test.as(test.admin.apiKey);
    const ordered = ['My tea cup broke', 'Tea grows in the hills', 'I like tea with milk'];
    const body = { query, filters: { user_id: 'ada' }, threshold: 0 };
    for (const path of ['/v3/memories/search/', '/search']) {
      type Results = { results: readonly { memory: string }[] };
      const found = await rest.rest<Results>('POST', path, { ...body, rerank: true });
      expect(found.body.results.map(({ memory }) => memory)).toEqual(ordered);
    }
    expect(fake.requests).toHaveLength(2);
    await searchBy(test, { rerank: false });
    await rest.rest('POST', '/v3/memories/search/', body);
    expect(fake.requests).toHaveLength(2);
  });

  it.each([
    ['does not answer in time', 'silent' as const],
    ['is overloaded', 503],
    ['refuses the key', 401],
    ['answers something else', { body: '{"results": [{"index": 7}]}' }],
    ['leaves texts out', { body: '{"results": [{"index": 0, "relevance_score": 0.9}]}' }],
  ])('keeps its own order when the reranker %s, and says so', async (_, trouble) => {
    const plain = await searchBy(test, { rerank: false });
    fake.trouble = trouble;
    const found = await searchBy(test);
    expect(found).toEqual(plain);
    expect(found.data?.searchMemories.results.map(({ isReranked }) => isReranked)).toEqual([false, false, false]);
    expect(fake.requests).toHaveLength(1);
  });

  it('brings logits to scores between 0 and 1', async () => {
    fake.score = (text) => (text.includes('milk') ? 4 : -2);
    const scores = (await searchBy(test)).data?.searchMemories.results.map(({ score }) => Number(score.toFixed(3)));
    expect(scores).toEqual([0.982, 0.119, 0.119]);
  });
});

describe('other rerankers', () => {
  it.each([
    ['jina', { top_n: 3, return_documents: false }],
    ['voyage', { top_k: 3, truncation: true }],
    ['compatible', { top_n: 3 }],
  ])('%s gets its own format', async (provider, format) => {
    const server = await startFakeReranker();
    server.score = (text) => (text.includes('hills') ? 0.8 : 0.1);
    const app = await start(provider, `${server.url}/v1`);
    try {
      await store(app);
      expect(namesOf(await searchBy(app))?.[0]).toBe('Tea grows in the hills');
      expect(server.requests.map(({ path, body }) => [path, body])).toEqual([
        ['/v1/rerank', { model: 'a-model', query, documents: expect.any(Array), ...format }],
      ]);
    } finally {
      await app.close();
      await server.close();
    }
  });
});

describe('a server without a reranker', () => {
  it('is an error for GraphQL callers, and an option without effect for REST callers', async () => {
    const app = await startTestApp();
    try {
      await store(app);
      const { errors } = await searchBy(app);
      expect(errors?.[0]).toMatchObject({
        message: expect.stringContaining('No reranker is configured.'),
        extensions: { code: 'BAD_USER_INPUT', fields: { rerank: [expect.stringContaining('RERANK_PROVIDER')] } },
      });
      const search = async (more: object) =>
        (
          await app
            .as(app.admin.apiKey)
            .rest('POST', '/v3/memories/search/', { query, filters: { user_id: 'ada' }, ...more })
        ).body;
      const plain = await search({});
      expect(await search({ rerank: true })).toEqual(Object.assign({ ignored_options: ['rerank'] }, plain));
    } finally {
      await app.close();
    }
  });
});

describe('configuration of a reranker', () => {
  const load = (more: object) => () => loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c', ...more });

  it('is checked at the start', () => {
    expect(load({})().rerank).toBeNull();
    expect(load({ RERANK_PROVIDER: 'voyage' })).toThrow(/RERANK_API_KEY must be set/);
    expect(load({ RERANK_PROVIDER: 'compatible' })).toThrow(/RERANK_BASE_URL must be set/);
    expect(load({ RERANK_PROVIDER: 'other' })).toThrow(/RERANK_PROVIDER must be one of/);
    expect(load({ RERANK_PROVIDER: 'jina', RERANK_API_KEY: 'k' })().rerank).toEqual({
      provider: 'jina',
      model: 'jina-reranker-v2-base-multilingual',
      apiKey: 'k',
      baseUrl: null,
      timeoutMs: 3_000,
    });
  });
});
