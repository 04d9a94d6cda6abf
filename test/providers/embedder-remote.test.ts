import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createRemoteEmbedder,
  probeDimension,
  type RemoteEmbedderSettings,
  getDefaultEmbedderModel,
} from '@memory-gateway/models';
import { createOutbound, type Outbound } from '@memory-gateway/outbound';
import { startFakeProvider, type FakeProvider, type Trouble } from '../helpers/fake-provider/index.js';

let fake: FakeProvider;
let outbound: Outbound;
beforeAll(() => void (outbound = createOutbound({ allow: ['loopback'] })));
afterAll(() => outbound.close());
beforeEach(async () => void (fake = await startFakeProvider()));
afterEach(() => fake.close());

function settingsOf(
  provider: 'openai' | 'gemini',
  change: Partial<RemoteEmbedderSettings> = {},
): RemoteEmbedderSettings {
  fake.dimension = provider === 'openai' ? 1_536 : 3_072;
  return {
    provider,
    model: getDefaultEmbedderModel(provider),
    apiKey: fake.key,
    baseUrl: fake.urls[provider],
    dimensions: fake.dimension,
    ...change,
  };
}
const calls = () => ({ outbound, timeoutMs: 5_000, retries: 0 });
const length = (vector: Float32Array | undefined) => Math.hypot(...(vector ?? []));

describe.each(['openai', 'gemini'] as const)('an embedding model of %s', (provider) => {
  it('answers one unit vector for each text, in order', async () => {
    const embedder = createRemoteEmbedder(settingsOf(provider), calls());
    const vectors = await embedder.embed(['sailing in Lisbon', 'a dog named Rex', 'sailing in Lisbon', '']);
    expect(vectors.map((vector) => vector.length)).toEqual(Array(4).fill(embedder.dimension));
    expect(vectors.map((vector) => Number(length(vector).toFixed(4)))).toEqual([1, 1, 1, 1]);
    expect(vectors[0]).toEqual(vectors[2]);
    expect(vectors[0]).not.toEqual(vectors[1]);
    expect(embedder.id).toBe(`${provider}/${getDefaultEmbedderModel(provider)}@${embedder.dimension}`);
  });

  it('is asked for one text as for many, and for many in several calls', async () => {
    const embedder = createRemoteEmbedder(settingsOf(provider), calls());
    expect(await embedder.embed(['alone'])).toHaveLength(1);
    const texts = Array.from({ length: 200 }, (_, n) => `text number ${n}`);
    const vectors = await embedder.embed(texts);
    expect(vectors).toHaveLength(200);
    expect(vectors[150]).toEqual((await embedder.embed(['text number 150']))[0]);
    expect(fake.requests.length).toBeGreaterThan(4);
  });

  it('is told another length than its own, and finds out which it answers', async () => {
    const embedder = createRemoteEmbedder(settingsOf(provider, { dimensions: 768 }), calls());
    expect((await embedder.embed(['short']))[0]).toHaveLength(768);
    expect(await probeDimension({ ...settingsOf(provider, { model: 'words-384' }), dimensions: null }, calls())).toBe(
      384,
    );
  });

  it.each<[string, Trouble, string]>([
    ['a rejected key', { status: 401 }, 'provider_auth_failed'],
    ['a rate limit', { status: 429 }, 'provider_rate_limited'],
    ['a server error', { status: 502 }, 'provider_unavailable'],
    ['a refused text', { status: 400 }, 'provider_bad_request'],
    ['a page instead of JSON', { body: '<html>' }, 'provider_bad_answer'],
    ['JSON of another shape', { body: '{"data":[{"vector":[1]}]}' }, 'provider_bad_answer'],
    ['a broken connection', { broken: true }, 'provider_unavailable'],
  ])('says of %s what it is', async (_name, trouble, reason) => {
    fake.trouble = () => trouble;
    await expect(createRemoteEmbedder(settingsOf(provider), calls()).embed(['text'])).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      reason,
    });
  });

  it('takes no vectors of another length, and no silence', async () => {
    const embedder = createRemoteEmbedder(settingsOf(provider), { ...calls(), timeoutMs: 200 });
    fake.dimension = 7;
    await expect(embedder.embed(['text'])).rejects.toMatchObject({ reason: 'provider_bad_answer' });
    fake.trouble = () => ({ silent: true });
    await expect(embedder.embed(['text'])).rejects.toMatchObject({ reason: 'provider_timeout' });
  });

  it('is given up with the reason of the caller', async () => {
    const reason = new Error('The search was given up.');
    const giveUp = new AbortController();
    fake.gate = async () => giveUp.abort(reason);
    await expect(
      createRemoteEmbedder(settingsOf(provider), calls()).embed(['text'], { signal: giveUp.signal }),
    ).rejects.toBe(reason);
  });

  it('gets texts that are too long in a shortened form, without half characters', async () => {
    await createRemoteEmbedder(settingsOf(provider), calls()).embed(['🎿'.repeat(16_000), 'a'.repeat(32_000)]);
    const [skis, letters] = fake.requests[0]?.texts ?? [];
    expect(skis?.length).toBeLessThan(6_000);
    expect(skis).toMatch(/^(🎿)+$/u);
    expect(letters?.length).toBeGreaterThan(20_000);
  });

  it.each<[string, Trouble]>([
    ['OpenAI', { status: 400, body: '{"error":{"message":"This model\'s maximum context length is 512 tokens."}}' }],
    ['Text Embeddings Inference', { status: 413, body: '{"error":"`inputs` must have less than 512 tokens."}' }],
    ['llama.cpp', { status: 500, body: '{"error":{"message":"input is too large to process"}}' }],
  ])('gets the beginnings of texts that it refuses as too long, as %s does', async (_server, refusal) => {
    fake.trouble = ({ texts }) => (texts.some((text) => text.length > 1_500) ? refusal : null);
    const embedder = createRemoteEmbedder(settingsOf(provider), calls());
    const vectors = await embedder.embed(['short', 'ha '.repeat(2_000), '🎿'.repeat(1_000)]);
    expect(vectors.map(({ length }) => length)).toEqual(Array(3).fill(embedder.dimension));
    expect(fake.requests.at(-1)?.texts).toEqual(['short', 'ha '.repeat(500), '🎿'.repeat(750)]);
    expect(fake.requests).toHaveLength(3);
    fake.trouble = () => refusal;
    await expect(embedder.embed(['short'])).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
  });
});
