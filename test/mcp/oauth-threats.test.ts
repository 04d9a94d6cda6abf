import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import {
  approveDocument,
  connectApp,
  createPkce,
  oauthClient,
  origin,
  redirectUri,
  signIn,
  startConnection,
} from './oauth-client.js';

let test: TestApp;
let client: ReturnType<typeof oauthClient>;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  client = oauthClient(test);
});

const { verifier, challenge } = createPkce();

/** Sends a valid authorization request of a new client, with changes. */
async function authorize(changes: Record<string, string>, redirectUris = [redirectUri]) {
  const registered = await client.register({ redirect_uris: redirectUris });
  return client.authorize({
    response_type: 'code',
    client_id: String(registered.body.client_id),
    redirect_uri: redirectUris[0] ?? '',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 's1',
    ...changes,
  });
}

const errorOf = (location: unknown) => Object.fromEntries(new URL(String(location)).searchParams);

describe('redirect URIs', () => {
  it.each([
    'http://evil.example/callback',
    'https://agent.example/callback#fragment',
    'https://user:password@agent.example/callback',
    'https://*.example/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'not a URL',
  ])('that a client may not register: %s', async (uri) => {
    const { status, body } = await client.register({ redirect_uris: [uri] });
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_redirect_uri', error_description: expect.stringMatching(/^A redirect URI /) },
    ]);
  });

  it.each([
    ['https://agent.example/callback', 'https://agent.example/callback/'],
    ['https://agent.example/callback', 'https://agent.example/callback?next=1'],
    ['https://agent.example/callback', 'https://agent.example:444/callback'],
    ['https://agent.example/callback', 'https://AGENT.example/callback'],
    ['http://127.0.0.1:7777/callback', 'http://127.0.0.1:7777/other'],
    ['http://127.0.0.1:7777/callback', 'http://localhost:7777/callback'],
    ['http://127.0.0.1:7777/callback', 'http://127.0.0.1.evil.example:7777/callback'],
  ])('are compared exactly: %s is not %s', async (registered, requested) => {
    const { status, headers, text } = await authorize({ redirect_uri: requested }, [registered]);
    expect([status, headers.location]).toEqual([400, undefined]);
    expect(text).toContain('redirect_uri is not one of those that the client registered.');
  });

  it.each([
    ['http://127.0.0.1:7777/callback', 'http://127.0.0.1:50123/callback'],
    ['http://localhost/callback', 'http://localhost:50123/callback'],
    ['http://[::1]:1/callback', 'http://[::1]:50123/callback'],
    ['cursor://agent/callback', 'cursor://agent/callback'],
  ])('of an app on the machine of the user: %s accepts %s', async (registered, requested) => {
    expect((await authorize({ redirect_uri: requested }, [registered])).status).toBe(302);
  });
});

describe('an authorization request', () => {
  it.each([
    ['a challenge in plain text', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no challenge', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['unknown scopes', { scope: 'admin' }, 'invalid_scope'],
  ])('is refused with %s', async (_name, changes, error) => {
    const { status, headers } = await authorize(changes);
    expect([status, errorOf(headers.location)]).toEqual([
      302,
      { error, error_description: expect.any(String), state: 's1', iss: origin },
    ]);
  });

  it('is no open redirect: errors of an unproven website stay on this server', async () => {
    const { status, headers, text } = await authorize({ scope: 'admin' }, ['https://evil.example/callback']);
    expect([status, headers.location, headers['x-frame-options']]).toEqual([400, undefined, 'DENY']);
    expect(text).toContain('scope must name some of');
  });

  it('is refused for an unknown or altered client, without a redirect', async () => {
    const { body } = await client.register();
    for (const id of ['unknown', `${String(body.client_id)}x`, `x${String(body.client_id)}`]) {
      const { status, headers } = await authorize({ client_id: id });
      expect([status, headers.location]).toEqual([400, undefined]);
    }
  });

  it('is refused with a parameter that is sent twice', async () => {
    const { body } = await client.register();
    const twice = `client_id=${String(body.client_id)}&client_id=other&response_type=code`;
    expect((await client.get(`/oauth/authorize?${twice}`)).status).toBe(400);
  });
});

describe('consent', () => {
  const requestOf = async () => {
    const { headers } = await authorize({});
    return new URL(String(headers.location), origin).searchParams.get('request') ?? '';
  };

  it('needs the session of a user in a header, so that another website cannot give it (CSRF)', async () => {
    const request = await requestOf();
    const input = { projectId: test.admin.projectId, scopes: ['READ'] };
    const anonymous = await client.approve(null, request, input);
    expect(anonymous.errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
    const byKey = await client.approve(test.admin.apiKey, request, input);
    expect(byKey.data.approveAuthorization).toMatchObject({ code: 'FORBIDDEN' });
    const { access } = await connectApp(test);
    const byApp = await client.approve(access, request, input);
    expect(byApp.errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
    const foreign = await test.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${await signIn(test)}`, origin: 'https://evil.example' },
      payload: { query: approveDocument, variables: { input: { request, ...input } } },
    });
    expect(foreign.statusCode).toBe(403);
  });

  it('cannot be given to an altered request, for more scopes than asked, or for a foreign project', async () => {
    const request = await requestOf();
    const session = await signIn(test);
    const { projectId } = test.admin;
    const [body = '', signature = ''] = request.split('.');
    const widened = Buffer.from(
      Buffer.from(body, 'base64url').toString().replace('Test agent', 'Trusted agent'),
    ).toString('base64url');
    const altered = await client.approve(session, `${widened}.${signature}`, { projectId, scopes: ['READ'] });
    expect(altered.data.approveAuthorization).toMatchObject({ code: 'BAD_USER_INPUT' });
    const { headers } = await authorize({ scope: 'memory:read' });
    const narrow = new URL(String(headers.location), origin).searchParams.get('request') ?? '';
    const more = await client.approve(session, narrow, { projectId, scopes: ['READ', 'WRITE'] });
    expect(more.data.approveAuthorization).toMatchObject({ code: 'BAD_USER_INPUT' });
    const foreign = await client.approve(session, request, { projectId: 'proj_unknown', scopes: ['READ'] });
    expect(foreign.data.approveAuthorization).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is asked for each client: no earlier consent is used again (confused deputy)', async () => {
    const { clientId } = await connectApp(test);
    const again = await authorize({ client_id: clientId });
    expect(String(again.headers.location)).toMatch(/^\/authorize\?request=/);
  });

  it('takes place on a page that cannot be framed (clickjacking)', async () => {
    const { status, headers } = await client.get('/authorize?request=x');
    // The page exists only if the dashboard was built.
    if (status === 404) return;
    expect([headers['x-frame-options'], headers['content-security-policy'], headers['referrer-policy']]).toEqual([
      'DENY',
      expect.stringContaining("frame-ancestors 'none'"),
      'no-referrer',
    ]);
  });
});

describe('an authorization code', () => {
  const exchange = (code: string, clientId: string, changes: Record<string, string> = {}) =>
    client.token({
      grant_type: 'authorization_code',
      code,
      client_id: clientId,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      ...changes,
    });

  it('is worthless without its verifier, to another client and with another redirect URI (code injection)', async () => {
    const started = await startConnection(test);
    const other = await client.register({ client_name: 'Other' });
    const right = { code_verifier: started.verifier };
    const attempts = [
      exchange(started.code, started.clientId),
      exchange(started.code, started.clientId, { code_verifier: '' }),
      exchange(started.code, String(other.body.client_id), right),
      exchange(started.code, started.clientId, { ...right, redirect_uri: 'http://127.0.0.1:1/callback' }),
      exchange('m0ac_unknown', started.clientId, right),
    ];
    for (const { status, body } of await Promise.all(attempts))
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    const target = await exchange(started.code, started.clientId, { ...right, resource: 'https://other.example/mcp' });
    expect([target.status, target.body.error]).toEqual([400, 'invalid_target']);
    expect((await exchange(started.code, started.clientId, right)).status).toBe(200);
  });

  it('that is used twice ends the access that it gave', async () => {
    const { code, clientId, verifier: right, access } = await connectApp(test);
    const again = await exchange(code, clientId, { code_verifier: right });
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect((await client.mcp(access, 'tools/list')).status).toBe(401);
  });

  it('expires after a minute', async () => {
    const { code, clientId, verifier: right } = await startConnection(test);
    await test.app.services.database.query(`UPDATE connected_apps SET expires_at = now() - interval '1 second'`);
    const late = await exchange(code, clientId, { code_verifier: right });
    expect([late.status, late.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('that two requests exchange at once gives one pair of tokens at most', async () => {
    const { code, clientId, verifier: right } = await startConnection(test);
    const both = await Promise.all([1, 2].map(() => exchange(code, clientId, { code_verifier: right })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('a refresh token', () => {
  const refresh = (token: string, clientId: string, changes: Record<string, string> = {}) =>
    client.token({ grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...changes });

  it('that is used twice ends the access of both holders', async () => {
    const first = await connectApp(test);
    const second = await refresh(first.refresh, first.clientId);
    expect(second.status).toBe(200);
    expect((await refresh(first.refresh, first.clientId)).body.error).toBe('invalid_grant');
    expect((await refresh(String(second.body.refresh_token), first.clientId)).body.error).toBe('invalid_grant');
    expect((await client.mcp(String(second.body.access_token), 'tools/list')).status).toBe(401);
    const { data } = await client.graphql(await signIn(test), '{ auditLogs { nodes { action reason } } }');
    expect(data.auditLogs.nodes).toContainEqual({
      action: 'connected_app.revoke',
      reason: 'A refresh token was used twice.',
    });
  });

  it('gives fewer scopes on request, never more, and nothing to another client', async () => {
    const { refresh: token, clientId } = await connectApp(test, { scopes: ['READ', 'WRITE'] });
    const other = await client.register({ client_name: 'Other' });
    expect((await refresh(token, String(other.body.client_id))).body.error).toBe('invalid_grant');
    const more = await refresh(token, clientId, { scope: 'memory:read memory:delete' });
    expect(more.body.error).toBe('invalid_scope');
    const fewer = await refresh(token, clientId, { scope: 'memory:read' });
    expect([fewer.status, fewer.body.scope]).toEqual([200, 'memory:read']);
  });

  it('is no access token, and an access token is no refresh token', async () => {
    const { refresh: token, access, clientId } = await connectApp(test);
    expect((await client.mcp(token, 'tools/list')).status).toBe(401);
    expect((await refresh(access, clientId)).body.error).toBe('invalid_grant');
  });
});

describe('an access token', () => {
  it('is valid at its own endpoint only (audience)', async () => {
    const { access } = await connectApp(test);
    const elsewhere = await test.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        authorization: `Bearer ${access}`,
        host: 'other.localhost',
        accept: 'application/json, text/event-stream',
      },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    });
    expect([elsewhere.statusCode, elsewhere.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
    expect((await client.get(`/mcp?access_token=${access}`)).status).toBe(401);
  });

  it.each([
    ['GET', '/v1/ping/'],
    ['GET', '/v1/memories/?user_id=ada'],
    ['GET', '/api-keys'],
    ['POST', '/graphql'],
  ] as const)('is refused by the other APIs: %s %s', async (method, url) => {
    const { access } = await connectApp(test);
    for (const headers of [
      { authorization: `Bearer ${access}` },
      { authorization: `Token ${access}` },
      { 'x-api-key': access },
    ]) {
      const payload = method === 'POST' ? { query: '{ viewer { authMode } }' } : undefined;
      expect((await test.app.inject({ method, url, headers, payload })).statusCode).toBe(401);
    }
  });

  it('expires', async () => {
    const { access } = await connectApp(test);
    await test.app.services.database.query(`UPDATE connected_app_tokens SET expires_at = now() WHERE kind = 'access'`);
    expect((await client.mcp(access, 'tools/list')).status).toBe(401);
  });

  it('without a scope gets a challenge that names the missing one, and changes nothing', async () => {
    const { access } = await connectApp(test, { scopes: ['READ'] });
    const add = { name: 'add_memory', arguments: { text: 'A fact.', infer: false } };
    const { status, headers } = await client.mcp(access, 'tools/call', add);
    expect([status, headers['www-authenticate']]).toEqual([
      403,
      `Bearer realm="memory-gateway", error="insufficient_scope", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="memory:read memory:write"`,
    ]);
    const list = await client.mcp(access, 'tools/call', { name: 'get_memories', arguments: {} });
    expect(list.text).toContain('\\"count\\":0');
  });

  it('cannot do more than the role of its user, also after the user lost the project', async () => {
    const { database } = test.app.services;
    const [eve] = await database.query<{ id: string }>(
      `INSERT INTO users (id, name, email, password_hash) VALUES (gen_random_uuid(), 'Eve', 'eve@example.com', '!') RETURNING id`,
    );
    const { projectId } = test.admin;
    await database.query(`INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, 'READER')`, [
      projectId,
      eve?.id,
    ]);
    const { access } = await connectApp(test, { session: await signIn(test, eve) });
    const add = { name: 'add_memory', arguments: { text: 'A fact.', infer: false } };
    expect((await client.mcp(access, 'tools/call', add)).text).toContain('FORBIDDEN');
    await database.query('DELETE FROM project_members WHERE user_id = $1', [eve?.id]);
    const list = await client.mcp(access, 'tools/call', { name: 'get_memories', arguments: {} });
    expect(list.status).toBe(404);
  });
});

describe('registration', () => {
  it('is limited by address and bounded in size', async () => {
    const one = oauthClient(test, '192.0.2.7');
    for (let count = 0; count < 10; count += 1) expect((await one.register()).status).toBe(201);
    const refused = await one.register();
    expect([refused.status, refused.body.error, refused.headers['retry-after']]).toEqual([
      429,
      'temporarily_unavailable',
      expect.stringMatching(/^\d+$/),
    ]);
    const many = Array.from({ length: 11 }, (_, index) => `http://127.0.0.1/${index}`);
    expect((await client.register({ redirect_uris: many })).body.error).toBe('invalid_redirect_uri');
    const long = Array.from({ length: 10 }, (_, index) => `https://agent.example/${'x'.repeat(900)}${index}`);
    expect((await client.register({ redirect_uris: long })).body.error).toBe('invalid_client_metadata');
  });

  it.each([
    ['a name with characters that turn the text around', { client_name: 'Evil\u202egnp.exe' }],
    ['a long name', { client_name: 'x'.repeat(101) }],
    ['no grant that this server has', { grant_types: ['client_credentials'] }],
  ])('refuses %s', async (_name, metadata) => {
    const { status, body } = await client.register(metadata);
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
  });
});
