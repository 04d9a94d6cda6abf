import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { bearer, flatClient, type FlatCall, type PairBody } from '../self-hosted/flat-client.js';

let test: TestApp;
let call: FlatCall;
const rows = <Row>(text: string, values: unknown[] = []) => test.app.services.database.query<Row>(text, values);

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  call = flatClient(test.app, { 'x-api-key': test.admin.apiKey });
});

/** Runs `work` with changed authentication settings. */
async function having<Result>(auth: object, work: () => Promise<Result>): Promise<Result> {
  const before = { ...test.app.services.config.auth };
  Object.assign(test.app.services.config.auth, auth);
  return work().finally(() => Object.assign(test.app.services.config.auth, before));
}

describe('1.4 accounts', () => {
  it('have a valid email address: 422 wherever an invalid one is sent', async () => {
    const password = 'a long enough secret';
    for (const email of [
      '',
      'ada',
      'ada@',
      '@example.org',
      'a b@example.org',
      'ada@exa mple.org',
      'ada@-example.org',
      'ädä@example.org',
      `${'x'.repeat(250)}@example.org`,
    ]) {
      const answers = [
        await flatClient(test.app)('POST /auth/register', { name: 'Ada', email, password }),
        await call('PATCH /auth/me', { email }),
        await call('POST /users', { name: 'Ada', email, password }),
        await call('POST /invitations', { email }),
      ];
      for (const answer of answers)
        expect(answer, email).toMatchObject({
          status: 422,
          body: { detail: [{ type: 'value_error', loc: ['body', 'email'] }] },
        });
    }
    expect((await call('POST /users', { name: 'Ada', email: ' Ada@Example.org ', password })).body).toMatchObject({
      email: 'ada@example.org',
    });
  });

  it('have a password of 8 to 128 characters, of which every one counts', async () => {
    const make = (email: string, password: string) => call('POST /users', { name: 'Ada', email, password });
    const long = 'x'.repeat(128);
    expect((await make('a@example.org', 'x'.repeat(7))).status).toBe(400);
    expect((await make('a@example.org', 'x'.repeat(129))).status).toBe(400);
    expect((await make('a@example.org', '8letters')).status).toBe(201);
    expect((await make('b@example.org', long)).status).toBe(201);
    const login = async (password: string) =>
      (await flatClient(test.app)('POST /auth/login', { email: 'b@example.org', password })).status;
    expect([await login(long), await login(`${long.slice(0, 127)}y`), await login(long.slice(0, 72))]).toEqual([
      200, 401, 401,
    ]);
  });

  it('need JWT_SECRET to sign in with: 500 that names it', async () => {
    const { email, password } = test.admin;
    await having({ disabled: true, jwtSecret: null }, async () => {
      for (const [route, body] of [
        ['register', { name: 'Ada', email, password }],
        ['login', { email, password }],
        ['refresh', { refresh_token: 'x' }],
      ] as const) {
        expect(await flatClient(test.app)(`POST /auth/${route}`, body), route).toMatchObject({
          status: 500,
          body: { detail: expect.stringContaining('JWT_SECRET') },
        });
      }
    });
  });

  it('are shown in five fields, and a session as three', async () => {
    const { status, body } = await flatClient(test.app)<PairBody>('POST /auth/login', {
      email: test.admin.email,
      password: test.admin.password,
    });
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^eyJ/),
        refresh_token: expect.stringMatching(/^eyJ/),
        token_type: 'bearer',
      },
    ]);
    const me = await flatClient(test.app, bearer(body))('GET /auth/me');
    expect(me.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Admin',
      email: test.admin.email,
      role: 'admin',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it('are told from an empty installation by setup-status alone', async () => {
    expect(await flatClient(test.app)('GET /auth/setup-status')).toMatchObject({
      status: 200,
      body: { needsSetup: false },
    });
    await rows('DELETE FROM users');
    expect((await flatClient(test.app)('GET /auth/setup-status')).body).toEqual({ needsSetup: true });
  });

  it('begin a new 30 days with each refresh', async () => {
    const { body } = await flatClient(test.app)<PairBody>('POST /auth/login', {
      email: test.admin.email,
      password: test.admin.password,
    });
    await rows("UPDATE refresh_token_jtis SET expires_at = expires_at - interval '29 days'");
    const refreshed = await flatClient(test.app)('POST /auth/refresh', { refresh_token: body.refresh_token });
    expect(refreshed.status).toBe(200);
    const [row] = await rows<{ days: number }>(
      'SELECT max(extract(epoch FROM expires_at - now()) / 86400)::float8 AS days FROM refresh_token_jtis',
    );
    expect(row?.days).toBeGreaterThan(29.9);
  });
});

describe('1.5 keys', () => {
  it('make and revoke further keys of their owner, and so does the shared key for the oldest admin', async () => {
    const made = await call<{ id: string; key: string }>('POST /api-keys', { label: 'made by a key' });
    const own = flatClient(test.app, { 'x-api-key': made.body.key });
    expect((await own('POST /api-keys', { label: 'made by that' })).status).toBe(201);
    expect((await own(`DELETE /api-keys/${made.body.id}`)).status).toBe(200);
    const adminApiKey = 'an-admin-key-of-the-test-suite';
    await having({ adminApiKey }, async () => {
      const shared = flatClient(test.app, { 'x-api-key': adminApiKey });
      expect((await shared('POST /api-keys', { label: 'made by all' })).status).toBe(201);
      expect((await shared<{ label: string }[]>('GET /api-keys')).body.map(({ label }) => label)).toEqual([
        'made by all',
        'made by that',
        'bootstrap',
      ]);
    });
  });

  it('are shown with when they were used, revoked ones kept and no longer shown', async () => {
    const { body } = await call<{ id: string; key: string }>('POST /api-keys', { label: 'ci' });
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['id', 'key', 'label', 'key_prefix', 'created_at']));
    await flatClient(test.app, { 'x-api-key': body.key })('GET /auth/me');
    const used = async () =>
      (await call<{ id: string; last_used_at: string | null }[]>('GET /api-keys')).body.find(({ id }) => id === body.id)
        ?.last_used_at;
    await expect.poll(used).toMatch(/Z$/);
    await call(`DELETE /api-keys/${body.id}`);
    expect(await used()).toBeUndefined();
    expect(await rows('SELECT revoked_at IS NOT NULL AS revoked FROM api_keys WHERE id = $1', [body.id])).toEqual([
      { revoked: true },
    ]);
  });
});
