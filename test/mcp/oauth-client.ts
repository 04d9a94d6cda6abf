import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { startSession } from '../helpers/session.js';
import type { TestApp } from '../helpers/app.js';

/** The redirect URI of the test client. Nothing listens there: the tests read the code from the URL. */
export const redirectUri = 'http://127.0.0.1:7777/callback';
export const origin = 'http://localhost';
export const resource = `${origin}/mcp`;

/** A PKCE verifier and its challenge. */
export function createPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The response of a route, with its JSON body. */
export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Data of the documents in these tests. The types are not checked. */
interface Data {
  readonly approveAuthorization: Approved;
  readonly denyAuthorization: { readonly redirectUrl: string };
  readonly authorizationRequest: object;
  readonly connectedApps: { readonly totalCount: number; readonly nodes: readonly [{ readonly id: string }] };
  readonly revokeConnectedApp: { readonly connectedApp: object };
  readonly requestLogs: { readonly nodes: readonly object[] };
  readonly auditLogs: { readonly nodes: readonly object[] };
}

/** The response to a GraphQL document. */
export interface GraphqlReply {
  readonly data: Data;
  readonly errors: readonly { readonly extensions: { readonly code: string } }[];
}

type Fields = Readonly<Record<string, string>>;

/** An MCP client and its user's browser, as requests to one test application. */
export function oauthClient(test: TestApp, address?: string) {
  // A separate address per client, because registrations are limited by address.
  const remoteAddress = address ?? `10.${randomBytes(3).join('.')}`;
  const send = async (request: object): Promise<Reply> => {
    const { statusCode, headers, body } = await test.app.inject({ remoteAddress, ...request } as never);
    const isJson = String(headers['content-type']).startsWith('application/json');
    return { status: statusCode, headers, text: body, body: isJson ? (JSON.parse(body) as Reply['body']) : {} };
  };
  const post = (url: string, form: Fields) =>
    send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
  const client = {
    get: (url: string) => send({ method: 'GET', url }),
    post,
    register: (metadata: object = {}) =>
      send({
        method: 'POST',
        url: '/oauth/register',
        payload: { client_name: 'Test agent', redirect_uris: [redirectUri], ...metadata },
      }),
    authorize: (parameters: Fields) =>
      send({ method: 'GET', url: `/oauth/authorize?${new URLSearchParams(parameters)}` }),
    /** Runs a GraphQL document with the session of a user. */
    async graphql(session: string | null, query: string, variables: object = {}): Promise<GraphqlReply> {
      const headers = session === null ? {} : { authorization: `Bearer ${session}` };
      const { body } = await send({ method: 'POST', url: '/graphql', headers, payload: { query, variables } });
      return body as unknown as GraphqlReply;
    },
    /** Sends one JSON-RPC message to the MCP endpoint. */
    mcp: (token: string | null, method: string, params: object = {}) =>
      send({
        method: 'POST',
        url: '/mcp',
        headers: {
          accept: 'application/json, text/event-stream',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        payload: { jsonrpc: '2.0', id: 1, method, params },
      }),
    approve: (session: string | null, request: string, input: object) =>
      client.graphql(session, approveDocument, { input: { request, ...input } }),
    token: (form: Fields) => post('/oauth/token', form),
  };
  return client;
}

export const approveDocument = `mutation ($input: ApproveAuthorizationInput!) {
  approveAuthorization(input: $input) {
    __typename
    ... on ApproveAuthorizationPayload { redirectUrl connectedApp { id clientName scopes projectId } }
    ... on Error { message code }
  }
}`;

/** Returns an access token of a new session, by default of the first admin. */
export async function signIn(test: TestApp, user?: { id: string }): Promise<string> {
  const found = user ?? (await test.app.services.stores.users.oldestAdmin());
  if (!found) throw new Error('There is no admin.');
  return startSession(test.app.services, found.id);
}

interface Approved {
  readonly redirectUrl: string;
  readonly connectedApp: { readonly id: string };
}

/** A connection up to the consent. */
export interface Started {
  readonly id: string;
  readonly clientId: string;
  readonly code: string;
  readonly verifier: string;
  readonly redirect: URL;
}

/** Tokens of a connection. */
export interface Connected extends Started {
  readonly access: string;
  readonly refresh: string;
}

interface Options {
  readonly scopes?: readonly ('READ' | 'WRITE' | 'DELETE')[];
  readonly projectId?: string;
  readonly session?: string;
}

/** Registers a client and requests access. Returns the request that the consent page gets. */
export async function startRequest(test: TestApp): Promise<{ request: string; clientId: string; verifier: string }> {
  const client = oauthClient(test);
  const { body } = await client.register();
  const clientId = String(body.client_id);
  const { verifier, challenge } = createPkce();
  const started = await client.authorize({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource,
    state: 'st4te',
  });
  const request = new URL(String(started.headers.location), origin).searchParams.get('request') ?? '';
  return { request, clientId, verifier };
}

/** Continues to the approval. Returns the code. */
export async function startConnection(test: TestApp, options: Options = {}): Promise<Started> {
  const { request, clientId, verifier } = await startRequest(test);
  const { scopes = ['READ', 'WRITE', 'DELETE'], projectId = test.admin.projectId } = options;
  const { data } = await oauthClient(test).approve(options.session ?? (await signIn(test)), request, {
    projectId,
    scopes,
  });
  const { redirectUrl, connectedApp } = data.approveAuthorization;
  const redirect = new URL(redirectUrl);
  return { id: connectedApp.id, clientId, verifier, redirect, code: redirect.searchParams.get('code') ?? '' };
}

/** Continues to the tokens. */
export async function connectApp(test: TestApp, options: Options = {}): Promise<Connected> {
  const started = await startConnection(test, options);
  const { clientId, code, verifier } = started;
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: clientId };
  const { status, body } = await oauthClient(test).token({ ...form, redirect_uri: redirectUri, resource });
  expect(status).toBe(200);
  return { ...started, access: String(body.access_token), refresh: String(body.refresh_token) };
}
