import { describe, expect, it } from 'vitest';
import { configuredApp } from '../configuration/helpers.js';

const at = configuredApp((fake) => ({
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
  LLM_MODEL: 'gpt-of-the-environment',
}));
const project = () => `/api/v1/orgs/organizations/${at.test.admin.orgId}/projects/${at.test.admin.projectId}/`;
const messages = [{ role: 'user', content: 'I sail on Sundays.' }];

/** Returns the model's prompt for an add. */
async function told(request: object): Promise<string> {
  at.fake.requests.length = 0;
  const { body } = await at.call<{ event_id: string }>('POST /v3/memories/add/', { messages, ...request });
  await expect
    .poll(async () => (await at.call<{ status: string }>(`GET /v1/event/${body.event_id}/`)).body.status)
    .toBe('SUCCEEDED');
  return at.fake.requests.map(({ system }) => system).join('\n');
}

describe('service-description.md, instructions', () => {
  it('S15 and S16: custom_instructions steer extraction, agent_custom_instructions that of agents', async () => {
    await at.call(`PATCH ${project()}`, { custom_instructions: 'Keep boats.' });
    for (const scope of [{ user_id: 'rosa' }, { agent_id: 'guide' }])
      expect(await told(scope)).toContain('Keep boats.');
    await at.call(`PATCH ${project()}`, { agent_custom_instructions: 'Keep harbours.' });
    const [user, agent, both] = [
      await told({ user_id: 'rosa' }),
      await told({ agent_id: 'guide' }),
      await told({ user_id: 'rosa', agent_id: 'guide' }),
    ];
    expect([user.includes('Keep boats.'), user.includes('Keep harbours.')]).toEqual([true, false]);
    expect([agent.includes('Keep boats.'), agent.includes('Keep harbours.')]).toEqual([false, true]);
    expect([both.includes('Keep boats.'), both.includes('Keep harbours.')]).toEqual([true, true]);
    await at.call(`PATCH ${project()}`, { agent_custom_instructions: '' });
    expect(await told({ agent_id: 'guide' })).toContain('Keep boats.');
    expect(await told({ user_id: 'rosa', custom_instructions: 'Keep sails.' })).toMatch(
      /^(?!.*Keep boats\.).*Keep sails\./s,
    );
  });
});

describe('service-description.md, providers of the self-hosted server', () => {
  it('S77, S105 and S109: POST /configure takes the bundled providers alone; any other is 400 before any memory is written', async () => {
    for (const body of [
      { llm: { provider: 'groq', config: {} } },
      { embedder: { provider: 'anthropic', config: {} } },
      { embedder: { provider: 'groq', config: {} } },
    ]) {
      expect(await at.call('POST /configure', body)).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('not bundled') },
      });
    }
    expect(await at.test.app.services.database.query('SELECT 1 FROM memories')).toEqual([]);
    const { body } = await at.call<{ llm: string[]; embedder: string[] }>('GET /configure/providers');
    expect(body).toMatchObject({
      llm: expect.arrayContaining(['openai', 'anthropic', 'gemini']),
      embedder: expect.arrayContaining(['openai', 'gemini']),
    });
    for (const [provider, base_url] of [
      ['anthropic', at.fake.urls.anthropic],
      ['gemini', at.fake.urls.gemini],
      ['openai', at.fake.urls.openai],
    ]) {
      expect(
        (await at.call('POST /configure', { llm: { provider, config: { api_key: at.fake.key, base_url } } })).status,
        provider,
      ).toBe(200);
    }
  });

  it('S106: a credential that the provider rejects is 502, which says that the provider failed', async () => {
    at.fake.trouble = () => ({ status: 401 });
    for (const [route, body] of [
      ['POST /memories', { messages, user_id: 'rosa' }],
      ['POST /configure', { llm: { config: { api_key: 'sk-wrong', base_url: at.fake.urls.openai } } }],
    ] as const) {
      expect(await at.call(route, body)).toMatchObject({
        status: 502,
        body: { detail: expect.stringMatching(/provider/) },
      });
    }
    expect(await at.test.app.services.database.query('SELECT 1 FROM memories')).toEqual([]);
  });

  it('S46: the model is changed at run time, kept in the database, laid over the environment, and back with the next start', async () => {
    const model = async () =>
      (await at.call<{ llm: { provider: string; config: { model: string } } }>('GET /configure')).body.llm;
    expect(await model()).toMatchObject({ provider: 'openai', config: { model: 'gpt-of-the-environment' } });
    expect((await at.call('POST /configure', { llm: { config: { model: 'gpt-of-the-page' } } })).status).toBe(200);
    expect(await model()).toMatchObject({ provider: 'openai', config: { model: 'gpt-of-the-page' } });
    // Like at a start: the environment, then the stored configuration.
    await at.test.app.services.providers.refresh();
    expect(await model()).toMatchObject({ config: { model: 'gpt-of-the-page' } });
    expect((await at.test.app.services.database.query('SELECT 1 FROM settings')).length).toBeGreaterThan(0);
  });
});
