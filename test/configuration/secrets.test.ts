import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { testDatabase } from '../setup/database.js';
import { graphql } from '../self-hosted/flat-client.js';
import { configuredApp } from './helpers.js';

const at = configuredApp((fake) => ({ OPENAI_API_KEY: 'sk-of-the-environment-51', OPENAI_BASE_URL: fake.urls.openai }));

interface Shown {
  readonly llm: { provider: string; config: Record<string, unknown> };
  readonly embedder: { provider: string; config: Record<string, unknown> };
  readonly sources: { llm: Record<string, string>; embedder: Record<string, string> };
}
const shown = async () => (await at.call<Shown>('GET /configure')).body;
const stored = async () =>
  (
    await at.test.app.services.database.query<{ value: Record<string, unknown> }>(
      "SELECT value FROM settings WHERE key = 'config_overrides'",
    )
  )[0]?.value ?? null;
const llm = (more: object = {}) => ({
  provider: 'anthropic',
  config: { model: 'claude-haiku-4-5', api_key: at.fake.key, base_url: at.fake.urls.anthropic, ...more },
});
const embedder = (more: object = {}) => ({
  provider: 'gemini',
  config: { model: 'words-64', api_key: at.fake.key, base_url: at.fake.urls.gemini, ...more },
});
const configure = async (body: object, headers: Record<string, string> = {}) =>
  (await at.call('POST /configure', body, headers)).status;

/** All rows of all tables. */
async function everything(): Promise<string[]> {
  const { database } = at.test.app.services;
  const tables = await database.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')",
  );
  const rows: string[] = [];
  for (const { name } of tables)
    rows.push(...(await database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).map(({ row }) => row));
  return rows;
}

describe('a stored key', () => {
  it('lies in no row of any table, neither by itself nor as base64, and is in no answer', async () => {
    await at.call('POST /memories', {
      messages: [{ role: 'user', content: 'I keep bees.' }],
      user_id: 'rosa',
      infer: false,
    });
    expect(await configure({ llm: llm(), embedder: embedder() }, { 'idempotency-key': 'once-and-for-all' })).toBe(200);
    const rows = await everything();
    expect(rows.filter((row) => row.includes('sealedApiKey')).length).toBeGreaterThanOrEqual(2);
    const answers = [
      await at.call('GET /configure'),
      await graphql(
        at.call,
        '{ configuration { llm { settings { name value } } embedder { settings { name value } } } }',
      ),
      await at.call('GET /requests'),
    ];
    for (const secret of [at.fake.key, Buffer.from(at.fake.key).toString('base64'), 'sk-of-the-environment-51']) {
      expect([...rows, JSON.stringify(answers)].filter((text) => text.includes(secret))).toEqual([]);
    }
  });

  it('works in a process that is started later', async () => {
    expect(await configure({ llm: llm({ temperature: 0.4 }), custom_instructions: 'Keep boats.' })).toBe(200);
    const { services } = at.test.app;
    const later = await createApp(services.config, { database: await testDatabase(), log: services.log });
    expect([later.services.llm()?.provider, later.services.providers.customInstructions()]).toEqual([
      'anthropic',
      'Keep boats.',
    ]);
    at.fake.requests.length = 0;
    expect(await later.services.llm()?.generateText({ system: '', prompt: 'Are you there?' })).toContain('ok');
    expect(at.fake.requests).toMatchObject([{ provider: 'anthropic', key: at.fake.key }]);
    await later.close();
  });

  it('stays where a body is sent back with one change and the key as it is shown', async () => {
    await configure({ llm: llm(), embedder: embedder() });
    const before = await shown();
    expect(before.llm.config.api_key).toBe('[redacted]');
    at.fake.requests.length = 0;
    expect(
      await configure({ ...before, llm: { ...before.llm, config: { ...before.llm.config, temperature: 0.2 } } }),
    ).toBe(200);
    expect(at.fake.requests).toMatchObject([{ provider: 'anthropic', kind: 'chat', key: at.fake.key }]);
    expect((await shown()).llm.config).toEqual({ ...before.llm.config, temperature: 0.2 });
    expect((await shown()).embedder).toEqual(before.embedder);
  });

  it('is never the placeholder, even for a provider without a key', async () => {
    await configure({ llm: llm() });
    expect(await configure({ llm: { provider: 'gemini', config: { api_key: '[redacted]' } } })).toBe(400);
    expect(
      await configure({
        llm: { provider: 'gemini', config: { api_key: '[redacted]', base_url: at.fake.urls.gemini } },
      }),
    ).toBe(502);
    expect(at.fake.requests.at(-1)?.key).not.toBe('[redacted]');
    expect((await shown()).llm.provider).toBe('anthropic');
    expect(await configure({ llm: { config: { api_key: '[redacted]' } } })).toBe(200);
    expect(at.fake.requests.map(({ key }) => key)).not.toContain('[redacted]');
  });

  it('can be taken back alone: that of the environment is in force again', async () => {
    await configure({ llm: { provider: 'openai', config: { api_key: at.fake.key } } });
    expect((await shown()).sources.llm.api_key).toBe('stored');
    // The provider accepts only the other key.
    expect(await configure({ llm: { config: { api_key: null } } })).toBe(502);
    at.fake.key = 'sk-of-the-environment-51';
    expect(await configure({ llm: { config: { api_key: null } } })).toBe(200);
    at.fake.key = 'sk-fake-3f9a61c07d';
    expect((await shown()).sources.llm.api_key).toBe('environment');
    expect(await stored()).toEqual({ llm: { provider: 'openai' } });
  });
});

describe('an embedding model', () => {
  it('is replaced as a whole when its provider changes, and comes back from the environment', async () => {
    await configure({ embedder: embedder({ embedding_dims: 64 }) });
    expect(await shown()).toMatchObject({
      embedder: {
        provider: 'gemini',
        config: { model: 'words-64', embedding_dims: 64, base_url: at.fake.urls.gemini },
      },
      sources: { embedder: { provider: 'stored', model: 'stored', api_key: 'stored' } },
    });
    await configure({ embedder: { provider: 'local' } });
    // Models without a key show the placeholder too, for the setup wizard of the original dashboard.
    const { embedder: local } = await shown();
    expect(local).toEqual({
      provider: 'local',
      config: { api_key: '[redacted]', model: 'all-minilm-l6-v2', base_url: null, embedding_dims: 384 },
    });
    await configure({ embedder: null });
    expect(await shown()).toMatchObject({
      embedder: { provider: 'none' },
      sources: { embedder: { provider: 'environment' } },
    });
    expect(await stored()).toBeNull();
  });
});

describe('a change of several blocks', () => {
  it.each<[string, object, number, number]>([
    ['one is not bundled', { embedder: { provider: 'cohere' } }, 400, 0],
    ['one has an unknown setting', { embedder: { provider: 'gemini', config: { colour: 'red' } } }, 400, 0],
    [
      'one does not answer',
      {
        embedder: {
          provider: 'gemini',
          config: { model: 'words-64', api_key: 'sk-wrong-and-refused', base_url: 'FAKE' },
        },
      },
      502,
      2,
    ],
    ['the instructions are too long', { custom_instructions: 'x'.repeat(20_001) }, 400, 0],
  ])('is not made at all when %s', async (...[, fault, status, calls]) => {
    const before = await shown();
    const body = JSON.parse(JSON.stringify({ llm: llm(), ...fault }).replace('FAKE', at.fake.urls.gemini)) as object;
    expect(await configure(body)).toBe(status);
    expect(at.fake.requests).toHaveLength(calls);
    expect([await shown(), await stored()]).toEqual([before, null]);
  });
});
