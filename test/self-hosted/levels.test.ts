import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { people } from '../helpers/context.js';
import { bearer, flatClient, type PairBody } from './flat-client.js';

let test: TestApp;
let credentials: { email: string; password: string };

beforeAll(async () => {
  test = await startTestApp();
  credentials = { email: test.admin.email, password: test.admin.password };
});
afterAll(() => test.close());
beforeEach(() => test.reset());

const visitor = () => flatClient(test.app);

async function signIn(): Promise<PairBody> {
  return (await visitor()<PairBody>('POST /auth/login', credentials)).body;
}

describe('1.1 levels and credentials', () => {
  it('401 names the scheme in WWW-Authenticate, whatever was sent', async () => {
    const nothing = await visitor()('GET /memories?user_id=ada');
    expect(nothing).toMatchObject({ status: 401, body: { detail: expect.any(String) } });
    expect(nothing.headers['www-authenticate']).toBe('Bearer');
    const refresh = (await signIn()).refresh_token;
    const wrong: Record<string, string>[] = [
      { 'x-api-key': `m0sk_${'x'.repeat(43)}` },
      { authorization: 'Bearer a.b.c' },
      { authorization: `Bearer ${refresh}` },
    ];
    for (const headers of wrong) {
      const refused = await visitor()('GET /memories?user_id=ada', undefined, headers);
      expect(refused).toMatchObject({ status: 401, body: { detail: expect.any(String) } });
      expect(refused.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('takes the role from the database, not from the token', async () => {
    const headers = bearer(await signIn());
    expect((await visitor()('GET /requests', undefined, headers)).status).toBe(200);
    await test.app.services.database.query("UPDATE users SET role = 'member'");
    expect(await visitor()('GET /requests', undefined, headers)).toMatchObject({
      status: 403,
      body: { detail: 'Admin role required.' },
    });
  });

  it('admin: refuses a member, a bound key and a read-only key', async () => {
    const { ada } = await people(test.app.services);
    const [row] = await test.app.services.database.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
      credentials.email,
    ]);
    const admin = { id: row?.id ?? '', name: 'Admin', email: credentials.email, role: 'admin' } as const;
    for (const key of [
      await test.keyFor(ada),
      await test.keyFor(admin, { projectId: test.admin.projectId }),
      await test.keyFor(admin, { readOnly: true }),
    ]) {
      for (const route of [
        'GET /requests',
        'GET /memories',
        'DELETE /memories?user_id=ada',
        'POST /reset',
        'DELETE /entities/user/ada',
      ]) {
        expect((await visitor()(route, undefined, { 'x-api-key': key })).status).toBe(403);
      }
    }
  });

  it('user: the shared admin key acts as the oldest admin, and is anonymous while there is none', async () => {
    const adminApiKey = 'an-admin-key-of-the-test-suite';
    const shared = await startSharedKey(adminApiKey);
    const headers = { 'x-api-key': adminApiKey };
    await shared.app.services.database.query('DELETE FROM users');
    expect((await flatClient(shared.app)('GET /auth/me', undefined, headers)).status).toBe(401);
    expect((await flatClient(shared.app)('GET /requests', undefined, headers)).status).toBe(200);
    const first = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
    expect((await flatClient(shared.app)('POST /auth/register', first)).status).toBe(200);
    expect(await flatClient(shared.app)('GET /auth/me', undefined, headers)).toMatchObject({
      status: 200,
      body: { email: first.email },
    });
    await shared.close();
  });

  it('disabled: acts as the oldest admin, a wrong credential is still 401, and without JWT_SECRET signing in is 500', async () => {
    const open = await startTestApp({ auth: { ...test.app.services.config.auth, disabled: true, jwtSecret: null } });
    const call = flatClient(open.app);
    expect(await call('GET /auth/me')).toMatchObject({ status: 200, body: { email: open.admin.email } });
    expect((await call('GET /auth/me', undefined, { 'x-api-key': `m0sk_${'x'.repeat(43)}` })).status).toBe(401);
    expect(await call('POST /auth/login', { email: open.admin.email, password: open.admin.password })).toMatchObject({
      status: 500,
      body: { detail: expect.stringContaining('JWT_SECRET') },
    });
    await open.close();
  });

  async function startSharedKey(adminApiKey: string): Promise<TestApp> {
    return startTestApp({ auth: { ...test.app.services.config.auth, adminApiKey } });
  }

  it('shows an unknown user nothing', async () => {
    expect(
      (await visitor()(`DELETE /users/${randomUUID()}`, undefined, { 'x-api-key': test.admin.apiKey })).status,
    ).toBe(404);
  });
});
