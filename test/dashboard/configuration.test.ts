import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { defaultAnswer, startFakeProvider, type FakeProvider } from '../helpers/fake-provider/index.js';
import { findViolations } from './axe.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';

describePages('the configuration page', () => {
  let app: DashboardApp;
  let fake: FakeProvider;
  beforeAll(async () => {
    fake = await startFakeProvider();
    const { embedder, providers, outboundAllow } = loadConfig({
      JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
      OUTBOUND_ALLOW: 'loopback',
      PROVIDER_RETRIES: '0',
      LLM_PROVIDER: 'local',
      EMBEDDER: 'openai',
      EMBEDDER_MODEL: 'words-384',
      EMBEDDER_DIMENSIONS: '384',
      OPENAI_API_KEY: fake.key,
      OPENAI_BASE_URL: fake.urls.openai,
    });
    app = await startDashboard({ embedder, providers, outboundAllow });
  });
  beforeEach(async () => {
    fake.trouble = null;
    fake.answer = defaultAnswer;
    fake.gate = async () => undefined;
    await app.reset();
    await app.app.services.providers.refresh();
  });
  afterAll(async () => {
    await app.close();
    await fake.close();
  });

  interface Shown {
    readonly llm: { readonly provider: string; readonly config: Record<string, unknown> };
    readonly sources: { readonly llm: Record<string, string> };
  }
  const configuration = async () => (await app.as(app.admin.apiKey).rest<Shown>('GET', '/configure')).body;

  it('stores another provider with a write-only key, and goes back to the environment', async () => {
    const page = await app.signedIn('/dashboard/configuration');
    const form = page.getByRole('form', { name: 'Language model' });
    await form.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: 'Anthropic' }).click();
    await form.locator('input[name="llm.baseUrl"]').fill(fake.urls.anthropic);
    await form.locator('input[name="llm.apiKey"]').fill('sk-wrong-key');
    await form.getByRole('button', { name: 'Test and save' }).click();
    await form.getByRole('alert').getByText('The provider rejected the API key').waitFor();
    expect((await configuration()).llm.provider).toBe('local');

    await form.locator('input[name="llm.apiKey"]').fill(fake.key);
    await form.locator('input[name="llm.temperature"]').fill('7');
    await form.getByRole('button', { name: 'Test and save' }).click();
    await form.getByText('Enter a number from 0 to 2.').first().waitFor();
    await form.locator('input[name="llm.temperature"]').fill('0.5');
    await form.getByRole('button', { name: 'Test and save' }).click();
    await page.getByText('Saved and applied').first().waitFor();
    expect((await configuration()).llm).toMatchObject({ provider: 'anthropic', config: { temperature: 0.5 } });
    await form.getByText('A key is set.').waitFor();
    expect(await page.content()).not.toContain(fake.key);

    await form.getByRole('button', { name: 'Reset Temperature to the environment' }).click();
    await expect.poll(async () => (await configuration()).llm.config.temperature).toBeNull();
    await form.getByRole('button', { name: 'Reset all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
    await form.getByText('Needs no key and no network').waitFor();
    expect((await configuration()).llm.provider).toBe('local');
    expect(app.problems).toEqual([]);
  });

  it('compares an extraction with the stored and with the edited model before saving', async () => {
    fake.answer = ({ model }) => {
      const facts = [{ text: model === 'boats' ? 'Ada sails.' : 'Ada swims.', message: 1 }];
      return JSON.stringify({ facts });
    };
    const page = await app.signedIn('/dashboard/configuration');
    const form = page.getByRole('form', { name: 'Language model' });
    await form.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: 'OpenAI or compatible' }).click();
    await form.locator('input[name="llm.model"]').fill('boats');
    await form.getByLabel('Try an extraction').fill('I live by the sea.');
    await form.getByRole('button', { name: 'Compare settings' }).click();
    const [stored, edited] = ['With the stored settings', 'With the edited settings'];
    await form.getByRole('group', { name: stored }).getByText('I live by the sea.').waitFor();
    await form.getByRole('group', { name: edited }).getByText('Ada sails.').waitFor();
    await form.locator('input[name="llm.temperature"]').fill('7');
    expect(await form.getByRole('button', { name: 'Compare settings' }).isDisabled()).toBe(true);
    expect((await configuration()).llm.provider).toBe('local');
    expect(app.problems).toEqual([]);
  });

  it('tries an embedding model with the edited settings before saving', async () => {
    const page = await app.signedIn('/dashboard/configuration');
    const form = page.getByRole('form', { name: 'Embedding model' });
    await form.locator('input[name="embedder.model"]').fill('text-embedding-3-small');
    await form.locator('input[name="embedder.dimensions"]').fill('');
    const compare = form.getByRole('button', { name: 'Compare models' });
    await compare.click();
    const [stored, edited] = ['With the stored settings', 'With the edited settings'];
    await form.getByRole('group', { name: stored }).getByText('openai/words-384@384').waitFor();
    const trial = form.getByRole('group', { name: edited });
    await trial.getByText('openai/text-embedding-3-small@1536').waitFor();
    await trial.getByText('1,536').waitFor();
    expect(await trial.getByRole('listitem').count()).toBe(3);
    expect(await findViolations(page)).toEqual([]);
    await form.locator('input[name="embedder.apiKey"]').fill('sk-wrong-key');
    await compare.click();
    await form.getByRole('alert').getByText('The provider rejected the API key').waitFor();
    await form.getByLabel('Try the embedding model').fill('One line');
    await form.getByText('Enter two to five lines.').waitFor();
    expect(await compare.isDisabled()).toBe(true);
    expect(app.problems).toEqual([]);
  });

  it('shows live how far the vectors of another embedder are', async () => {
    for (const content of ['Ada plays the violin.', 'Ada lives in Lisbon.']) {
      await app
        .as(app.admin.apiKey)
        .rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content }], user_id: 'ada', infer: false });
    }
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    fake.gate = ({ texts }) => (texts.some((text) => text.includes('Ada')) ? opened : Promise.resolve());
    const page = await app.signedIn('/dashboard/configuration');
    const form = page.getByRole('form', { name: 'Embedding model' });
    await form.locator('input[name="embedder.model"]').fill('text-embedding-3-small');
    await form.getByRole('button', { name: 'Test and save' }).click();
    await page.getByText('Re-embedding all memories').waitFor();
    open();
    await page.getByText('Re-embedding all memories').waitFor({ state: 'detached', timeout: 30_000 });
    const names = await app.app.services.database.query<{ name: string }>(
      'SELECT e.name FROM memory_embeddings v JOIN embedders e ON e.id = v.embedder_id',
    );
    expect(new Set(names.map(({ name }) => name))).toContain('openai/text-embedding-3-small@1536');
    expect(app.problems).toEqual([]);
  });

  it('can be read but only changed by admins', async () => {
    const mia = { name: 'Mia', email: 'mia@example.com', password: 'a long enough secret' };
    const made = await app.as(app.admin.apiKey).rest<{ data: unknown }>('POST', '/graphql', {
      query: 'mutation ($input: CreateUserInput!) { createUser(input: $input) { __typename } }',
      variables: { input: mia },
    });
    expect(made.body.data).toEqual({ createUser: { __typename: 'CreateUserPayload' } });
    const page = await app.signedIn('/dashboard/configuration', mia);
    await page.getByText('Only admins may change them.').waitFor();
    await page.getByRole('cell', { name: 'words-384' }).waitFor();
    await page.getByText('set, never shown').waitFor();
    expect(await page.getByRole('button', { name: 'Test and save' }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });
});
