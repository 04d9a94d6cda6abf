import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let app: TestApp;
let url: string;
beforeAll(async () => {
  app = await startTestApp();
  url = (await app.app.listen()).apiUrl;
});
beforeEach(() => app.reset());
afterAll(() => app.close());

interface Session {
  readonly id: string;
  readonly startedAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  readonly isCurrent: boolean;
}
interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

async function call<Data>(credential: string | null, query: string, variables: object = {}) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(credential !== null && { authorization: `Bearer ${credential}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: { extensions: { code: string } }[] };
  return { data, code: errors?.[0]?.extensions.code ?? null };
}

async function signIn(
  user: { email: string; password: string } = app.admin,
  credential: string | null = null,
): Promise<Tokens> {
  const query = `mutation ($input: LoginInput!) { login(input: $input) { ... on LoginPayload { session { accessToken refreshToken } } } }`;
  const { email, password } = user;
  const { data } = await call<{ login: { session: Tokens } }>(credential, query, { input: { email, password } });
  return data.login.session;
}

const fields = 'id startedAt lastUsedAt expiresAt isCurrent';
async function list(credential: string, args = ''): Promise<Session[]> {
  const query = `{ viewer { sessions${args} { totalCount nodes { ${fields} } } } }`;
  const { data } = await call<{ viewer: { sessions: { totalCount: number; nodes: Session[] } } }>(credential, query);
  return data.viewer.sessions.nodes;
}

async function end(credential: string, id: string): Promise<unknown> {
  const query = `mutation ($id: ID!) { endSession(input: { id: $id }) { __typename ... on EndSessionPayload { endedSessionId } } }`;
  const { data, code } = await call<{ endSession: unknown } | null>(credential, query, { id });
  return data?.endSession ?? code;
}

async function createMember(): Promise<{ email: string; password: string }> {
  const person = { name: 'Kay', email: 'kay@example.com', password: 'a password of nine words' };
  const query = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { __typename } }';
  await call(app.admin.apiKey, query, { input: person });
  return person;
}

describe('the sessions of a user', () => {
  it('are listed newest first with the current one marked, page by page, to their user alone', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const other = await signIn(await createMember());
    const sessions = await list(second.accessToken);
    expect(sessions.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);
    for (const { startedAt, lastUsedAt, expiresAt } of sessions) {
      expect(lastUsedAt).toBe(startedAt);
      expect(new Date(expiresAt).getTime() - new Date(startedAt).getTime()).toBe(30 * 86_400_000);
    }
    expect((await list(first.accessToken)).map(({ id }) => id)).toEqual(sessions.map(({ id }) => id));
    expect((await list(second.accessToken, '(first: 1)')).map(({ id }) => id)).toEqual([sessions[0]?.id]);
    expect((await list(second.accessToken, '(last: 1)')).map(({ id }) => id)).toEqual([sessions[1]?.id]);
    expect((await list(app.admin.apiKey)).map(({ isCurrent }) => isCurrent)).toEqual([false, false]);
    expect(await list(other.accessToken)).toHaveLength(1);
  });

  it('end at once: neither token works any longer, and the session leaves the list', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const gone = (await list(second.accessToken)).find(({ isCurrent }) => !isCurrent)?.id ?? '';
    expect(await end(second.accessToken, gone)).toEqual({ __typename: 'EndSessionPayload', endedSessionId: gone });
    expect((await call(first.accessToken, '{ viewer { isAdmin } }')).code).toBe('UNAUTHENTICATED');
    expect((await list(second.accessToken)).map(({ id }) => id)).not.toContain(gone);
    expect(await end(second.accessToken, gone)).toBe('NOT_FOUND');
    const refresh = `mutation ($token: String!) { refreshSession(input: { refreshToken: $token }) { __typename } }`;
    expect((await call(null, refresh, { token: first.refreshToken })).code).toBe('UNAUTHENTICATED');
  });

  it('begin, continue and end in requests that carry the credential of another user', async () => {
    const kay = (await signIn(await createMember())).accessToken;
    const started = await signIn(app.admin, kay);
    const refresh = `mutation ($input: RefreshSessionInput!) { refreshSession(input: $input) { __typename ... on RefreshSessionPayload { session { accessToken refreshToken } } } }`;
    const { data } = await call<{ refreshSession: { session: Tokens } }>(kay, refresh, {
      input: { refreshToken: started.refreshToken },
    });
    const { session } = data.refreshSession;
    expect(await list(session.accessToken)).toContainEqual(expect.objectContaining({ isCurrent: true }));
    const logout = `mutation ($input: LogoutInput!) { logout(input: $input) { __typename } }`;
    const input = { refreshToken: session.refreshToken };
    expect(await call(kay, logout, { input })).toEqual({
      data: { logout: { __typename: 'LogoutPayload' } },
      code: null,
    });
    expect((await call(session.accessToken, '{ viewer { sessions { totalCount } } }')).code).toBe('UNAUTHENTICATED');
  });

  it('of other users cannot be told from sessions that never existed', async () => {
    const other = await signIn(await createMember());
    const { accessToken } = await signIn();
    const [foreign] = await list(other.accessToken);
    const expected = 'NOT_FOUND';
    expect(await end(accessToken, foreign?.id ?? '')).toEqual(expected);
    expect(await end(accessToken, '01900000-0000-7000-8000-00000000000c')).toEqual(expected);
    expect(await end(accessToken, 'no id')).toEqual(expected);
    expect(await list(other.accessToken)).toHaveLength(1);
  });
});
