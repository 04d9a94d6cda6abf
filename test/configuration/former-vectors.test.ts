import { afterAll, describe, expect, it } from 'vitest';
import { clean } from '../../src/jobs/housekeeping.js';
import { pruneVectors } from '../../src/jobs/prune-vectors.js';
import type { Services } from '../../src/context.js';
import { settleConfiguration } from '../../src/resolvers/configuration/update-configuration.js';
import { ensureVectorIndex } from '../../src/stores/search/vector-index.js';
import { testDatabase } from '../setup/database.js';
import { configuredApp, ended } from './helpers.js';

const at = configuredApp((fake) => ({
  EMBEDDER: 'openai',
  EMBEDDER_MODEL: 'words-64',
  EMBEDDER_DIMENSIONS: '64',
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
  LLM_PROVIDER: 'local',
}));
const [former, latter] = ['openai/words-64@64', 'openai/words-32@32'];

// The built-in embedder is also a former one here.
afterAll(async () => ensureVectorIndex(await testDatabase(), { embedder: 1, dimension: 384 }));

const sql = <Row>(query: string, values: unknown[] = []) => at.test.app.services.database.query<Row>(query, values);
const vectorsOf = async (space: string) =>
  (await sql('SELECT 1 FROM memory_embeddings v JOIN embedders e ON e.id = v.embedder_id WHERE e.name = $1', [space]))
    .length;
const hasIndex = async (space: string) =>
  (
    await sql(
      "SELECT 1 FROM pg_indexes i JOIN embedders e ON i.indexname = 'memory_embeddings_hnsw_' || e.id WHERE e.name = $1",
      [space],
    )
  ).length === 1;
const text = (n: number) => `The otter number ${n} lives near the lighthouse.`;

async function fill(count: number): Promise<void> {
  await settleConfiguration(at.test.app.services);
  for (let from = 0; from < count; from += 100) {
    const messages = Array.from({ length: Math.min(100, count - from) }, (_, n) => ({
      role: 'user',
      content: text(from + n),
    }));
    expect((await at.call('POST /memories', { messages, user_id: 'rosa', infer: false })).status).toBe(200);
  }
}
async function switchTo(model: string): Promise<void> {
  expect((await at.call('POST /configure', { embedder: { config: { model } } })).status).toBe(200);
  const [event] = await sql<{ id: string }>(
    "SELECT id FROM events WHERE type = 'RE_EMBED' ORDER BY created_at DESC, id DESC LIMIT 1",
  );
  expect(await ended(at, event?.id ?? 'none')).toMatchObject({ status: 'SUCCEEDED' });
  await expect.poll(() => at.test.app.services.embedder?.id).toContain(model);
}
const hours = (count: number) => count * 3_600_000;
/** Returns services whose clock is ahead by this many milliseconds. */
const later = (ms: number, change: Partial<Services> = {}): Services => ({
  ...at.test.app.services,
  now: () => new Date(Date.now() + ms),
  ...change,
});
const finds = async (n: number) =>
  (
    await at.call<{ results: { memory: string }[] }>('POST /search', {
      query: text(n),
      filters: { user_id: 'rosa' },
      top_k: 1,
    })
  ).body.results[0]?.memory;

describe('vectors of a former embedding model', () => {
  it('stay for a day, so that switching back is free, and are then removed with their index', async () => {
    await fill(120);
    await switchTo('words-32');
    expect(await pruneVectors(later(hours(23)))).toBe(0);
    expect([await vectorsOf(former), await vectorsOf(latter)]).toEqual([120, 120]);
    at.fake.requests.length = 0;
    await switchTo('words-64');
    expect(at.fake.requests.filter(({ texts }) => texts.includes(text(1)))).toEqual([]);
    await switchTo('words-32');
    // By the hourly housekeeping.
    await clean(later(hours(25)));
    expect([await vectorsOf(former), await vectorsOf(latter)]).toEqual([0, 120]);
    expect([await hasIndex(former), await hasIndex(latter)]).toEqual([false, true]);
    expect(await finds(77)).toBe(text(77));
    expect(await pruneVectors(later(hours(26)))).toBe(0);
  });

  it('go in bounded batches, none of which is large', async () => {
    await fill(20);
    await switchTo('words-32');
    const { services } = at.test.app;
    const [{ id } = { id: 0 }] = await sql<{ id: number }>('SELECT id FROM embedders WHERE name = $1', [former]);
    const page = { before: new Date(Date.now() + hours(25)), after: null, limit: 8 };
    const first = await services.stores.reEmbedding.prune(id, page);
    const second = await services.stores.reEmbedding.prune(id, { ...page, after: first.at(-1) ?? null });
    expect([first.length, second.length, await vectorsOf(former)]).toEqual([8, 8, 4]);
    expect(new Set([...first, ...second]).size).toBe(16);
    expect(await pruneVectors(later(hours(25)))).toBe(4);
  });

  it('stay once that model is configured again, even between two batches', async () => {
    await fill(100);
    await switchTo('words-32');
    const { services } = at.test.app;
    const before = new Date(Date.now() + hours(25));
    const [embedder] = await services.stores.reEmbedding
      .retired(before)
      .then((rows) => rows.filter(({ name }) => name === former));
    const removed = await services.stores.reEmbedding.prune(embedder?.id ?? 0, { before, after: null, limit: 30 });
    expect(removed).toHaveLength(30);
    // The job waits, so that the check runs between the decision and the switch.
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    at.fake.gate = ({ model, texts }) => (model === 'words-64' && texts.length > 1 ? isReleased : Promise.resolve());
    at.fake.requests.length = 0;
    const back = switchTo('words-64');
    await expect
      .poll(() => at.fake.requests.some(({ model, texts }) => model === 'words-64' && texts.length > 1))
      .toBe(true);
    expect(
      await services.stores.reEmbedding.prune(embedder?.id ?? 0, { before, after: removed.at(-1) ?? null, limit: 30 }),
    ).toEqual([]);
    expect(await pruneVectors(later(hours(25)))).toBe(0);
    release();
    await back;
    expect(await vectorsOf(former)).toBe(100);
    expect(await hasIndex(former)).toBe(true);
    expect(await finds(42)).toBe(text(42));
  });

  it('can be built again after their removal', async () => {
    await fill(30);
    await switchTo('words-32');
    expect(await pruneVectors(later(hours(25)))).toBe(30);
    await switchTo('words-64');
    expect([await vectorsOf(former), await hasIndex(former), await finds(12)]).toEqual([30, true, text(12)]);
  });

  it('stay while no vectors are searched', async () => {
    await fill(30);
    await switchTo('words-32');
    const { services } = at.test.app;
    await services.database.query("DELETE FROM settings WHERE key = 'config_overrides'");
    await settleConfiguration({ ...services, config: { ...services.config, embedder: 'none' } });
    expect(await pruneVectors(later(hours(25)))).toBe(30);
    expect(await vectorsOf(latter)).toBe(30);
  });

  it('are also removed if their job was given up', async () => {
    await fill(100);
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    at.fake.gate = ({ texts }) => (texts.includes(text(99)) ? isReleased : Promise.resolve());
    expect((await at.call('POST /configure', { embedder: { config: { model: 'words-32' } } })).status).toBe(200);
    await expect.poll(() => vectorsOf(latter)).toBe(64);
    expect((await at.call('POST /configure', { embedder: null })).status).toBe(200);
    release();
    expect(await pruneVectors(later(hours(25)))).toBeGreaterThanOrEqual(64);
    expect(await vectorsOf(former)).toBe(100);
  });
});
