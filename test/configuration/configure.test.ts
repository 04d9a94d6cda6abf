import { describe, expect, it } from 'vitest';
import { embedderProviders, llmProviders } from '@memory-gateway/models';
import { flatClient, graphql } from '../self-hosted/flat-client.js';
import { person } from '../helpers/context.js';
import { configuredApp } from './helpers.js';

const at = configuredApp((fake) => ({
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
  ANTHROPIC_API_KEY: 'sk-ant-environment',
  LLM_MODEL: 'gpt-of-the-environment',
}));

interface Shown {
  readonly llm: { provider: string; config: Record<string, unknown> };
  readonly embedder: { provider: string; config: Record<string, unknown> };
  readonly custom_instructions: string | null;
  readonly sources: { llm: Record<string, string> };
}
const shown = async () => (await at.call<Shown>('GET /configure')).body;
const stored = async () =>
  (
    await at.test.app.services.database.query<{ value: unknown }>(
      "SELECT value FROM settings WHERE key = 'config_overrides'",
    )
  )[0]?.value ?? null;
const anthropic = () => ({
  provider: 'anthropic',
  config: { model: 'claude-haiku-4-5', api_key: at.fake.key, anthropic_base_url: at.fake.urls.anthropic },
});

describe('GET /configure', () => {
  it('shows what is in force in the form that clients know, with sources and without secrets', async () => {
    const { status, body } = await at.call('GET /configure');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: 'v1.1',
      vector_store: { provider: 'pgvector', config: { collection_name: 'memories' } },
      llm: {
        provider: 'openai',
        config: {
          api_key: '[redacted]',
          model: 'gpt-of-the-environment',
          base_url: at.fake.urls.openai,
          temperature: null,
        },
      },
      embedder: { provider: 'none' },
      history_db_path: null,
      custom_instructions: null,
      sources: {
        llm: { provider: 'environment', model: 'environment', api_key: 'environment', temperature: 'default' },
      },
    });
    expect(JSON.stringify(body)).not.toContain(at.fake.key);
  });

  it('lists the bundled providers', async () => {
    expect((await at.call('GET /configure/providers')).body).toEqual({
      llm: llmProviders,
      embedder: embedderProviders,
    });
  });

  it('can be read with any credential, and changed by admins', async () => {
    const member = await person(at.test.app.services, 'mia');
    const call = flatClient(at.test.app, { 'x-api-key': await at.test.keyFor(member) });
    expect((await call('GET /configure')).status).toBe(200);
    expect((await call('POST /configure', { custom_instructions: 'x' })).status).toBe(403);
    const anybody = flatClient(at.test.app);
    for (const route of [
      'GET /configure',
      'GET /configure/providers',
      'POST /configure',
      'POST /generate-instructions',
    ]) {
      expect((await anybody(route, route.startsWith('POST') ? { use_case: 'x' } : undefined)).status).toBe(401);
    }
  });
});

describe('POST /configure', () => {
  it('calls the model first, then stores it with its key encrypted, and uses it from then on', async () => {
    const { status, body } = await at.call('POST /configure', { llm: anthropic() });
    expect([status, body]).toEqual([200, { message: 'Configuration set successfully' }]);
    expect(at.fake.requests.map(({ provider, kind, model }) => [provider, kind, model])).toEqual([
      ['anthropic', 'chat', 'claude-haiku-4-5'],
    ]);
    expect(JSON.stringify(await stored())).not.toContain(at.fake.key);
    expect((await shown()).llm).toEqual({
      provider: 'anthropic',
      config: expect.objectContaining({
        api_key: '[redacted]',
        base_url: at.fake.urls.anthropic,
        model: 'claude-haiku-4-5',
      }) as unknown,
    });
    await at.call('POST /memories', { messages: [{ role: 'user', content: 'I live in Lisbon.' }], user_id: 'rosa' });
    expect(at.fake.requests.at(-1)).toMatchObject({ provider: 'anthropic', kind: 'chat' });
  });

  it.each([
    [401, 'provider_auth_failed'],
    [429, 'provider_rate_limited'],
    [500, 'provider_unavailable'],
    [404, 'provider_bad_request'],
  ])('answers 502 when the model answers %i, and changes nothing', async (trouble, code) => {
    const before = await shown();
    at.fake.trouble = () => ({ status: trouble });
    const { status, body, headers } = await at.call('POST /configure', {
      llm: anthropic(),
      custom_instructions: 'Keep boats.',
    });
    expect([status, body.code, body.request_id]).toEqual([502, code, headers['x-request-id']]);
    expect(await shown()).toEqual(before);
    expect(await stored()).toBeNull();
  });

  it.each<[string, object]>([
    ['a provider that is not bundled', { llm: { provider: 'cohere', config: {} } }],
    ['an embedder that is not bundled', { embedder: { provider: 'anthropic' } }],
    ['an unknown setting', { llm: { config: { colour: 'red' } } }],
    ['the base URL of another provider', { llm: { config: { anthropic_base_url: 'https://example.com/v1' } } }],
    [
      'the base URL of the former provider',
      { llm: { provider: 'anthropic', config: { api_key: 'k', openai_base_url: 'https://example.com/v1' } } },
    ],
    ['another vector store', { vector_store: { provider: 'qdrant', config: {} } }],
    ['a block that is none', { llm: 'openai' }],
    ['a temperature out of range', { llm: { config: { temperature: 9 } } }],
    ['a key with line ends', { llm: { config: { api_key: 'a\r\nX-Evil: 1' } } }],
    ['a server that is no URL', { llm: { config: { base_url: 'file:///etc/passwd', api_key: 'k' } } }],
    ['a server on a private network', { llm: { config: { base_url: 'http://169.254.169.254/v1', api_key: 'k' } } }],
    ['a provider without a key', { llm: { provider: 'gemini' } }],
    ['instructions that are no text', { custom_instructions: 7 }],
    ['a field of the past', { reranker: {} }],
  ])('answers 400 to %s, before anything is called or stored', async (_name, body) => {
    const answer = await at.call<{ detail: string }>('POST /configure', body);
    expect([answer.status, typeof answer.body.detail]).toEqual([400, 'string']);
    expect(at.fake.requests).toEqual([]);
    expect(await stored()).toBeNull();
  });

  it('names the provider and those that are allowed', async () => {
    expect((await at.call('POST /configure', { llm: { provider: 'cohere' } })).body.detail).toContain(
      `"cohere" is not bundled. Bundled are ${llmProviders.join(', ')}.`,
    );
    expect((await at.call('POST /configure', [])).status).toBe(422);
  });

  it('changes nothing when a body is sent back as it came', async () => {
    await at.call('POST /configure', { llm: anthropic(), custom_instructions: 'Keep boats.' });
    const [before, row] = [await shown(), await stored()];
    at.fake.requests.length = 0;
    expect((await at.call('POST /configure', before)).status).toBe(200);
    expect(await shown()).toEqual(before);
    expect(await stored()).toEqual(row);
    expect(at.fake.requests).toEqual([]);
  });

  it('replaces the whole block when the provider changes: no key, server or temperature is left over', async () => {
    await at.call('POST /configure', {
      llm: {
        provider: 'openai',
        config: { api_key: at.fake.key, base_url: at.fake.urls.openai, temperature: 0.3, model: 'm' },
      },
    });
    expect((await shown()).llm.config).toMatchObject({ temperature: 0.3, model: 'm' });
    await at.call('POST /configure', { llm: { provider: 'local' } });
    expect((await shown()).llm).toEqual({
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
    await at.call('POST /configure', { llm: { provider: 'openai' } });
    expect((await shown()).llm.config).toMatchObject({ temperature: null, model: 'gpt-of-the-environment' });
  });

  it('keeps what is not given, sets back what is null, and goes back to the environment as a whole', async () => {
    await at.call('POST /configure', { llm: { config: { temperature: 0.3, max_tokens: 900 } } });
    await at.call('POST /configure', { llm: { config: { max_tokens: null } } });
    const after = await shown();
    expect(after.llm.config).toMatchObject({ temperature: 0.3, max_tokens: null });
    expect(after.sources.llm).toMatchObject({ temperature: 'stored', model: 'environment', max_tokens: 'default' });
    await at.call('POST /configure', { llm: null, custom_instructions: null });
    expect((await shown()).sources.llm).toMatchObject({ provider: 'environment', temperature: 'default' });
    expect(await stored()).toBeNull();
  });

  it('sends a key to no other server than the one that it was given for', async () => {
    await at.call('POST /configure', { llm: { config: { api_key: at.fake.key, base_url: at.fake.urls.openai } } });
    at.fake.requests.length = 0;
    const elsewhere = at.fake.urls.openai.replace('127.0.0.1', 'localhost');
    const { status } = await at.call('POST /configure', {
      llm: { config: { base_url: elsewhere, api_key: '[redacted]' } },
    });
    expect(status).toBe(502);
    expect(at.fake.requests.map(({ key }) => key)).toEqual(['none']);
  });

  it('gives extraction the instructions of the installation, unless a project or agent has its own', async () => {
    await at.call('POST /configure', { custom_instructions: 'Keep boats.' });
    await at.call('POST /memories', { messages: [{ role: 'user', content: 'I sail.' }], user_id: 'rosa' });
    expect(at.fake.requests.at(-1)?.system).toContain('Keep boats.');
  });

  it('never shows the other rows of the table', async () => {
    await at.test.app.services.database.query(
      `INSERT INTO settings (key, value) VALUES ('internal.sealing-key', '"c2VjcmV0LXNlYWxpbmcta2V5"') ON CONFLICT DO NOTHING`,
    );
    const query = 'query { configuration { llm { settings { name value } } embedder { settings { name value } } } }';
    const everything = [await at.call('GET /configure'), await graphql(at.call, query)];
    expect(JSON.stringify(everything)).not.toContain('c2VjcmV0');
  });
});

describe('POST /generate-instructions', () => {
  it('asks the model for instructions and a message to try', async () => {
    at.fake.answer = () => JSON.stringify({ instructions: '- Keep trails.', test_message: 'I hiked up the Pico.' });
    const { status, body } = await at.call('POST /generate-instructions', { use_case: 'A hiking diary' });
    expect([status, body]).toEqual([
      200,
      { custom_instructions: '- Keep trails.', test_message: 'I hiked up the Pico.' },
    ]);
    expect(at.fake.requests[0]?.prompt).toContain('A hiking diary');
  });

  it('answers 502 with a class when the model fails, and 422 without a use case', async () => {
    at.fake.trouble = () => ({ status: 429 });
    expect(await at.call('POST /generate-instructions', { use_case: 'x' })).toMatchObject({
      status: 502,
      body: { code: 'provider_rate_limited' },
    });
    expect((await at.call('POST /generate-instructions', {})).status).toBe(422);
  });

  it('needs no model', async () => {
    await at.call('POST /configure', { llm: { provider: 'local' } });
    const { body } = await at.call<{ custom_instructions: string; test_message: string }>(
      'POST /generate-instructions',
      { use_case: 'A hiking diary' },
    );
    expect(body.custom_instructions).toContain('A hiking diary');
    expect(body.test_message.length).toBeGreaterThan(20);
  });
});

const fragment =
  'configuration { llm { provider model settings { name value isSecret isSet source } } customInstructions customInstructionsSource }';
const update = `mutation ($input: UpdateConfigurationInput!) { updateConfiguration(input: $input) { __typename ... on UpdateConfigurationPayload { ${fragment} } ... on ValidationError { fields { field messages } } ... on ForbiddenError { message } } }`;

describe('the configuration over GraphQL', () => {
  const change = (input: unknown) =>
    graphql<{
      updateConfiguration: Record<string, unknown> & {
        configuration: { llm: { provider: string; settings: unknown[] } };
      };
    }>(at.call, update, { input });

  it('is changed, shown with sources, and brought back', async () => {
    const { data } = await change({
      llm: { provider: 'anthropic', apiKey: at.fake.key, baseUrl: at.fake.urls.anthropic },
      customInstructions: 'Keep boats.',
    });
    const { llm } = data.updateConfiguration.configuration;
    expect(llm.provider).toBe('anthropic');
    expect(llm.settings).toContainEqual({ name: 'apiKey', value: null, isSecret: true, isSet: true, source: 'STORED' });
    expect(llm.settings).toContainEqual({
      name: 'model',
      value: 'claude-haiku-4-5',
      isSecret: false,
      isSet: true,
      source: 'DEFAULT',
    });
    const reset = `mutation { resetConfiguration(input: { sections: [LLM, CUSTOM_INSTRUCTIONS] }) { ... on ResetConfigurationPayload { ${fragment} } } }`;
    const back = await graphql<{ resetConfiguration: { configuration: unknown } }>(at.call, reset);
    expect(back.data.resetConfiguration.configuration).toMatchObject({
      llm: { provider: 'openai', model: 'gpt-of-the-environment' },
      customInstructions: null,
      customInstructionsSource: 'DEFAULT',
    });
  });

  it('names the faults by field', async () => {
    const { data } = await change({ llm: { provider: 'cohere' }, embedder: { dimensions: 9_000 } });
    expect(data.updateConfiguration).toMatchObject({
      __typename: 'ValidationError',
      fields: [{ field: 'input.llm.provider' }, { field: 'input.embedder.dimensions' }],
    });
  });

  it('tells the class of a failed call and the id of the request', async () => {
    at.fake.trouble = () => ({ status: 401 });
    const { errors } = await change({ llm: { model: 'another' } });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('rejected the credentials') as string,
      extensions: { code: 'UPSTREAM_FAILED', reason: 'provider_auth_failed', requestId: expect.any(String) as string },
    });
  });

  it('proposes instructions', async () => {
    at.fake.answer = () => JSON.stringify({ instructions: '- Keep trails.', test_message: '' });
    const mutation =
      'mutation { generateInstructions(input: { useCase: "Hiking" }) { ... on GenerateInstructionsPayload { customInstructions testMessage } } }';
    const { data } = await graphql<{ generateInstructions: { customInstructions: string; testMessage: string } }>(
      at.call,
      mutation,
    );
    expect(data.generateInstructions.customInstructions).toBe('- Keep trails.');
    expect(data.generateInstructions.testMessage).not.toBe('');
  });
});
