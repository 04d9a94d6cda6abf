import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import {
  connectApp,
  createPkce,
  oauthClient,
  origin,
  redirectUri,
  resource,
  signIn,
  startConnection,
} from './oauth-client.js';

let test: TestApp;
let client: ReturnType<typeof oauthClient>;
beforeAll(async () => {
  test = await startTestApp();
  client = oauthClient(test);
});
afterAll(() => test.close());
beforeEach(() => test.reset());

const scope = 'memory:read memory:write memory:delete';
const addArguments = { text: 'Ada lives in Lisbon.', user_id: 'ada', infer: false };

describe('a client that knows only the URL of the server', () => {
  it('discovers the authorization server from the refusal of its first request', async () => {
    const refused = await client.mcp(null, 'tools/list');
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      `Bearer realm="memory-gateway", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="${scope}"`,
    ]);
    const described = await client.get('/.well-known/oauth-protected-resource/mcp');
    expect(described.body).toEqual({
      resource,
      authorization_servers: [origin],
      scopes_supported: scope.split(' '),
      bearer_methods_supported: ['header'],
      resource_name: 'memory-gateway',
    });
    const { body } = await client.get('/.well-known/oauth-authorization-server');
    expect(body).toEqual({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      scopes_supported: scope.split(' '),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it('registers, gets consent, stores its first memory, refreshes and disconnects', async () => {
    const registered = await client.register({ client_uri: 'https://agent.example.com' });
    expect([registered.status, registered.body]).toEqual([
      201,
      {
        client_id: expect.any(String),
        client_id_issued_at: expect.any(Number),
        client_name: 'Test agent',
        client_uri: 'https://agent.example.com',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope,
      },
    ]);
    const clientId = String(registered.body.client_id);
    const { verifier, challenge } = createPkce();
    const started = await client.authorize({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      scope: 'memory:read memory:write',
      state: 'a state with spaces & signs',
      resource,
    });
    const consent = new URL(String(started.headers.location), origin);
    expect([started.status, consent.origin, consent.pathname]).toEqual([302, origin, '/authorize']);
    const request = consent.searchParams.get('request') ?? '';

    const session = await signIn(test);
    const shown = await client.graphql(
      session,
      '{ authorizationRequest(request: ' +
        JSON.stringify(request) +
        ') { clientId clientName clientUri isVerified redirectUri scopes } }',
    );
    expect(shown.data.authorizationRequest).toEqual({
      clientId,
      clientName: 'Test agent',
      clientUri: 'https://agent.example.com',
      isVerified: false,
      redirectUri,
      scopes: ['READ', 'WRITE'],
    });
    const { projectId } = test.admin;
    const approved = await client.approve(session, request, { projectId, scopes: ['READ', 'WRITE'] });
    const { redirectUrl, connectedApp } = approved.data.approveAuthorization;
    expect(connectedApp).toEqual({
      id: expect.any(String),
      clientName: 'Test agent',
      scopes: ['READ', 'WRITE'],
      projectId,
    });
    const back = new URL(redirectUrl);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^m0ac_/),
      state: 'a state with spaces & signs',
      iss: origin,
    });

    const exchanged = await client.token({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      code_verifier: verifier,
      client_id: clientId,
      redirect_uri: redirectUri,
      resource,
    });
    const tokens = {
      access_token: expect.stringMatching(/^m0at_[\w-]{50}$/),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^m0rt_/),
      scope: 'memory:read memory:write',
    };
    expect([exchanged.status, exchanged.headers['cache-control'], exchanged.body]).toEqual([200, 'no-store', tokens]);

    const added = await client.mcp(String(exchanged.body.access_token), 'tools/call', {
      name: 'add_memory',
      arguments: addArguments,
    });
    expect([added.status, added.text]).toEqual([200, expect.stringContaining('Ada lives in Lisbon.')]);

    const refreshed = await client.token({
      grant_type: 'refresh_token',
      refresh_token: String(exchanged.body.refresh_token),
      client_id: clientId,
    });
    expect([refreshed.status, refreshed.body]).toEqual([200, tokens]);
    expect(refreshed.body.access_token).not.toBe(exchanged.body.access_token);
    const access = String(refreshed.body.access_token);
    expect((await client.mcp(access, 'tools/list')).status).toBe(200);

    const revoked = await client.post('/oauth/revoke', { token: access, client_id: clientId });
    expect([revoked.status, revoked.body]).toEqual([200, {}]);
    for (const token of [access, String(exchanged.body.access_token)])
      expect((await client.mcp(token, 'tools/list')).status).toBe(401);
  });

  it('receives a refusal', async () => {
    const registered = await client.register();
    const { challenge } = createPkce();
    const started = await client.authorize({
      response_type: 'code',
      client_id: String(registered.body.client_id),
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 's1',
    });
    const request = new URL(String(started.headers.location), origin).searchParams.get('request');
    const denied = await client.graphql(
      await signIn(test),
      `mutation ($input: DenyAuthorizationInput!) {
        denyAuthorization(input: $input) { ... on DenyAuthorizationPayload { redirectUrl } }
      }`,
      { input: { request } },
    );
    const url = new URL(denied.data.denyAuthorization.redirectUrl);
    expect(Object.fromEntries(url.searchParams)).toEqual({ error: 'access_denied', state: 's1', iss: origin });
  });
});

const appsDocument = `{ connectedApps { totalCount nodes {
  id clientName tokenPrefix projectId project { id } scopes lastUsedAt revokedAt
} } }`;
const revokeDocument = `mutation ($input: RevokeConnectedAppInput!) {
  revokeConnectedApp(input: $input) {
    ... on RevokeConnectedAppPayload { connectedApp { id revokedAt } }
    ... on Error { message code }
  }
}`;

describe('connected apps', () => {
  it('are listed to the user who connected them, and end when the user revokes them', async () => {
    const { access, refresh, clientId } = await connectApp(test, { scopes: ['READ'] });
    await client.mcp(access, 'tools/list');
    const session = await signIn(test);
    const listed = await client.graphql(session, appsDocument);
    const { projectId } = test.admin;
    expect(listed.data.connectedApps).toEqual({
      totalCount: 1,
      nodes: [
        {
          id: expect.any(String),
          clientName: 'Test agent',
          tokenPrefix: access.slice(0, 12),
          projectId,
          project: { id: projectId },
          scopes: ['READ'],
          lastUsedAt: expect.any(String),
          revokedAt: null,
        },
      ],
    });
    const { id } = listed.data.connectedApps.nodes[0];
    const revoked = await client.graphql(session, revokeDocument, { input: { id } });
    expect(revoked.data.revokeConnectedApp.connectedApp).toEqual({ id, revokedAt: expect.any(String) });
    expect((await client.mcp(access, 'tools/list')).status).toBe(401);
    const again = await client.token({ grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId });
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect((await client.graphql(session, appsDocument)).data.connectedApps.totalCount).toBe(0);
    const twice = await client.graphql(session, revokeDocument, { input: { id } });
    expect(twice.data.revokeConnectedApp).toMatchObject({ code: 'CONFLICT' });
  });

  it('of another user are hidden, and API keys cannot manage them', async () => {
    await connectApp(test);
    const { data } = await client.graphql(await signIn(test), appsDocument);
    const { id } = data.connectedApps.nodes[0];
    const [eve] = await test.app.services.database.query<{ id: string }>(
      `INSERT INTO users (id, name, email, password_hash) VALUES (gen_random_uuid(), 'Eve', 'eve@example.com', '!') RETURNING id`,
    );
    const session = await signIn(test, eve);
    expect((await client.graphql(session, appsDocument)).data.connectedApps.totalCount).toBe(0);
    const refused = await client.graphql(session, revokeDocument, { input: { id } });
    expect(refused.data.revokeConnectedApp).toMatchObject({ code: 'NOT_FOUND' });
    const byKey = await client.graphql(test.admin.apiKey, appsDocument);
    expect(byKey.errors[0]?.extensions.code).toBe('FORBIDDEN');
  });

  it('are in the request log under their token prefix, and in the audit log', async () => {
    const { access } = await connectApp(test, { scopes: ['READ', 'WRITE'] });
    await client.mcp(access, 'tools/call', { name: 'add_memory', arguments: addArguments });
    await test.app.services.requestLogs.flush();
    const { data } = await client.graphql(
      await signIn(test),
      `{ requestLogs { nodes { operation authMode keyPrefix statusCode } }
         auditLogs { nodes { action actorType keyPrefix changes } } }`,
    );
    expect(data.requestLogs.nodes).toContainEqual({
      operation: 'mcp add_memory',
      authMode: 'OAUTH',
      keyPrefix: access.slice(0, 12),
      statusCode: 200,
    });
    const changes = {
      clientName: [null, 'Test agent'],
      keyPrefix: [null, access.slice(0, 12)],
      scopes: [null, 'memory:read memory:write'],
      userId: [null, expect.any(String)],
    };
    expect(data.auditLogs.nodes).toContainEqual({
      action: 'connected_app.create',
      actorType: 'USER',
      keyPrefix: null,
      changes,
    });
    expect(data.auditLogs.nodes).toContainEqual(
      expect.objectContaining({ actorType: 'CONNECTED_APP', keyPrefix: access.slice(0, 12) }),
    );
    expect(JSON.stringify(data)).not.toContain(access);
  });

  it('that never exchange their code are not listed once the code has expired', async () => {
    await startConnection(test);
    await test.app.services.database.query(`UPDATE connected_apps SET expires_at = now() - interval '1 second'`);
    expect((await client.graphql(await signIn(test), appsDocument)).data.connectedApps.nodes).toEqual([]);
  });
});
