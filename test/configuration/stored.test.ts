import { describe, expect, it } from 'vitest';
import { createSealer } from '../../src/auth/sealed.js';
import { loadConfig } from '../../src/config.js';
import { layerSettings, toPlainSettings } from '../../src/resolvers/configuration/layer-settings.js';
import { seal, unseal, type StoredConfiguration } from '../../src/resolvers/configuration/stored-configuration.js';
import { testDatabase } from '../setup/database.js';

const sealer = async (secret = 'a-secret-of-the-test-suite-5d1f0c') =>
  createSealer({ secret, database: await testDatabase() });
const stored: StoredConfiguration = {
  llm: { provider: 'openai', model: 'm', apiKey: 'sk-stored-81' },
  embedder: { provider: 'openai', dimensions: 9 },
  customInstructions: 'Keep boats.',
};

describe('a stored configuration', () => {
  it('comes back as it was stored, and shows no key where it lies', async () => {
    const json = await seal(stored, await sealer());
    expect(JSON.stringify(json)).not.toContain('sk-stored-81');
    expect(await unseal(json, await sealer(), () => undefined)).toEqual(stored);
  });

  it('counts a key as absent that was sealed with another secret, and says so', async () => {
    const unreadable: string[] = [];
    const json = await seal(stored, await sealer());
    const found = await unseal(json, await sealer('another-secret-of-the-suite-77aa'), (block) =>
      unreadable.push(block),
    );
    expect(found.llm).toEqual({ provider: 'openai', model: 'm' });
    expect(unreadable).toEqual(['llm']);
  });

  it('leaves out providers that are no longer bundled', async () => {
    expect(await unseal({ llm: { provider: 'cohere', model: 'm' } }, await sealer(), () => undefined)).toEqual({});
  });
});

describe('the layers', () => {
  const environment = loadConfig({
    OPENAI_API_KEY: 'sk-environment',
    GOOGLE_API_KEY: 'g-environment',
    OPENAI_BASE_URL: 'https://models.example.com/v1',
  });

  it('give an embedder the key of the language model of its provider', () => {
    expect(toPlainSettings(layerSettings(stored, environment).embedder)).toMatchObject({
      provider: 'openai',
      apiKey: 'sk-stored-81',
      dimensions: 9,
      model: 'text-embedding-3-small',
    });
    expect(layerSettings({ embedder: { provider: 'gemini' } }, environment).embedder.apiKey).toEqual({
      value: 'g-environment',
      source: 'environment',
    });
  });

  it('keep the key of the environment from a stored server address', () => {
    const elsewhere = layerSettings(
      {
        llm: { provider: 'openai', baseUrl: 'https://evil.example.com/v1' },
        embedder: { provider: 'openai', baseUrl: 'https://evil.example.com/v1' },
      },
      environment,
    );
    expect([elsewhere.llm.apiKey.value, elsewhere.embedder.apiKey.value]).toEqual([null, null]);
    const shared = layerSettings(
      {
        llm: { provider: 'openai', apiKey: 'sk-stored' },
        embedder: { provider: 'openai', baseUrl: 'https://evil.example.com/v1' },
      },
      environment,
    );
    expect(shared.embedder.apiKey.value).toBeNull();
  });

  it('take no model of the environment for another provider', () => {
    const named = loadConfig({
      OPENAI_API_KEY: 'k',
      LLM_MODEL: 'gpt-x',
      EMBEDDER: 'openai',
      EMBEDDER_MODEL: 'embed-x',
      EMBEDDER_DIMENSIONS: '7',
    });
    expect(layerSettings({ llm: { provider: 'gemini' }, embedder: { provider: 'gemini' } }, named)).toMatchObject({
      llm: { model: { value: 'gemini-2.5-flash', source: 'default' } },
      embedder: { model: { value: 'gemini-embedding-001' }, dimensions: { value: 3_072 } },
    });
    expect(layerSettings({}, named)).toMatchObject({
      llm: { model: { value: 'gpt-x', source: 'environment' } },
      embedder: { dimensions: { value: 7, source: 'environment' } },
    });
  });
});
