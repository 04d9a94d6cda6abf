import { verifyApiKey } from '@memory-gateway/credentials';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig, type Environment } from '../../src/config.js';
import { startTestApp } from '../helpers/app.js';
import { flatClient, type FlatCall, type PairBody } from '../self-hosted/flat-client.js';
import { restApp, text, time, uuid } from './rest-app.js';

const app = restApp();
const anybody = (): FlatCall => flatClient(app.test.app);
const admin = (): FlatCall => flatClient(app.test.app, { 'x-api-key': app.test.admin.apiKey });
const database = () => app.test.app.services.database;
const first = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
const detail = { detail: text };

const problems = (env: Environment): readonly string[] => {
  try {
    loadConfig(env, { requireAuthSecret: true });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};
const JWT_SECRET = 'a-secret-of-the-test-suite-5d1f0c';

describe('service-description.md, records of the self-hosted server', () => {
  it('S10 and S76: the same memories over its own paths, with a key of each user', async () => {
    const { body } = await admin()<{ results: [{ id: string }] }>('POST /memories', {
      messages: [{ role: 'user', content: 'I collect stamps' }],
      user_id: 'rosa',
      infer: false,
    });
    expect(body.results).toMatchObject([{ id: uuid, memory: 'I collect stamps', event: 'ADD' }]);
    expect((await app.admin.rest('GET', `/v1/memories/${body.results[0].id}/`)).body).toMatchObject({
      memory: 'I collect stamps',
      user_id: 'rosa',
    });
  });

  it('S37: the tables users, api_keys and request_logs are there after the first start', async () => {
    const rows = await database().query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name IN ('users', 'api_keys', 'request_logs') ORDER BY 1",
    );
    expect(rows.map(({ name }) => name)).toEqual(['api_keys', 'request_logs', 'users']);
  });

  it('S38: a key is a prefix, an underscore and a secret; shown once, and kept as prefix and bcrypt hash', async () => {
    const made = await admin()<{ key: string; id: string }>('POST /api-keys', { label: 'laptop' });
    expect(made.body.key).toMatch(/^[a-z0-9]+_[\w-]{30,}$/);
    expect(JSON.stringify((await admin()('GET /api-keys')).body)).not.toContain(made.body.key);
    const [row = { keyHash: '', keyPrefix: '' }] = await database().query<{ keyHash: string; keyPrefix: string }>(
      'SELECT key_hash, key_prefix FROM api_keys WHERE id = $1',
      [made.body.id],
    );
    expect(row.keyHash).toMatch(/^\$2[aby]\$/);
    expect(made.body.key.startsWith(row.keyPrefix)).toBe(true);
    const everything = await database().query<{ row: string }>('SELECT to_jsonb(k)::text AS row FROM api_keys k');
    expect(everything.some(({ row: stored }) => stored.includes(made.body.key))).toBe(false);
    expect([
      await verifyApiKey(made.body.key, row.keyHash),
      await verifyApiKey(`${made.body.key}x`, row.keyHash),
    ]).toEqual([true, false]);
  });

  it('S39 and S45: keys are issued with a label, listed and revoked', async () => {
    const { body } = await admin()<{ key: string; id: string }>('POST /api-keys', { label: 'laptop' });
    const labels = async () => (await admin()<{ label: string }[]>('GET /api-keys')).body.map(({ label }) => label);
    expect(await labels()).toContain('laptop');
    const own = flatClient(app.test.app, { 'x-api-key': body.key });
    expect((await own('GET /memories?user_id=rosa')).status).toBe(200);
    expect((await admin()(`DELETE /api-keys/${body.id}`)).status).toBe(200);
    expect((await own('GET /memories?user_id=rosa')).status).toBe(401);
    expect(await labels()).not.toContain('laptop');
  });

  it('S40, S42 and S95: every call is in the log, with status, latency and auth mode', async () => {
    await admin()('GET /memories?user_id=rosa');
    await anybody()('GET /entities');
    await app.test.app.services.requestLogs.flush();
    const rows = await database().query(
      'SELECT path, status_code, latency_ms >= 0 AS is_timed, auth_type FROM request_logs ORDER BY id DESC LIMIT 2',
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { path: '/memories', statusCode: 200, isTimed: true, authType: 'api_key' },
        { path: '/entities', statusCode: 401, isTimed: true, authType: 'none' },
      ]),
    );
    expect((await admin()<object[]>('GET /requests')).body[0]).toMatchObject({
      method: 'GET',
      path: '/memories',
      status_code: 200,
      latency_ms: expect.any(Number),
      auth_type: 'api_key',
    });
  });

  it('S41 and S44: entities are the distinct ids with counts; deleting one deletes its memories', async () => {
    for (const run_id of ['r1', 'r2']) await app.remember(`In ${run_id}`, { run_id, agent_id: 'guide' });
    const { body } = await admin()<{ id: string; type: string; total_memories: number }[]>('GET /entities');
    expect(body.map(({ type, id, total_memories }) => [type, id, total_memories]).sort()).toEqual([
      ['agent', 'guide', 2],
      ['run', 'r1', 1],
      ['run', 'r2', 1],
      ['user', 'rosa', 2],
    ]);
    expect((await admin()('DELETE /entities/run/r1')).status).toBe(200);
    await app.settled();
    expect(
      (await admin()<{ results: { memory: string }[] }>('GET /memories?user_id=rosa')).body.results.map(
        ({ memory }) => memory,
      ),
    ).toEqual(['In r2']);
  });

  it('S43 and S47: memories are browsed and searched, and account and session read and changed', async () => {
    await app.remember('I collect stamps');
    expect((await admin()<{ results: object[] }>('GET /memories')).body.results).toHaveLength(1);
    expect(
      (
        await admin()<{ results: { memory: string }[] }>('POST /search', {
          query: 'stamps',
          filters: { user_id: 'rosa' },
        })
      ).body.results[0]?.memory,
    ).toBe('I collect stamps');
    const { body: pair } = await anybody()<PairBody>('POST /auth/login', {
      email: app.test.admin.email,
      password: app.test.admin.password,
    });
    const session = flatClient(app.test.app, { authorization: `Bearer ${pair.access_token}` });
    expect(await session('PATCH /auth/me', { name: 'Ada' })).toMatchObject({ status: 200, body: { name: 'Ada' } });
    expect(await session('GET /auth/me')).toMatchObject({
      status: 200,
      body: { name: 'Ada', email: app.test.admin.email },
    });
    expect((await session('POST /auth/logout', { refresh_token: pair.refresh_token })).status).toBe(200);
    expect((await session('GET /auth/me')).status).toBe(401);
  });

  it('S48, S49 and S84: the server tells that it waits for its setup; the first account, by name, e-mail and password, is the admin; then registration closes, and an admin makes further ones', async () => {
    for (const table of ['api_keys', 'organization_members', 'project_members', 'users'])
      await database().query(`DELETE FROM ${table}`);
    expect((await anybody()('GET /auth/setup-status')).body).toMatchObject({ needsSetup: true });
    const { body: pair } = await anybody()<PairBody>('POST /auth/register', first);
    const session = flatClient(app.test.app, { authorization: `Bearer ${pair.access_token}` });
    expect((await session('GET /auth/me')).body).toMatchObject({ email: first.email, role: 'admin' });
    expect((await anybody()('GET /auth/setup-status')).body).toMatchObject({ needsSetup: false });
    expect((await anybody()('POST /auth/register', { ...first, email: 'eve@example.org' })).status).toBe(403);
    expect((await session('POST /users', { name: 'Kay', email: 'kay@example.org', role: 'member' })).status).toBe(201);
    const { body: made } = await session<{ key: string }>('POST /api-keys', { label: 'own' });
    expect((await flatClient(app.test.app, { 'x-api-key': made.key })('GET /memories?user_id=rosa')).status).toBe(200);
  });

  it('S78: the groups of paths are there', async () => {
    for (const route of ['GET /auth/me', 'GET /api-keys', 'GET /requests', 'GET /entities']) {
      expect((await admin()(route)).status, route).toBe(200);
      expect((await anybody()(route)).status, route).toBe(401);
    }
  });
});

describe('service-description.md, authentication of the self-hosted server', () => {
  it('S82 and S103: it is on by default: 401 on protected paths without or with wrong credentials', async () => {
    expect(loadConfig({ JWT_SECRET }).auth.disabled).toBe(false);
    for (const route of [
      'GET /memories?user_id=rosa',
      'POST /memories',
      'POST /search',
      'GET /configure',
      'GET /requests',
      'GET /entities',
      'GET /api-keys',
      'GET /auth/me',
      'GET /v1/ping/',
      'POST /v3/memories/',
    ]) {
      const body = route.startsWith('POST') ? {} : undefined;
      for (const headers of [{}, { 'x-api-key': 'wrong' }, { authorization: 'Bearer wrong' }] as Record<
        string,
        string
      >[])
        expect(await anybody()(route, body, headers), route).toMatchObject({ status: 401, body: detail });
    }
  });

  it('S83, S89, S108 and S112: ADMIN_API_KEY, 16 or more characters, opens it in X-API-Key', async () => {
    expect(problems({ JWT_SECRET, ADMIN_API_KEY: 'fifteen-letters' })).toEqual([
      expect.stringMatching(/^ADMIN_API_KEY/),
    ]);
    const { auth } = loadConfig({ JWT_SECRET, ADMIN_API_KEY: 'sixteen-letters!' });
    const shared = await startTestApp({ auth });
    const call = flatClient(shared.app, { 'x-api-key': 'sixteen-letters!' });
    for (const route of ['GET /memories?user_id=rosa', 'GET /requests', 'GET /entities'])
      expect((await call(route)).status, route).toBe(200);
    await shared.close();
  });

  it('S85 and S90: AUTH_DISABLED=true lets everybody in', async () => {
    const { auth } = loadConfig({ JWT_SECRET, AUTH_DISABLED: 'true' });
    const open = await startTestApp({ auth });
    for (const route of ['GET /memories?user_id=rosa', 'GET /requests', 'GET /auth/me'])
      expect((await flatClient(open.app)(route)).status, route).toBe(200);
    await open.close();
  });

  it('S86, S88 and S104: tokens are signed with JWT_SECRET, which a start needs; without it signing in is 500', async () => {
    expect(problems({})).toEqual([expect.stringMatching(/^JWT_SECRET/)]);
    expect([problems({ JWT_SECRET }), problems({ AUTH_DISABLED: 'true' })]).toEqual([[], []]);
    const { body: pair } = await anybody()<PairBody>('POST /auth/login', {
      email: app.test.admin.email,
      password: app.test.admin.password,
    });
    const of = (secret: string) => startTestApp({ auth: { ...app.test.app.services.config.auth, jwtSecret: secret } });
    const other = await of('another-secret-of-the-test-suite');
    expect(
      (await flatClient(other.app)('GET /auth/me', undefined, { authorization: `Bearer ${pair.access_token}` })).status,
    ).toBe(401);
    await other.close();
    const without = await startTestApp({ auth: { ...app.test.app.services.config.auth, jwtSecret: null } });
    expect(
      await flatClient(without.app)('POST /auth/login', {
        email: without.admin.email,
        password: without.admin.password,
      }),
    ).toMatchObject({ status: 500, body: { detail: expect.stringContaining('JWT_SECRET') } });
    await without.close();
  });
});

describe('service-description.md, environment and limits of the self-hosted server', () => {
  it('S75 and S107: the API is on port 8888 and the dashboard on 3000', () => {
    expect(loadConfig({ JWT_SECRET }).http).toMatchObject({ port: 8888, dashboardPort: 3000 });
  });

  it('S87: OPENAI_API_KEY, or the key of another provider, is that of the models', () => {
    for (const [name, provider] of [
      ['OPENAI_API_KEY', 'openai'],
      ['ANTHROPIC_API_KEY', 'anthropic'],
      ['GOOGLE_API_KEY', 'gemini'],
    ] as const) {
      const { providers } = loadConfig({ JWT_SECRET, [name]: 'sk-x' });
      expect([providers.llm.provider, providers[provider].apiKey]).toEqual([provider, 'sk-x']);
    }
  });

  it('S91: DASHBOARD_URL is the origin that browsers may call from, http://localhost:3000 unless told otherwise', async () => {
    expect(loadConfig({ JWT_SECRET }).http.dashboardOrigins).toEqual(['http://localhost:3000']);
    expect(loadConfig({ JWT_SECRET, DASHBOARD_URL: 'https://memory.example.org' }).http.dashboardOrigins).toEqual([
      'https://memory.example.org',
    ]);
    const allowed = async (origin: string) =>
      (await app.test.app.inject({ url: '/v1/ping/', headers: { origin } })).headers['access-control-allow-origin'];
    expect([await allowed('http://localhost:3000'), await allowed('https://elsewhere.example')]).toEqual([
      'http://localhost:3000',
      undefined,
    ]);
  });

  it('S92: POSTGRES_* names another database', () => {
    const env = {
      JWT_SECRET,
      POSTGRES_HOST: 'db',
      POSTGRES_PORT: '5433',
      POSTGRES_DB: 'memory',
      POSTGRES_USER: 'rosa',
      POSTGRES_PASSWORD: 'p@ss',
    };
    expect(loadConfig(env).database).toMatchObject({
      kind: 'postgres',
      connectionString: 'postgresql://rosa:p%40ss@db:5433/memory',
    });
    expect(loadConfig({ JWT_SECRET }).database.kind).toBe('embedded');
  });

  it('S50: the command line makes the first admin with a first key, and both work', async () => {
    const { email, password, apiKey } = app.test.admin;
    expect((await anybody()('POST /auth/login', { email, password })).status).toBe(200);
    expect((await app.test.as(apiKey).rest('GET', '/v1/ping/')).body).toMatchObject({
      status: 'ok',
      user_email: email,
    });
    const [row] = await database().query<{ createdAt: Date }>('SELECT created_at FROM users');
    expect(row?.createdAt.toISOString()).toEqual(time);
  });
});
