import { describe, expect, it } from 'vitest';
import { configuredApp, type Configured } from '../configuration/helpers.js';
import { bearer, flatClient, type FlatCall, type PairBody } from './flat-client.js';

interface Block {
  readonly provider: string;
  readonly config: Readonly<Record<string, unknown>>;
}
interface Shown {
  readonly version: string;
  readonly llm: Block;
  readonly embedder: Block;
}
/** Input of step 2. Null: the form stays unchanged. */
type Form = { readonly provider: string; readonly model: string; readonly apiKey: string } | null;

/**
 * Sends the requests of the original dashboard's setup wizard, step by step, and asserts that each step lets the user
 * continue.
 */
async function playWizard(anyone: FlatCall, form: Form): Promise<{ shown: Shown; curlKey: string; added: unknown }> {
  expect((await anyone('GET /auth/setup-status')).body).toEqual({ needsSetup: true });
  const account = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
  const pair = (await anyone<PairBody>('POST /auth/register', account)).body;
  const call: FlatCall = (route, body) => anyone(route, body, bearer(pair));
  await saveProviders(call, form);
  const key = await call<{ key: string }>('POST /api-keys', { label: 'My First Key' });
  expect(key).toMatchObject({ status: 201, body: { key: expect.stringMatching(/^m0sk_/) } });
  const message = { messages: [{ role: 'user', content: 'I hike every Sunday.' }], user_id: 'setup-test' };
  const added = await anyone<{ results: unknown[] }>('POST /memories', message, { 'x-api-key': key.body.key });
  expect(added.status).toBe(200);
  expect((await call('POST /auth/onboarding-complete', { use_case: 'A diary' })).status).toBe(200);
  return { shown: (await call<Shown>('GET /configure')).body, curlKey: key.body.key, added: added.body };
}

/** Step 2: the button is enabled if the server has a key or one was typed; an unchanged form is not sent. */
async function saveProviders(call: FlatCall, form: Form): Promise<void> {
  const { llm, embedder, version } = (await call<Shown>('GET /configure')).body;
  const providers = (await call<{ llm: string[] }>('GET /configure/providers')).body;
  const provider = form?.provider ?? llm.provider;
  expect(providers.llm).toContain(provider);
  expect(Boolean(form?.apiKey ?? llm.config.api_key), 'Save & Continue is enabled').toBe(true);
  if (!form) return;
  const body = { version, llm: { provider, config: { model: form.model, api_key: form.apiKey } }, embedder };
  expect(await call('POST /configure', body)).toEqual(
    expect.objectContaining({ status: 200, body: { message: 'Configuration set successfully' } }),
  );
}

const noUsers = (at: Configured) => at.test.app.services.database.query('DELETE FROM users');

describe('the setup wizard on a default server', () => {
  const at = configuredApp();

  it.each<[string, Form]>([
    ['without a provider key', null],
    ['with a key that is typed for the built-in model', { provider: 'local', model: 'built-in', apiKey: 'sk-any' }],
    [
      'with the model of another provider left in the form',
      { provider: 'local', model: 'gpt-5-mini', apiKey: 'sk-any' },
    ],
  ])('ends with a memory stored, %s', async (_name, form) => {
    await noUsers(at);
    const { shown, added } = await playWizard(flatClient(at.test.app), form);
    expect(added).toEqual({ results: [expect.objectContaining({ event: 'ADD', memory: 'I hike every Sunday.' })] });
    expect(shown.llm).toEqual({
      provider: 'local',
      config: {
        api_key: '[redacted]',
        model: 'built-in',
        temperature: null,
        max_tokens: null,
        top_p: null,
        base_url: null,
      },
    });
    expect(at.fake.requests).toEqual([]);
  });
});

describe('the setup wizard with a provider', () => {
  const at = configuredApp((fake) => ({ OPENAI_BASE_URL: fake.urls.openai, LLM_PROVIDER: 'local' }));

  it('takes the key, and not the built-in model that the form still shows', async () => {
    await noUsers(at);
    const form = { provider: 'openai', model: 'built-in', apiKey: at.fake.key };
    const { shown, added } = await playWizard(flatClient(at.test.app), form);
    expect(shown.llm).toMatchObject({ provider: 'openai', config: { model: 'gpt-5-mini', api_key: '[redacted]' } });
    expect(added).toEqual({ results: [expect.objectContaining({ event: 'ADD' })] });
    expect(new Set(at.fake.requests.map(({ model }) => model))).toEqual(new Set(['gpt-5-mini']));
  });

  it('goes back to the built-in model with the form of the provider, and refuses settings that do not exist', async () => {
    await at.call('POST /configure', { llm: { provider: 'openai', config: { api_key: at.fake.key } } });
    const config = { model: 'gpt-5-mini', api_key: '[redacted]', temperature: 0.2 };
    expect((await at.call('POST /configure', { llm: { provider: 'local', config } })).status).toBe(200);
    expect((await at.call<Shown>('GET /configure')).body.llm).toMatchObject({
      provider: 'local',
      config: { model: 'built-in', temperature: null },
    });
    expect(await at.call('POST /configure', { llm: { provider: 'local', config: { speed: 3 } } })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('llm.speed') },
    });
  });
});

describe('the Configuration page of the original dashboard', () => {
  const at = configuredApp((fake) => ({ OPENAI_BASE_URL: fake.urls.openai, OPENAI_API_KEY: fake.key }));
  const shown = async () => (await at.call<Shown>('GET /configure')).body;

  it('finds the base URL of OpenAI by the name that its form sends, and sends it back without effect', async () => {
    const before = await shown();
    expect(before.llm).toMatchObject({
      provider: 'openai',
      config: { openai_base_url: at.fake.urls.openai, base_url: at.fake.urls.openai },
    });
    expect(before.embedder.config).not.toHaveProperty('openai_base_url');
    const form = { model: 'gpt-5-mini', openai_base_url: at.fake.urls.openai };
    expect(
      (await at.call('POST /configure', { version: 'v1.1', llm: { provider: 'openai', config: form } })).status,
    ).toBe(200);
    expect((await shown()).llm).toEqual(before.llm);
  });

  it.each(['base_url', 'openai_base_url'])(
    'takes a new %s in a body that has the former one by its other name',
    async (name) => {
      const { llm } = await shown();
      const moved = at.fake.urls.openai.replace('127.0.0.1', 'localhost');
      at.fake.key = 'sk-of-the-new-server';
      const config = { ...llm.config, api_key: at.fake.key, [name]: moved };
      expect((await at.call('POST /configure', { llm: { ...llm, config } })).status).toBe(200);
      expect((await shown()).llm.config).toMatchObject({ base_url: moved, openai_base_url: moved });
    },
  );
});
