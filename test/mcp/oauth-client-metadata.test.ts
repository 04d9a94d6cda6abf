import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { createPkce, oauthClient, redirectUri } from './oauth-client.js';

let test: TestApp;
let base: string;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  respond(request, response);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  test = await startTestApp({ outboundAllow: ['loopback'] });
});
afterAll(async () => {
  await test.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  requests = 0;
  await test.reset();
});

let count = 0;
/** Returns an unused client id, because documents are cached. */
const newId = () => `${base}/client-${(count += 1)}.json`;

const { challenge } = createPkce();
const authorize = (clientId: string, app: TestApp = test) =>
  oauthClient(app).authorize({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });

const documentOf = (id: string, changes: object = {}) => ({
  client_id: id,
  client_name: 'Documented agent',
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: 'none',
  ...changes,
});

const sendJson = (value: unknown, status = 200) => {
  respond = (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

describe('a client ID metadata document', () => {
  it('names the client, and is read once', async () => {
    const id = newId();
    sendJson(documentOf(id));
    for (let time = 0; time < 2; time += 1) {
      const { status, headers } = await authorize(id);
      expect([status, headers.location]).toEqual([302, expect.stringMatching(/^\/authorize\?request=/)]);
    }
    expect(requests).toBe(1);
  });

  it.each([
    ['names another client', { client_id: 'https://other.example/client.json' }],
    ['demands a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['has no redirect URI', { redirect_uris: [] }],
    ['lists a dangerous redirect URI', { redirect_uris: ['javascript:alert(1)'] }],
  ])('that %s is refused', async (_name, changes) => {
    const id = newId();
    sendJson(documentOf(id, changes));
    const { status, headers } = await authorize(id);
    expect([status, headers.location]).toEqual([400, undefined]);
  });

  it.each([
    ['responds with an error', () => sendJson({}, 404)],
    ['redirects', () => void (respond = (_, response) => void response.writeHead(302, { location: '/other' }).end())],
    ['is no JSON', () => void (respond = (_, response) => void response.end('<html>'))],
    ['is too large', () => sendJson({ padding: 'x'.repeat(20_000) })],
  ])('that %s is refused', async (_name, prepare) => {
    prepare();
    const { status, text } = await authorize(newId());
    expect([status, text]).toEqual([400, expect.stringMatching(/metadata document of the client (could|responds)/)]);
  });

  it('is not read from an address inside the network of the server (SSRF)', async () => {
    const guarded = await startTestApp();
    try {
      for (const id of [
        newId(),
        'https://169.254.169.254/latest',
        'https://localhost/client',
        'https://[::1]/client',
      ]) {
        const { status, text } = await authorize(id, guarded);
        expect([status, text]).toEqual([400, expect.stringContaining('could not be read')]);
      }
      expect(requests).toBe(0);
    } finally {
      await guarded.close();
    }
  });

  it.each([
    'http://agent.example/client.json',
    'https://agent.example/',
    'https://agent.example/client.json#fragment',
    'https://user@agent.example/client.json',
    'https://agent.example/a/../client.json',
    'https://agent.example/client.json?x=1',
  ])('is not looked for at %s', async (id) => {
    const { status, text } = await authorize(id);
    expect([status, text]).toEqual([400, expect.stringContaining('must be the exact https URL')]);
  });

  it('is looked for a limited number of times for each address', async () => {
    respond = (_request, response) => void response.writeHead(404).end();
    const one = oauthClient(test, '192.0.2.9');
    let last = 0;
    for (let attempt = 0; attempt <= 60; attempt += 1)
      last = (await one.authorize({ client_id: newId(), response_type: 'code' })).status;
    expect([last, requests]).toEqual([429, 60]);
  });
});
