import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { people } from '../helpers/context.js';
import { bearer, flatClient, graphql, type FlatCall, type PairBody } from './flat-client.js';

let test: TestApp;
let call: FlatCall;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  call = flatClient(test.app, { 'x-api-key': test.admin.apiKey });
});

const secretPair = 'session { accessToken refreshToken expiresIn } user { email role }';
const errors = '... on Error { code message }';
const loginMutation = `mutation L($input: LoginInput!) { login(input: $input) { __typename ... on LoginPayload { ${secretPair} } ${errors} } }`;
interface Login {
  readonly login: {
    __typename: string;
    code?: string;
    session?: { accessToken: string; refreshToken: string };
    user?: { email: string; role: string };
  };
}

describe('users, provisioned by admins', () => {
  it('are created as READER of the default project, with a password that is shown once, and sign in at once', async () => {
    const { status, body } = await call<{ id: string; password: string }>('POST /users', {
      name: 'Ada',
      email: 'ada@example.org',
    });
    expect(status).toBe(201);
    const pair = (
      await flatClient(test.app)<PairBody>('POST /auth/login', { email: 'ada@example.org', password: body.password })
    ).body;
    const ada = flatClient(test.app, bearer(pair));
    expect((await ada('GET /memories?user_id=x')).status).toBe(200);
    expect(
      (await ada('POST /memories', { user_id: 'x', infer: false, messages: [{ role: 'user', content: 'y' }] })).status,
    ).toBe(403);
    expect((await ada('GET /users')).status).toBe(403);
    const listed = await call<Record<string, unknown>[]>('GET /users');
    expect(listed.body.map(({ email, role }) => [email, role])).toEqual([
      ['admin@example.com', 'admin'],
      ['ada@example.org', 'member'],
    ]);
    expect(JSON.stringify(listed.body)).not.toContain('password');
  });

  it('join no project where NEW_USERS_JOIN_DEFAULT_PROJECT is false, unless the request names one', async () => {
    const { auth } = test.app.services.config;
    Object.assign(auth, { newUsersJoinDefaultProject: false });
    try {
      const { body } = await call<{ password: string }>('POST /users', { name: 'Ada', email: 'ada@example.org' });
      const made =
        'createUser(input: { name: "Bea", email: "bea@example.org" }) { ... on CreateUserPayload { user { id } } }';
      expect(await graphql(call, `mutation { ${made} }`)).toMatchObject({
        data: { createUser: { user: { id: expect.any(String) } } },
      });
      const pair = await flatClient(test.app)<PairBody>('POST /auth/login', {
        email: 'ada@example.org',
        password: body.password,
      });
      expect((await flatClient(test.app, bearer(pair.body))('GET /memories?user_id=x')).status).toBe(404);
      const { token } = (await call<{ token: string }>('POST /invitations', { email: 'dee@example.org' })).body;
      const offer = await graphql(
        call,
        '{ invitationOffer(token: "' + token + '") { email organizationName projectName } }',
      );
      expect(offer).toEqual({
        data: { invitationOffer: { email: 'dee@example.org', organizationName: null, projectName: null } },
      });
      const dee = { token, name: 'Dee', password: 'a long enough secret' };
      expect((await call('POST /auth/accept-invitation', dee)).status).toBe(200);
      const members = await test.app.services.database.query(
        "SELECT 1 FROM project_members m JOIN users u ON u.id = m.user_id WHERE u.email LIKE '%@example.org'",
      );
      expect(members).toEqual([]);
      const named = { name: 'Cid', email: 'cid@example.org', project_id: test.admin.projectId };
      expect((await call('POST /users', named)).status).toBe(201);
    } finally {
      Object.assign(auth, { newUsersJoinDefaultProject: true });
    }
  });

  it('are refused with 409 for an address in use, 400 for a short password, 422 for an unknown role', async () => {
    await people(test.app.services);
    expect((await call('POST /users', { name: 'Ada', email: 'ADA@example.com' })).status).toBe(409);
    expect((await call('POST /users', { name: 'Ada', email: 'new@example.org', password: 'short' })).status).toBe(400);
    expect((await call('POST /users', { name: 'Ada', email: 'new@example.org', role: 'king' })).status).toBe(422);
  });

  it('may be made admins and members again; the last admin stays', async () => {
    const { ada } = await people(test.app.services);
    await test.app.services.database.query("UPDATE users SET role = 'member' WHERE email = 'root@example.com'");
    const [own] = await test.app.services.database.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
      test.admin.email,
    ]);
    expect((await call(`PATCH /users/${own?.id}`, { role: 'member' })).status).toBe(409);
    expect((await call(`DELETE /users/${own?.id}`)).status).toBe(409);
    expect(await call(`PATCH /users/${ada.id}`, { role: 'admin' })).toMatchObject({
      status: 200,
      body: { role: 'admin' },
    });
    const both = await Promise.all([
      call(`PATCH /users/${ada.id}`, { role: 'member' }),
      call(`PATCH /users/${own?.id}`, { role: 'member' }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const [row] = await test.app.services.database.query<{ count: number }>(
      "SELECT count(*) FROM users WHERE role = 'admin'",
    );
    expect(row?.count).toBe(1);
  });

  it('lose keys and sessions when they are removed', async () => {
    const { ada } = await people(test.app.services);
    const key = await test.keyFor(ada);
    expect((await flatClient(test.app, { 'x-api-key': key })('GET /auth/me')).status).toBe(200);
    expect((await call(`DELETE /users/${ada.id}`)).status).toBe(200);
    expect((await flatClient(test.app, { 'x-api-key': key })('GET /auth/me')).status).toBe(401);
    expect((await call(`DELETE /users/${randomUUID()}`)).status).toBe(404);
  });
});

describe('invitations', () => {
  const accept = (token: string, more = {}) =>
    flatClient(test.app)<PairBody>('POST /auth/accept-invitation', {
      token,
      name: 'Guest',
      password: 'a long enough secret',
      ...more,
    });

  it('show their token once, keep only its digest, and make a member of the project', async () => {
    const { status, body } = await call<{ token: string; id: string }>('POST /invitations', {
      email: 'guest@example.org',
      role: 'OWNER',
    });
    expect(status).toBe(201);
    expect(JSON.stringify((await call('GET /invitations')).body)).not.toContain(body.token);
    const [row] = await test.app.services.database.query<Record<string, unknown>>('SELECT * FROM invitations');
    expect(JSON.stringify(row)).not.toContain(body.token);
    const accepted = await accept(body.token);
    expect(accepted.status).toBe(200);
    const guest = flatClient(test.app, bearer(accepted.body));
    expect((await guest('GET /auth/me')).body).toMatchObject({ email: 'guest@example.org', role: 'member' });
    expect(
      (await guest('POST /memories', { user_id: 'x', infer: false, messages: [{ role: 'user', content: 'y' }] }))
        .status,
    ).toBe(200);
    expect((await call('GET /invitations')).body).toEqual([]);
  });

  it('are good for one use, until they expire, are revoked or replaced: one 404 for all', async () => {
    const invite = async () =>
      (await call<{ token: string; id: string }>('POST /invitations', { email: 'guest@example.org' })).body;
    const [replaced, revoked] = [await invite(), await invite()];
    expect((await call(`DELETE /invitations/${revoked.id}`)).status).toBe(200);
    expect((await call(`DELETE /invitations/${revoked.id}`)).status).toBe(404);
    const expired = await invite();
    await test.app.services.database.query("UPDATE invitations SET expires_at = now() - interval '1 second'");
    const used = await invite();
    const both = await Promise.all([accept(used.token), accept(used.token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const refused = await Promise.all(
      [replaced.token, revoked.token, expired.token, used.token, 'made-up'].map((token) => accept(token)),
    );
    expect(new Set(refused.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(refused[0]?.status).toBe(404);
  });

  it('make an admin when they say so, as long as the admin who sent them is one', async () => {
    const invite = async (email: string) =>
      (await call<{ token: string; user_role: string }>('POST /invitations', { email, user_role: 'admin' })).body;
    const { token, user_role } = await invite('second@example.org');
    expect(user_role).toBe('admin');
    const second = flatClient(test.app, bearer((await accept(token)).body));
    expect((await second('GET /auth/me')).body).toMatchObject({ role: 'admin' });
    const third = await second<{ token: string }>('POST /invitations', {
      email: 'third@example.org',
      user_role: 'admin',
    });
    await test.app.services.database.query("UPDATE users SET role = 'member' WHERE email = 'second@example.org'");
    expect((await accept(third.body.token)).status).toBe(404);
    expect((await call('POST /invitations', { email: 'x@example.org', user_role: 'owner' })).status).toBe(422);
  });

  it('are for admins to make, not for addresses with an account', async () => {
    const { ada } = await people(test.app.services);
    expect(
      (
        await flatClient(test.app, { 'x-api-key': await test.keyFor(ada) })('POST /invitations', {
          email: 'x@example.org',
        })
      ).status,
    ).toBe(403);
    expect((await call('POST /invitations', { email: ada.email })).status).toBe(409);
    expect((await accept('made-up', { password: 'short' })).status).toBe(400);
  });
});

describe('sessions over GraphQL', () => {
  const credentials = () => ({ email: test.admin.email, password: test.admin.password });
  const login = async (call: FlatCall, input = credentials()) => graphql<Login>(call, loginMutation, { input });

  it('log in, refresh, tell who it is, and log out', async () => {
    const guest = flatClient(test.app);
    const { data } = await login(guest);
    expect(data.login).toMatchObject({
      __typename: 'LoginPayload',
      user: { email: test.admin.email, role: 'ADMIN' },
    });
    const refreshed = await graphql<{ refreshSession: { session: { accessToken: string; refreshToken: string } } }>(
      guest,
      'mutation R($t: String!) { refreshSession(input: { refreshToken: $t }) { ... on RefreshSessionPayload { session { accessToken refreshToken } } } }',
      { t: data.login.session?.refreshToken },
    );
    const { accessToken } = refreshed.data.refreshSession.session;
    const signedIn = flatClient(test.app, { authorization: `Bearer ${accessToken}` });
    expect((await graphql(signedIn, '{ viewer { user { email role } } }')).data).toEqual({
      viewer: { user: { email: test.admin.email, role: 'ADMIN' } },
    });
    expect(
      (await graphql(signedIn, 'mutation { logout(input: {}) { ... on LogoutPayload { endedSessionId } } }')).data,
    ).toEqual({ logout: { endedSessionId: expect.any(String) } });
    expect((await signedIn('GET /auth/me')).status).toBe(401);
  });

  it('answer a wrong password as data', async () => {
    const { data } = await login(flatClient(test.app), { ...credentials(), password: 'not the password' });
    expect(data.login).toMatchObject({ __typename: 'UnauthenticatedError', code: 'UNAUTHENTICATED' });
  });

  it('count each alias of login, together with the flat path', async () => {
    const guest = flatClient(test.app);
    for (let attempt = 1; attempt <= 4; attempt += 1)
      await guest('POST /auth/login', { email: 'no@example.org', password: 'x' });
    const aliases = Array.from(
      { length: 25 },
      (_, n) => `a${n}: login(input: { email: "no@example.org", password: "x${n}" }) { ... on Error { code } }`,
    ).join('\n');
    const { errors: found = [] } = await graphql(guest, `mutation { ${aliases} }`);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]?.extensions.code).toBe('RATE_LIMITED');
    expect((await guest('POST /auth/login', credentials())).status).toBe(429);
    const thousand = Array.from(
      { length: 1000 },
      (_, n) => `b${n}: login(input: { email: "no@example.org", password: "x" }) { __typename }`,
    ).join('\n');
    const refused = await flatClient(test.app)<{ errors: unknown[]; data?: unknown }>('POST /graphql', {
      query: `mutation { ${thousand} }`,
    });
    expect(refused.body.errors.length).toBeGreaterThan(0);
    expect(refused.body.data ?? null).toBeNull();
  });

  it('register the first admin, change the profile and the password', async () => {
    await test.app.services.database.query('DELETE FROM users');
    const guest = flatClient(test.app);
    expect((await graphql(guest, '{ setupStatus { needsSetup } }')).data).toEqual({
      setupStatus: { needsSetup: true },
    });
    const register = `mutation { registerFirstAdmin(input: { name: "Ada", email: "ada@example.org", password: "a long enough secret" }) { __typename ... on RegisterFirstAdminPayload { session { accessToken } } ${errors} } }`;
    const { data } = await graphql<{ registerFirstAdmin: { session: { accessToken: string } } }>(guest, register);
    const ada = flatClient(test.app, { authorization: `Bearer ${data.registerFirstAdmin.session.accessToken}` });
    expect((await graphql(guest, register)).data).toMatchObject({
      registerFirstAdmin: { __typename: 'ConflictError' },
    });
    const change = `mutation { updateViewer(input: { name: "Grace" }) { ... on UpdateViewerPayload { user { name } } }
      changePassword(input: { currentPassword: "wrong", newPassword: "another long secret" }) { __typename ${errors} } }`;
    expect((await graphql(ada, change)).data).toMatchObject({
      updateViewer: { user: { name: 'Grace' } },
      changePassword: { __typename: 'ValidationError', code: 'BAD_USER_INPUT' },
    });
  });

  it('manage users and invitations', async () => {
    const made = await graphql<{ createUser: { user: { id: string; role: string }; password: string | null } }>(
      call,
      `mutation { createUser(input: { name: "Ada", email: "ada@example.org", projectRole: OWNER }) { ... on CreateUserPayload { user { id role } password } ${errors} } }`,
    );
    const { user: account, password } = made.data.createUser;
    expect([account.role, typeof password]).toEqual(['MEMBER', 'string']);
    const work = `mutation W($id: ID!) {
      setUserRole(input: { id: $id, role: ADMIN }) { ... on SetUserRolePayload { user { role } } }
      createInvitation(input: { email: "guest@example.org" }) { ... on CreateInvitationPayload { token invitation { id email role } } }
      removeUser(input: { id: $id }) { ... on RemoveUserPayload { removedUserId } }
    }`;
    expect((await graphql(call, work, { id: account.id })).data).toMatchObject({
      setUserRole: { user: { role: 'ADMIN' } },
      createInvitation: {
        token: expect.stringMatching(/^m0inv_/),
        invitation: { email: 'guest@example.org', role: 'READER' },
      },
      removeUser: { removedUserId: account.id },
    });
    const lists =
      '{ users { totalCount edges { node { email } } } invitations(first: 5) { edges { node { email expiresAt } } } }';
    expect((await graphql(call, lists)).data).toMatchObject({
      users: { totalCount: 1 },
      invitations: { edges: [{ node: { email: 'guest@example.org' } }] },
    });
    expect((await graphql(flatClient(test.app), '{ users { totalCount } }')).errors?.[0]?.extensions.code).toBe(
      'UNAUTHENTICATED',
    );
  });
});
