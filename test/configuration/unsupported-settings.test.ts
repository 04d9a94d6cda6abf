import { describe, expect, it } from 'vitest';
import { graphql } from '../self-hosted/flat-client.js';
import { configuredApp } from './helpers.js';

const at = configuredApp((fake) => ({
  LLM_PROVIDER: 'openai',
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
  ANTHROPIC_API_KEY: fake.key,
  ANTHROPIC_BASE_URL: fake.urls.anthropic,
}));

interface Llm {
  readonly provider: string;
  readonly model: string;
  readonly temperature?: number;
  readonly topP?: number;
}

/** The settings that the provider's package leaves out or changes for the model. */
const unsupported: readonly (readonly [what: string, llm: Llm, fields: readonly string[]])[] = [
  ['a temperature', { provider: 'openai', model: 'gpt-5-mini', temperature: 0.3 }, ['temperature']],
  ['top p', { provider: 'openai', model: 'o3', topP: 0.5 }, ['topP']],
  ['both', { provider: 'anthropic', model: 'claude-opus-4-8', temperature: 0, topP: 1 }, ['temperature', 'topP']],
  [
    'top p beside a temperature',
    { provider: 'anthropic', model: 'claude-haiku-4-5', temperature: 1, topP: 0.5 },
    ['topP'],
  ],
  [
    'a temperature above its limit',
    { provider: 'anthropic', model: 'claude-haiku-4-5', temperature: 1.5 },
    ['temperature'],
  ],
];

const stored = async () =>
  at.test.app.services.database.query("SELECT value FROM settings WHERE key = 'config_overrides'");
const conversation = { userId: 'ada', messages: [{ role: 'USER', content: 'I live by the sea.' }] };
const update = `mutation ($input: UpdateConfigurationInput!) {
  updateConfiguration(input: $input) { __typename ... on ValidationError { fields { field messages } } }
}`;
const preview = `query ($input: PreviewProjectSettingsInput!) {
  previewProjectSettings(input: $input) { extraction { edited { text } } }
}`;

describe.each(unsupported)('%s of a model that does not support it', (_what, llm, fields) => {
  const message = (name: string) =>
    `\`${name}\` has no effect, or another one, on ${llm.provider}/${llm.model}. Leave it unset for this model.`;

  it('is refused by updateConfiguration, which stores nothing', async () => {
    const { data } = await graphql<object>(at.call, update, { input: { llm } });
    const refused = fields.map((name) => ({ field: `input.llm.${name}`, messages: [message(`llm.${name}`)] }));
    expect(data).toEqual({ updateConfiguration: { __typename: 'ValidationError', fields: refused } });
    expect(at.fake.requests).toMatchObject([{ provider: llm.provider, model: llm.model }]);
    expect(await stored()).toEqual([]);
  });

  it('is refused by POST /configure, which stores nothing', async () => {
    const { provider, topP, ...config } = llm;
    const body = { llm: { provider, config: { ...config, ...(topP !== undefined && { top_p: topP }) } } };
    const answer = await at.call<{ detail: string }>('POST /configure', body);
    expect(answer.status).toBe(400);
    for (const name of fields) expect(answer.body.detail).toMatch(name === 'topP' ? /llm\.top_?p/i : `llm.${name}`);
    expect(await stored()).toEqual([]);
  });

  it('is refused by previewProjectSettings', async () => {
    const input = { id: at.test.admin.projectId, ...conversation, llm };
    const { errors } = await graphql(at.call, preview, { input });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: Object.fromEntries(fields.map((name) => [`input.llm.${name}`, [message(`llm.${name}`)]])),
    });
  });
});

describe('settings of a model that supports them', () => {
  it('are stored, and reach it with every call', async () => {
    const llm = { model: 'gpt-4o-mini', temperature: 0.3, topP: 0.5, maxTokens: 777 };
    const { data } = await graphql<object>(at.call, update, { input: { llm } });
    expect(data).toEqual({ updateConfiguration: { __typename: 'UpdateConfigurationPayload' } });
    await at.call('POST /memories', { messages: [{ role: 'user', content: 'I keep bees.' }], user_id: 'ada' });
    const sent = { temperature: 0.3, top_p: 0.5, max_tokens: 777 };
    expect(at.fake.requests.map(({ body }) => body)).toMatchObject([sent, sent]);
  });
});
