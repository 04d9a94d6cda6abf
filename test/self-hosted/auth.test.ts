import bcrypt from 'bcrypt';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { people } from '../helpers/context.js';
import { resetPassword } from '../../src/resolvers/user/reset-password.js';
import { useFullHashCost } from '../setup/cheap-hashes.js';
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
  const { status, body } = await visitor()<PairBody>('POST /auth/login', credentials);
  expect(status).toBe(200);
  return body;
}

async function emptyInstallation(): Promise<void> {
  await test.app.services.database.query('DELETE FROM users');
}

describe('1.4 POST /auth/register', () => {
  const admin = { name: 'Ada', email: 'Ada@Example.org', password: 'a long enough secret' };

  it('creates the first admin and answers 200 with a token pair; setup-status tells before and after', async () => {
    await emptyInstallation();
    const call = visitor();
    expect((await call('GET /auth/setup-status')).body).toEqual({ needsSetup: true });
    const { status, body } = await call<PairBody>('POST /auth/register', admin);
    expect(status).toBe(200);
    expect(body).toEqual({ access_token: expect.any(String), refresh_token: expect.any(String), token_type: 'bearer' });
    expect((await call('GET /auth/setup-status')).body).toEqual({ needsSetup: false });
    const { body: me } = await call('GET /auth/me', undefined, bearer(body));
    expect(me).toEqual({
      id: expect.any(String),
      name: 'Ada',
      email: 'ada@example.org',
      role: 'admin',
      created_at: expect.stringMatching(/Z$/),
    });
  });

  it('takes a blank name', async () => {
    await emptyInstallation();
    const call = visitor();
    const { status, body } = await call<PairBody>('POST /auth/register', { ...admin, name: '' });
    expect(status).toBe(200);
    expect((await call('GET /auth/me', undefined, bearer(body))).body).toMatchObject({ name: 'Ada' });
  });

  it('answers 400 for a short password before anything else, 403 when it is closed, 422 for what is missing', async () => {
    const call = visitor();
    expect(await call('POST /auth/register', { ...admin, password: 'short' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('8') },
    });
    expect(await call('POST /auth/register', admin)).toMatchObject({
      status: 403,
      body: { detail: expect.any(String) },
    });
    const missing = await call<{ detail: { type: string; loc: string[] }[] }>('POST /auth/register', {
      email: 'nobody',
    });
    expect(missing.status).toBe(422);
    expect(missing.body.detail.map(({ type, loc }) => [type, ...loc])).toEqual([
      ['missing', 'body', 'name'],
      ['value_error', 'body', 'email'],
      ['missing', 'body', 'password'],
    ]);
  });

  it('lets one of several attempts at once succeed', async () => {
    await emptyInstallation();
    const attempts = Array.from({ length: 6 }, (_, n) =>
      visitor()('POST /auth/register', { ...admin, email: `admin${n}@example.org` }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 403, 403, 403, 403, 403]);
    const [row] = await test.app.services.database.query<{ count: number }>('SELECT count(*) FROM users');
    expect(row?.count).toBe(1);
  });

  it('answers 429 to the sixth attempt of a client within a minute, with Retry-After', async () => {
    const call = visitor();
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect((await call('POST /auth/register', admin)).status).toBe(403);
    const refused = await call('POST /auth/register', admin);
    expect(refused).toMatchObject({ status: 429, body: { error: 'Rate limit exceeded: 5 per 1 minute' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('1.4 POST /auth/login', () => {
  it('answers a token pair and notes the time', async () => {
    const pair = await signIn();
    expect((await visitor()('GET /auth/me', undefined, bearer(pair))).status).toBe(200);
    const [row] = await test.app.services.database.query<{ lastLoginAt: Date | null }>(
      'SELECT last_login_at FROM users',
    );
    expect(row?.lastLoginAt).toBeInstanceOf(Date);
  });

  it('answers one 401 for an unknown address and for a wrong password', async () => {
    const unknown = await visitor()('POST /auth/login', { ...credentials, email: 'nobody@example.org' });
    const wrong = await visitor()('POST /auth/login', { ...credentials, password: 'not the password' });
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.body).toEqual({ detail: expect.any(String) });
  });

  it('hashes as much for an unknown address as for a known one, so that time tells nothing', async () => {
    const useCheapHashes = useFullHashCost();
    await resetPassword(test.app.services, credentials);
    useCheapHashes();
    const compare = vi.spyOn(bcrypt, 'compare');
    await visitor()('POST /auth/login', { ...credentials, email: 'nobody@example.org' });
    await visitor()('POST /auth/login', { ...credentials, password: 'not the password' });
    const rounds = compare.mock.calls.map(([, hash]) => bcrypt.getRounds(hash));
    compare.mockRestore();
    expect(rounds).toHaveLength(2);
    expect(rounds[0]).toBe(rounds[1]);
  });

  it('tells passwords apart beyond 72 bytes, and takes both forms of an accent for one', async () => {
    const long = `${'x'.repeat(90)}é`;
    const { apiKey } = test.admin;
    const created = await visitor()(
      'POST /users',
      { name: 'Long', email: 'long@example.org', password: long },
      { 'x-api-key': apiKey },
    );
    expect(created.status).toBe(201);
    const signIn = async (password: string) =>
      (await visitor()('POST /auth/login', { email: 'long@example.org', password })).status;
    expect([
      await signIn(long),
      await signIn(long.normalize('NFD')),
      await signIn(`${'x'.repeat(90)}e`),
      await signIn('x'.repeat(72)),
    ]).toEqual([200, 200, 401, 401]);
  });

  it('ignores an old token that comes along', async () => {
    expect((await visitor()('POST /auth/login', credentials, { authorization: 'Bearer old.and.stale' })).status).toBe(
      200,
    );
  });

  it('answers 422 for what is missing, and 429 to the eleventh attempt of a client, with Retry-After', async () => {
    const call = visitor();
    expect((await call('POST /auth/login', { email: credentials.email })).status).toBe(422);
    for (let attempt = 1; attempt <= 10; attempt += 1)
      expect((await call('POST /auth/login', { ...credentials, email: 'no@example.org' })).status).toBe(401);
    const refused = await call('POST /auth/login', credentials, { 'x-forwarded-for': '192.0.2.7' });
    expect(refused).toMatchObject({ status: 429, body: { error: 'Rate limit exceeded: 10 per 1 minute' } });
    expect(refused.headers['retry-after']).toBeDefined();
    expect((await visitor()('POST /auth/login', credentials)).status).toBe(200);
  });
});

describe('1.4 POST /auth/refresh', () => {
  it('answers a new pair', async () => {
    const pair = await signIn();
    const call = visitor();
    const { status, body } = await call<PairBody>('POST /auth/refresh', { refresh_token: pair.refresh_token });
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(pair.refresh_token);
    expect((await call('GET /auth/me', undefined, bearer(body))).status).toBe(200);
  });

  it('answers 401 for garbage, an access token and a removed user, and 422 for nothing', async () => {
    const pair = await signIn();
    const call = visitor();
    expect((await call('POST /auth/refresh', { refresh_token: 'garbage' })).status).toBe(401);
    expect((await call('POST /auth/refresh', { refresh_token: pair.access_token })).status).toBe(401);
    expect((await call('POST /auth/refresh', {})).status).toBe(422);
    await emptyInstallation();
    expect((await call('POST /auth/refresh', { refresh_token: pair.refresh_token })).status).toBe(401);
  });

  it('counts 20 a minute by session, not by client', async () => {
    const call = visitor();
    const [first, second] = [await signIn(), await signIn()];
    let token = first.refresh_token;
    for (let turn = 1; turn <= 20; turn += 1) {
      const { status, body } = await call<PairBody>('POST /auth/refresh', { refresh_token: token });
      expect(status).toBe(200);
      token = body.refresh_token;
    }
    expect(await call('POST /auth/refresh', { refresh_token: token })).toMatchObject({
      status: 429,
      body: { error: 'Rate limit exceeded: 20 per 1 minute' },
    });
    expect((await call('POST /auth/refresh', { refresh_token: second.refresh_token })).status).toBe(200);
  });
});

describe('1.4 /auth/me', () => {
  it('changes name and address; a blank name is ignored', async () => {
    const headers = bearer(await signIn());
    const call = visitor();
    expect(await call('PATCH /auth/me', { name: '  Grace ', email: 'grace@example.org' }, headers)).toMatchObject({
      status: 200,
      body: { name: 'Grace', email: 'grace@example.org' },
    });
    expect(await call('PATCH /auth/me', { name: '   ' }, headers)).toMatchObject({
      status: 200,
      body: { name: 'Grace' },
    });
  });

  it('answers 409 for an address in use, 422 for an invalid one, 401 without a credential', async () => {
    const headers = bearer(await signIn());
    await people(test.app.services);
    const call = visitor();
    expect(await call('PATCH /auth/me', { email: 'ada@example.com' }, headers)).toMatchObject({
      status: 409,
      body: { detail: expect.any(String) },
    });
    expect((await call('PATCH /auth/me', { email: 'none' }, headers)).status).toBe(422);
    expect((await call('PATCH /auth/me', { name: 'x' })).status).toBe(401);
  });

  it('keeps the address of a user where EMAIL_CHANGE_ALLOWED is false, so that no invitation of another reaches them', async () => {
    const { auth } = test.app.services.config;
    const { ada } = await people(test.app.services);
    const headers = { 'x-api-key': await test.keyFor(ada) };
    const call = visitor();
    Object.assign(auth, { emailChangeAllowed: false });
    try {
      expect(await call('PATCH /auth/me', { email: 'boss@example.com' }, headers)).toMatchObject({
        status: 403,
        body: { detail: 'Users of this server cannot change their email address. Ask an admin.' },
      });
      expect(await call('PATCH /auth/me', { name: 'Ada L.', email: ada.email }, headers)).toMatchObject({
        status: 200,
        body: { name: 'Ada L.', email: ada.email },
      });
      const admin = bearer(await signIn());
      expect((await call('PATCH /auth/me', { email: 'first@example.com' }, admin)).status).toBe(200);
    } finally {
      Object.assign(auth, { emailChangeAllowed: true });
    }
  });

  it('lets a user try five new addresses per minute, so that the 409 cannot list accounts', async () => {
    const headers = bearer(await signIn());
    await people(test.app.services);
    const call = visitor();
    const attempt = async () => (await call('PATCH /auth/me', { email: 'ada@example.com' }, headers)).status;
    const statuses = new Set<number>();
    for (let attempts = 0; attempts < 5; attempts += 1) statuses.add(await attempt());
    expect(statuses).toContain(409);
    expect(await attempt()).toBe(429);
    // A free one counts, too: its success would tell that it has no account.
    expect((await call('PATCH /auth/me', { email: 'free@example.com' }, headers)).status).toBe(429);
  });
});

describe('1.4 POST /auth/change-password', () => {
  const change = (current: string, next: string) => ({ current_password: current, new_password: next });

  it('changes it, ends every other session, and leaves this one and the API keys', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const call = visitor();
    const answer = await call(
      'POST /auth/change-password',
      change(credentials.password, 'another long secret'),
      bearer(here),
    );
    expect(answer).toMatchObject({ status: 200, body: { message: 'Password updated.' } });
    expect((await call('GET /auth/me', undefined, bearer(here))).status).toBe(200);
    expect((await call('GET /auth/me', undefined, bearer(there))).status).toBe(401);
    expect((await call('POST /auth/refresh', { refresh_token: there.refresh_token })).status).toBe(401);
    expect((await call('POST /auth/refresh', { refresh_token: here.refresh_token })).status).toBe(200);
    expect((await call('GET /auth/me', undefined, { 'x-api-key': test.admin.apiKey })).status).toBe(200);
    expect((await call('POST /auth/login', { ...credentials, password: 'another long secret' })).status).toBe(200);
    expect((await call('POST /auth/login', credentials)).status).toBe(401);
  });

  it('answers 400 to a session with a wrong current password, so that its client does not refresh and repeat; 401 to a key', async () => {
    const call = visitor();
    expect(
      (await call('POST /auth/change-password', change('wrong password', 'short'), bearer(await signIn()))).status,
    ).toBe(400);
    expect(
      (await call('POST /auth/change-password', change('wrong password', 'short'), { 'x-api-key': test.admin.apiKey }))
        .status,
    ).toBe(401);
  });

  it('answers 400 for a new password below 8 characters and 429 after ten attempts', async () => {
    const headers = bearer(await signIn());
    const [row] = await test.app.services.database.query<{ id: string }>('SELECT id FROM users');
    const call = visitor();
    expect(await call('POST /auth/change-password', change(credentials.password, 'short'), headers)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('8') },
    });
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      try {
        await test.app.services.authRateLimiter.take('changePassword', row?.id ?? '');
      } catch {
        break;
      }
    }
    expect((await call('POST /auth/change-password', change('wrong password', 'long enough'), headers)).status).toBe(
      429,
    );
  });
});

describe('1.4 the rest of a session', () => {
  it('completes the onboarding without telling anybody', async () => {
    const headers = bearer(await signIn());
    expect(await visitor()('POST /auth/onboarding-complete', { use_case: 'tests' }, headers)).toMatchObject({
      status: 200,
      body: { message: 'Onboarding completed.' },
    });
    expect((await visitor()('POST /auth/onboarding-complete', {}, headers)).status).toBe(422);
    expect((await visitor()('POST /auth/onboarding-complete', { use_case: 'tests' })).status).toBe(401);
  });

  it('ends with a logout: neither token is good any more', async () => {
    const pair = await signIn();
    const call = visitor();
    expect(await call('POST /auth/logout', { refresh_token: pair.refresh_token })).toMatchObject({
      status: 200,
      body: { message: 'Logged out.' },
    });
    expect((await call('POST /auth/refresh', { refresh_token: pair.refresh_token })).status).toBe(401);
    expect((await call('GET /auth/me', undefined, bearer(pair))).status).toBe(401);
    expect((await call('POST /auth/logout', { refresh_token: pair.refresh_token })).status).toBe(200);
  });
});
