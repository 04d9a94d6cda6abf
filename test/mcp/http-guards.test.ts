import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { connectApp, oauthClient } from './oauth-client.js';

let test: TestApp;
let lines = '';
beforeAll(async () => {
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => (lines += chunk.toString()));
  test = await startTestApp({}, { log: pino({ level: 'trace' }, stream) });
});
afterAll(() => test.close());

const revision = '2026-07-28';

function send(payload: object, headers: Record<string, string> = {}) {
  return test.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${test.admin.apiKey}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      host: 'localhost',
      ...headers,
    },
    payload,
  });
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'test-agent', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const request = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: { _meta: meta } });

const list = request('tools/list');
const fits = { 'mcp-protocol-version': revision, 'mcp-method': 'tools/list' };

it('answers a request from this machine', async () => {
  expect((await send(list, fits)).statusCode).toBe(200);
});

it.each([
  ['Host', { host: 'evil.example' }],
  ['Origin', { origin: 'https://evil.example' }],
])('refuses a foreign %s', async (_name, headers) => {
  expect((await send(list, { ...fits, ...headers })).statusCode).toBe(403);
});

it.each([
  ['method', { 'mcp-method': 'tools/call' }],
  ['protocol version', { 'mcp-protocol-version': '2025-11-25' }],
])('refuses a request whose header names another %s than its body', async (_name, headers) => {
  const response = await send(list, { ...fits, ...headers });
  expect([response.statusCode, response.json()]).toEqual([
    400,
    { jsonrpc: '2.0', id: 1, error: expect.objectContaining({ code: -32020 }) },
  ]);
});

it('has 404 for an unknown method', async () => {
  const response = await send(request('tools/explode'), { ...fits, 'mcp-method': 'tools/explode' });
  expect([response.statusCode, response.json()]).toEqual([
    404,
    { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } },
  ]);
});

it('writes no token, code or verifier to the server log or the request log', async () => {
  const { access, refresh, code, verifier, clientId } = await connectApp(test);
  const client = oauthClient(test);
  expect((await client.mcp(access, 'tools/list')).status).toBe(200);
  expect((await client.mcp(`${access}x`, 'tools/list')).status).toBe(401);
  expect((await client.get(`/mcp?access_token=${access}`)).status).toBe(401);
  const renewed = await client.token({ grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId });
  expect(renewed.status).toBe(200);
  expect((await client.token({ grant_type: 'authorization_code', code, code_verifier: verifier })).status).toBe(400);
  await test.app.services.requestLogs.flush();
  const rows = await test.app.services.database.query<object>('SELECT * FROM request_logs');
  const written = `${lines}${JSON.stringify(rows)}`;
  expect(written).toContain('/oauth/token');
  const secrets = [access, refresh, code, verifier, String(renewed.body.access_token)];
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
});

it('answers HEAD with 405, as the other methods without a message', async () => {
  const headers = { authorization: `Bearer ${test.admin.apiKey}`, host: 'localhost' };
  const { statusCode, body, headers: sent } = await test.app.inject({ method: 'HEAD', url: '/mcp', headers });
  expect([statusCode, body, sent.allow]).toEqual([405, '', 'GET, POST, DELETE']);
});

it.each(['{', '{"jsonrpc": "2.0",}'])('answers the body %j, which is no JSON, with a parse error', async (payload) => {
  const sent = await test.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${test.admin.apiKey}`, host: 'localhost', 'content-type': 'application/json' },
    payload,
  });
  expect([sent.statusCode, sent.json()]).toEqual([
    400,
    { jsonrpc: '2.0', id: null, error: { code: -32_700, message: expect.any(String) as string } },
  ]);
});

it.each(['PUT', 'PATCH'] as const)('answers %s with 405 and the methods of the path', async (method) => {
  const headers = { authorization: `Bearer ${test.admin.apiKey}`, host: 'localhost' };
  const { statusCode, headers: sent } = await test.app.inject({ method, url: '/mcp', headers });
  expect([statusCode, sent.allow]).toEqual([405, 'GET, POST, DELETE']);
});
