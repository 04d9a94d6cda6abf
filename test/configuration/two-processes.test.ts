import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { testDatabase } from '../setup/database.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { startFakeProvider, type FakeProvider } from '../helpers/fake-provider/index.js';
import { flatClient, jobsDone, type FlatCall } from '../self-hosted/flat-client.js';
import { dropOtherIndexes } from './helpers.js';

// The embedded database belongs to one process, so the other "process" is the same one.
const isShared = inject('databases').kind === 'postgres';

let fake: FakeProvider;
let here: TestApp;
let there: App;
let second: App | null = null;
let call: FlatCall;
let callThere: FlatCall;

beforeAll(async () => {
  fake = await startFakeProvider();
  const environment = {
    OUTBOUND_ALLOW: 'loopback',
    PROVIDER_RETRIES: '0',
    OPENAI_API_KEY: fake.key,
    OPENAI_BASE_URL: fake.urls.openai,
  };
  const { embedder, providers, outboundAllow } = loadConfig({
    ...environment,
    EMBEDDER: 'openai',
    EMBEDDER_MODEL: 'words-384',
    EMBEDDER_DIMENSIONS: '384',
  });
  here = await startTestApp({ embedder, providers, outboundAllow });
  if (isShared)
    second = await createApp(here.app.services.config, { database: await testDatabase(), log: here.app.services.log });
  there = second ?? here.app;
  call = flatClient(here.app, { 'x-api-key': here.admin.apiKey });
  callThere = flatClient(there, { 'x-api-key': here.admin.apiKey });
});
// Running jobs would fail when the next file empties the database.
afterEach(() => jobsDone(here.app));
afterAll(async () => {
  await dropOtherIndexes(here);
  await second?.close();
  await here.close();
  await fake.close();
});

/** The bus announces changes. Latency is measured between real processes elsewhere. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000, interval: 10 });

describe('what is configured in one process', () => {
  it('is in force in the other: model, key, and instructions', async () => {
    expect(there.services.llm()?.model).toBe('gpt-5-mini');
    const llm = {
      provider: 'anthropic',
      config: { model: 'claude-opus-5', api_key: fake.key, base_url: fake.urls.anthropic },
    };
    expect((await call('POST /configure', { llm, custom_instructions: 'Keep boats.' })).status).toBe(200);
    await soon(() => [there.services.llm()?.provider, there.services.llm()?.model]).toEqual([
      'anthropic',
      'claude-opus-5',
    ]);
    expect(there.services.providers.customInstructions()).toBe('Keep boats.');
    await callThere('POST /memories', { messages: [{ role: 'user', content: 'I sail.' }], user_id: 'rosa' });
    expect(fake.requests.filter(({ kind }) => kind === 'chat').at(-1)).toMatchObject({
      provider: 'anthropic',
      model: 'claude-opus-5',
      key: fake.key,
    });
    expect((await callThere<{ llm: { config: object } }>('GET /configure')).body.llm.config).toMatchObject({
      model: 'claude-opus-5',
      api_key: '[redacted]',
    });
  });

  it('is taken back in the other', async () => {
    expect((await call('POST /configure', { llm: null, custom_instructions: null })).status).toBe(200);
    await soon(() => there.services.llm()?.model).toBe('gpt-5-mini');
  });

  it('has the other search the vectors of another embedder as soon as they are complete, whichever of them made them', async () => {
    const messages = ['The otter sleeps.', 'The heron fishes.', 'The lynx waits.'].map((content) => ({
      role: 'user',
      content,
    }));
    await call('POST /memories', { messages, user_id: 'rosa', infer: false });
    expect((await call('POST /configure', { embedder: { config: { model: 'text-embedding-3-small' } } })).status).toBe(
      200,
    );
    await expect.poll(() => here.app.services.embedder?.dimension, { timeout: 15_000, interval: 10 }).toBe(1_536);
    await soon(() => there.services.embedder?.dimension).toBe(1_536);
    const { body } = await callThere<{ results: { memory: string }[] }>('POST /search', {
      query: 'heron',
      filters: { user_id: 'rosa' },
    });
    expect(body.results[0]?.memory).toBe('The heron fishes.');
  });
});
