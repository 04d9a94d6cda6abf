import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import { signAccessToken } from '@memory-gateway/credentials';
import { startSession } from '../helpers/session.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person } from '../helpers/context.js';
import { bearer, flatClient, type FlatCall, type PairBody } from '../self-hosted/flat-client.js';

const adminApiKey = 'an-admin-key-of-the-test-suite';
const secret = 'a-secret-of-the-test-suite-5d1f0c';
const unknownKey = `m0sk_${'x'.repeat(43)}`;
const authDetail = (detail: unknown = expect.any(String)) => ({ status: 401, body: { detail } });

let test: TestApp;
let pair: PairBody;
let visitor: FlatCall;
const rows = <Row>(text: string, values: unknown[] = []) => test.app.services.database.query<Row>(text, values);

beforeAll(async () => {
  test = await startTestApp();
  Object.assign(test.app.services.config.auth, { adminApiKey });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.app.services.requestLogs.flush();
  await test.reset();
  visitor = flatClient(test.app);
  pair = (await visitor<PairBody>('POST /auth/login', { email: test.admin.email, password: test.admin.password })).body;
});

/** Removes all users and announces it like any change of users. */
async function withoutUsers(): Promise<void> {
  await rows('DELETE FROM users');
  await test.app.services.bus.publish('credentialChanged', {});
  await expect
    .poll(async () => (await visitor('GET /auth/me', undefined, { 'x-api-key': adminApiKey })).status)
    .toBe(401);
}

const credentials = () => ({
  bearer: bearer(pair),
  api_key: { 'x-api-key': test.admin.apiKey },
  admin_api_key: { 'x-api-key': adminApiKey },
});

// Empty bodies are rejected after the access level was checked.
const open = ['GET /auth/setup-status', 'POST /auth/register', 'POST /auth/login', 'POST /auth/refresh'];
const any = [
  ...[
    'POST /memories',
    'GET /memories?user_id=ada',
    'GET /memories/x',
    'PUT /memories/x',
    'DELETE /memories/x',
    'GET /memories/x/history',
    'POST /search',
  ],
  ...['GET /configure', 'GET /configure/providers', 'POST /generate-instructions', 'GET /entities'],
];
const user = [
  'GET /auth/me',
  'PATCH /auth/me',
  'POST /auth/change-password',
  'POST /auth/onboarding-complete',
  'GET /api-keys',
  'POST /api-keys',
  'DELETE /api-keys/x',
];
const admin = [
  'POST /configure',
  'DELETE /memories',
  'POST /reset',
  'DELETE /entities/planet/x',
  'GET /requests',
  'GET /memories',
];
const send = (call: FlatCall, route: string, headers: Record<string, string> = {}) =>
  call(route, /^(POST|PUT|PATCH)/.test(route) ? {} : undefined, headers);

describe('1.1 the levels', () => {
  it('open: asks for no credential', async () => {
    for (const route of open) expect([200, 422], route).toContain((await send(visitor, route)).status);
    for (const url of ['/', '/docs', '/openapi.json']) expect((await test.app.inject(url)).statusCode, url).toBe(200);
  });

  it('any: takes a session, a key and the shared key, and refuses only anonymous callers', async () => {
    for (const route of any) {
      expect(await send(visitor, route), route).toMatchObject(authDetail());
      for (const headers of Object.values(credentials()))
        expect([401, 403, 405], route).not.toContain((await send(visitor, route, headers)).status);
    }
  });

  it('user: takes users and keys that act as a user; while there is no user, no key acts as one', async () => {
    for (const route of user) {
      expect(await send(visitor, route), route).toMatchObject(authDetail());
      for (const headers of Object.values(credentials()))
        expect([401, 403, 405], route).not.toContain((await send(visitor, route, headers)).status);
    }
    await withoutUsers();
    for (const route of user)
      expect(await send(visitor, route, { 'x-api-key': adminApiKey }), route).toMatchObject(authDetail());
  });

  it('admin: refuses a member with 403, and lets the shared key in also while there is no user', async () => {
    const member = { 'x-api-key': await test.keyFor(await person(test.app.services, 'mia')) };
    for (const route of admin) {
      expect(await send(visitor, route), route).toMatchObject(authDetail());
      expect(await send(visitor, route, member), route).toMatchObject({
        status: 403,
        body: { detail: 'Admin role required.' },
      });
      for (const headers of Object.values(credentials()))
        expect([401, 403, 405], route).not.toContain((await send(visitor, route, headers)).status);
    }
    await withoutUsers();
    for (const route of admin)
      expect([401, 403], route).not.toContain((await send(visitor, route, { 'x-api-key': adminApiKey })).status);
  });
});

describe('1.1 the first credential that is there', () => {
  it('is the Bearer, whatever key is sent with it, and no other is tried after it', async () => {
    expect((await visitor('GET /auth/me', undefined, { ...bearer(pair), 'x-api-key': unknownKey })).status).toBe(200);
    expect(
      await visitor('GET /auth/me', undefined, { authorization: 'Bearer a.b.c', 'x-api-key': test.admin.apiKey }),
    ).toMatchObject(authDetail());
  });

  it('is a key in X-API-Key where the header Authorization has another scheme, which counts for nothing', async () => {
    const basic = { authorization: 'Basic YWRhOnNlY3JldA==' };
    expect((await visitor('GET /auth/me', undefined, { ...basic, 'x-api-key': test.admin.apiKey })).status).toBe(200);
    expect((await visitor('GET /requests', undefined, { ...basic, 'x-api-key': adminApiKey })).status).toBe(200);
    expect(
      (await visitor('GET /auth/me', undefined, { authorization: 'Bearer ', 'x-api-key': test.admin.apiKey })).status,
    ).toBe(200);
    const alone = await visitor('GET /auth/me', undefined, basic);
    expect([alone.status, alone.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect((await visitor('GET /auth/me', undefined, { 'x-api-key': '' })).headers['www-authenticate']).toBe('Bearer');
  });

  it('may be a key in any of three forms', async () => {
    const { apiKey } = test.admin;
    const forms: Record<string, string>[] = [
      { 'x-api-key': apiKey },
      { authorization: `Token ${apiKey}` },
      { authorization: `Bearer ${apiKey}` },
    ];
    for (const headers of forms) {
      expect(await visitor('GET /auth/me', undefined, headers)).toMatchObject({
        status: 200,
        body: { email: test.admin.email },
      });
    }
  });

  it('is recorded as one of five modes, a wrong key as a key', async () => {
    for (const [mode, headers] of Object.entries(credentials()))
      await visitor(`GET /memories/${mode}`, undefined, headers);
    await visitor('GET /memories/wrong-key', undefined, { 'x-api-key': unknownKey });
    await visitor('GET /memories/wrong-token', undefined, { authorization: 'Bearer a.b.c' });
    await visitor('GET /memories/nothing');
    Object.assign(test.app.services.config.auth, { disabled: true });
    await visitor('GET /memories/disabled');
    const refused = await visitor('GET /memories/disabled-wrong', undefined, { 'x-api-key': unknownKey });
    Object.assign(test.app.services.config.auth, { disabled: false });
    await test.app.services.requestLogs.flush();
    const found = await rows<{ path: string; authType: string }>(
      "SELECT path, auth_type FROM request_logs WHERE path LIKE '/memories/%' ORDER BY id",
    );
    expect(found.map(({ path, authType }) => [path.slice('/memories/'.length), authType])).toEqual([
      ['bearer', 'bearer'],
      ['api_key', 'api_key'],
      ['admin_api_key', 'admin_api_key'],
      ['wrong-key', 'api_key'],
      ['wrong-token', 'bearer'],
      ['nothing', 'none'],
      ['disabled', 'disabled'],
      ['disabled-wrong', 'api_key'],
    ]);
    expect(refused.status).toBe(401);
  });
});

describe('1.1 a credential that is refused', () => {
  const refusal = async (headers: Record<string, string>) => {
    const answer = await visitor('GET /memories?user_id=ada', undefined, headers);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    return answer;
  };

  it('may be a token that has run out, is garbled, was signed by others, or is for refreshing', async () => {
    const [row] = await rows<{ id: string }>('SELECT id FROM users');
    const userId = row?.id ?? '';
    const { sid: sessionId } = decodeJwt<{ sid: string }>(pair.access_token);
    const old = await signAccessToken(secret, { userId, sessionId, now: new Date(Date.now() - 31 * 60_000) });
    const foreign = await signAccessToken('a-secret-of-another-server-88aa77', { userId, sessionId, now: new Date() });
    for (const token of [old, foreign, 'garbled', `${pair.access_token}x`, pair.refresh_token])
      expect(await refusal({ authorization: `Bearer ${token}` })).toMatchObject(
        authDetail('Invalid or expired token.'),
      );
  });

  it('may belong to a user who is gone', async () => {
    const mia = await person(test.app.services, 'mia');
    const key = await test.keyFor(mia);
    const token = await startSession(test.app.services, mia.id);
    const headers: Record<string, string>[] = [{ 'x-api-key': key }, { authorization: `Bearer ${token}` }];
    for (const header of headers) expect((await visitor('GET /auth/me', undefined, header)).status).toBe(200);
    expect((await visitor(`DELETE /users/${mia.id}`, undefined, { 'x-api-key': test.admin.apiKey })).status).toBe(200);
    for (const header of headers) expect(await refusal(header)).toMatchObject(authDetail());
  });

  it('may be an unknown or a revoked key: one answer for both', async () => {
    const { body } = await visitor<{ id: string; key: string }>(
      'POST /api-keys',
      { label: 'short' },
      credentials().api_key,
    );
    await visitor(`DELETE /api-keys/${body.id}`, undefined, credentials().api_key);
    const [revoked, unknown] = [await refusal({ 'x-api-key': body.key }), await refusal({ 'x-api-key': unknownKey })];
    expect([revoked.status, revoked.body]).toEqual([401, { detail: 'Invalid API key.' }]);
    expect(unknown.body).toEqual(revoked.body);
  });
});
