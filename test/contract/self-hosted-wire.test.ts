import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person } from '../helpers/context.js';
import { bearer, flatClient, type FlatCall, type PairBody } from '../self-hosted/flat-client.js';

let test: TestApp;
let call: FlatCall;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.app.services.requestLogs.flush();
  await test.reset();
  call = flatClient(test.app, { 'x-api-key': test.admin.apiKey });
});

/** Runs `work` while one store function fails with `error`. */
async function failing<Result>(error: Error, work: () => Promise<Result>): Promise<Result> {
  const { users } = test.app.services.stores;
  const { oldestAdmin } = users;
  Object.assign(users, { oldestAdmin: () => Promise.reject(error) });
  return work().finally(() => Object.assign(users, { oldestAdmin }));
}

describe('1.2 error bodies', () => {
  it('are nothing but detail for 400, 401, 403, 404 and 409', async () => {
    const mia = await person(test.app.services, 'mia');
    const member = { 'x-api-key': await test.keyFor(mia) };
    const refused = [
      [400, await call('POST /auth/change-password', { current_password: test.admin.password, new_password: 'short' })],
      [401, await flatClient(test.app)('GET /entities')],
      [403, await call('GET /requests', undefined, member)],
      [404, await call('DELETE /api-keys/x')],
      [409, await call('PATCH /auth/me', { email: mia.email })],
    ] as const;
    for (const [status, answer] of refused)
      expect([answer.status, answer.body]).toEqual([status, { detail: expect.stringMatching(/\w/) }]);
  });

  it('are a list of faults for typed input: what, where, in words, and the limits of a range', async () => {
    expect(await call('POST /search', {})).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'missing', loc: ['body', 'query'], msg: 'Field required', input: {} }] },
    });
    expect((await call('GET /requests?limit=201')).body).toEqual({
      detail: [
        {
          type: 'less_than_equal',
          loc: ['query', 'limit'],
          msg: 'Input should be less than or equal to 200',
          input: 201,
          ctx: { le: 200 },
        },
      ],
    });
    expect((await call('GET /requests?limit=0')).body).toMatchObject({
      detail: [{ type: 'greater_than_equal', loc: ['query', 'limit'], ctx: { ge: 1 } }],
    });
    expect((await call('DELETE /entities/planet/x')).body).toMatchObject({
      detail: [{ type: 'enum', loc: ['path', 'entity_type'] }],
    });
    expect((await call('POST /search', { query: 1, filters: [], top_k: 'x' })).body).toMatchObject({
      detail: [{ loc: ['body', 'query'] }, { loc: ['body', 'filters'] }, { loc: ['body', 'top_k'] }],
    });
  });

  it('are 502 with the class datastore_unavailable while the database is away, without a word about where it is', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED db.internal:5432'), {
      name: 'DatabaseUnavailableError',
    });
    const { status, body, headers } = await failing(away, () => flatClient(test.app)('GET /auth/setup-status'));
    expect([status, body]).toEqual([
      502,
      { detail: expect.any(String), code: 'datastore_unavailable', request_id: headers['x-request-id'] },
    ]);
    expect(JSON.stringify(body)).not.toContain('db.internal');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('are 500 with nothing but the id of the request for a defect', async () => {
    const { status, body, headers } = await failing(new Error('secret thoughts'), () =>
      flatClient(test.app)('GET /auth/setup-status'),
    );
    expect([status, body]).toEqual([500, { detail: 'Internal Server Error', request_id: headers['x-request-id'] }]);
  });

  it('are 413 for a body beyond the limit', async () => {
    const limit = test.app.services.config.http.bodyLimitBytes;
    expect(await call('POST /search', { query: 'x'.repeat(limit) })).toMatchObject({
      status: 413,
      body: { detail: expect.any(String) },
    });
  });
});

describe('1.3 headers and the request log', () => {
  it('every answer has an id of its own, preflights and refusals too', async () => {
    const preflight = { origin: 'http://localhost:3000', 'access-control-request-method': 'PATCH' };
    const answers = [
      await test.app.inject({ method: 'OPTIONS', url: '/auth/me', headers: preflight }),
      await test.app.inject({ url: '/auth/me', headers: { 'x-request-id': 'mine' } }),
      await test.app.inject('/no-such-path'),
      await test.app.inject('/auth/setup-status'),
    ];
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
  });

  it('the request log has every call but preflights, documentation and health, and of each nothing secret', async () => {
    const pair = (
      await flatClient(test.app)<PairBody>('POST /auth/login', {
        email: test.admin.email,
        password: test.admin.password,
      })
    ).body;
    await flatClient(test.app)('GET /auth/me?q=secret-words', undefined, bearer(pair));
    await call('POST /search', { query: 'secret-words', filters: { user_id: 'ada' } });
    await call(`GET /memories/${'x'.repeat(600)}`);
    for (const url of ['/docs', '/openapi.json', '/health', '/api/health', '/ready', '/metrics'])
      await test.app.inject(url);
    await test.app.inject({
      method: 'OPTIONS',
      url: '/search',
      headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' },
    });
    await test.app.services.requestLogs.flush();
    const { body } = await call<Record<string, unknown>[]>('GET /requests?auth=all');
    expect(body.map(({ method, path, auth_type }) => [method, path, auth_type])).toEqual([
      ['GET', `/memories/${'x'.repeat(512 - '/memories/'.length)}`, 'api_key'],
      ['POST', '/search', 'api_key'],
      ['GET', '/auth/me', 'bearer'],
      ['POST', '/auth/login', 'none'],
    ]);
    for (const { latency_ms } of body) expect(Number(latency_ms)).toBe(Math.round(Number(latency_ms) * 100) / 100);
    expect(JSON.stringify(body)).not.toMatch(
      new RegExp(`secret-words|${test.admin.password}|${test.admin.apiKey}|127\\.0\\.0\\.1`),
    );
  });

  it('the shared key and switched-off authentication are shown, and told apart', async () => {
    const adminApiKey = 'an-admin-key-of-the-test-suite';
    Object.assign(test.app.services.config.auth, { adminApiKey });
    await flatClient(test.app)('GET /entities', undefined, { 'x-api-key': adminApiKey });
    Object.assign(test.app.services.config.auth, { adminApiKey: null, disabled: true });
    await flatClient(test.app)('GET /configure');
    Object.assign(test.app.services.config.auth, { disabled: false });
    await test.app.services.requestLogs.flush();
    const shown = async (query: string) =>
      (await call<Record<string, unknown>[]>(`GET /requests${query}`)).body.map(({ path, auth_type }) => [
        path,
        auth_type,
      ]);
    expect(await shown('?limit=1')).toEqual([['/entities', 'admin_api_key']]);
    expect(await shown('?auth=disabled')).toEqual([['/configure', 'disabled']]);
  });
});

describe('1.10 health', () => {
  it('needs no credential: setup-status, docs, and the two health checks', async () => {
    expect((await flatClient(test.app)('GET /auth/setup-status')).body).toEqual({ needsSetup: false });
    expect((await test.app.inject('/docs')).statusCode).toBe(200);
    for (const path of ['/api/health', '/health'])
      expect(await flatClient(test.app)(`GET ${path}`)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect((await test.app.inject('/ready')).json()).toMatchObject({ status: 'ok', checks: { database: 'ok' } });
  });
});
