import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const foreign = 'https://evil.example';
const fault = 'Requests from this website are not allowed. Add its origin to DASHBOARD_URL.';

describe('a server without authentication', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({
      auth: {
        disabled: true,
        jwtSecret: null,
        sealingSecret: null,
        adminApiKey: null,
        newUsersJoinDefaultProject: true,
        emailChangeAllowed: true,
        recheckMs: 30_000,
      },
    });
    await test.as(null).rest('POST', '/v1/memories/', {
      messages: [{ role: 'user', content: 'Kept through every attempt.' }],
      user_id: 'ada',
      infer: false,
    });
  });
  afterAll(() => test.close());

  const memories = async () =>
    (await test.as(null).rest<{ results: unknown[] }>('POST', '/v2/memories/', { filters: { user_id: 'ada' } })).body;

  it.each([
    ['a foreign Origin', { origin: foreign }],
    ['Origin: null', { origin: 'null' }],
    ['a similar Origin', { origin: 'http://localhost:3000.evil.example' }],
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses writes of every API with %s, before anything changes', async (_name, headers) => {
    const before = await memories();
    const json = { ...headers, 'content-type': 'application/json' };
    const writes = [
      { method: 'POST', url: '/reset', headers: { ...headers, 'content-type': 'text/plain' }, payload: '{}' },
      { method: 'POST', url: '/reset', headers },
      { method: 'DELETE', url: '/v1/memories/?user_id=ada', headers },
      { method: 'POST', url: '/graphql', headers: json, payload: { query: '{ __typename }' } },
      { method: 'PUT', url: '/dashboard/session', headers: json, payload: { refreshToken: 'x' } },
    ] as const;
    for (const write of writes) {
      const { statusCode, body } = await test.app.inject({ ...write });
      expect([write.url, statusCode, body]).toEqual([write.url, 403, expect.stringContaining(fault)]);
    }
    expect(await memories()).toEqual(before);
  });

  it('takes writes of its own pages, of the configured origins, and of programs', async () => {
    for (const headers of [{ origin: 'http://localhost:8888' }, { origin: 'http://localhost:3000' }, {}]) {
      const { statusCode } = await test.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { host: 'localhost:8888', ...headers, 'content-type': 'application/json' },
        payload: { query: '{ __typename }' },
      });
      expect([headers, statusCode]).toEqual([headers, 200]);
    }
  });

  it('answers only to names of its own, so that a rebound name reaches nothing', async () => {
    const status = async (host: string) => (await test.app.inject({ url: '/v1/ping/', headers: { host } })).statusCode;
    for (const host of ['localhost', 'localhost:8888', '127.0.0.1:8888', '[::1]:8888', 'api.localhost', '192.168.1.7'])
      expect([host, await status(host)]).toEqual([host, 200]);
    for (const host of ['evil.example', 'localhost.evil.example:8888', 'evil.example@localhost'])
      expect([host, await status(host)]).toEqual([host, 403]);
  });
});

describe('a server that accepts every host name', () => {
  it('refuses a Host header that is none in every API, before the credential is read', async () => {
    const test = await startTestApp({ http: { ...loadConfig({}).http, isLoopbackOnly: false } });
    const status = async (url: string, host: string) => (await test.app.inject({ url, headers: { host } })).statusCode;
    for (const url of ['/v1/ping/', '/memories', '/graphql?query={__typename}', '/mcp', '/health']) {
      for (const host of ['[', 'a b', 'memory.example:99999', 'ada@memory.example', 'memory.example/v1'])
        expect([url, host, await status(url, host)]).toEqual([url, host, 400]);
      for (const host of ['memory.example', 'memory.example:8000', '[::1]:8000', 'gedächtnis.example', ''])
        expect(await status(url, host)).not.toBe(400);
    }
    await test.close();
  });
});

describe('a server behind a proxy that sends another host', () => {
  it('takes writes of its pages at PUBLIC_URL, and of no other website', async () => {
    const http = { ...loadConfig({}).http, isLoopbackOnly: false, publicUrl: 'https://memory.example.com' };
    const test = await startTestApp({ http });
    const status = async (origin: string) => {
      const headers = { origin, host: 'memory.internal:8000', 'content-type': 'application/json' };
      const request = { method: 'POST', url: '/graphql', headers, payload: { query: '{ __typename }' } } as const;
      return (await test.app.inject(request)).statusCode;
    };
    expect(await status('https://memory.example.com')).toBe(200);
    for (const origin of [foreign, 'http://memory.example.com', 'https://memory.example.com:8443'])
      expect([origin, await status(origin)]).toEqual([origin, 403]);
    await test.close();
  });
});

describe('a server with authentication', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  it('refuses a body that is not JSON in UTF-8', async () => {
    const send = async (type: string, payload: string) => {
      const headers = { 'content-type': type, authorization: `Token ${test.admin.apiKey}` };
      return (await test.app.inject({ method: 'POST', url: '/v1/memories/', headers, payload })).statusCode;
    };
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }], user_id: 'ada', infer: false });
    expect(await send('application/json; charset=utf-8', body)).toBe(200);
    expect(await send('application/json; charset="UTF-8"', body)).toBe(200);
    expect(await send('application/json; charset=utf-7', body)).toBe(415);
    expect(await send('text/plain', body)).toBe(415);
    expect(await send('application/json', `\uFEFF${body}`)).toBe(400);
  });

  it('says how to send a body that it cannot read, in every API', async () => {
    const json = 'Send the body as JSON, with the header `Content-Type: application/json`.';
    const refusals = [
      [{}, json],
      [{ 'content-type': 'text/plain' }, json],
      [{ 'content-type': 'application/x-www-form-urlencoded' }, json],
      [{ 'content-type': 'application/json; charset=latin1' }, 'Send the body in UTF-8.'],
      [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'Send the body without Content-Encoding.'],
    ] as const;
    for (const url of ['/v3/memories/', '/search', '/graphql', '/mcp', '/dashboard/session'])
      for (const [type, text] of refusals) {
        const headers = { ...type, authorization: `Bearer ${test.admin.apiKey}` };
        const method = url === '/dashboard/session' ? 'PUT' : 'POST';
        const { statusCode, body } = await test.app.inject({ method, url, headers, payload: Buffer.from('a=1') });
        expect([url, type, statusCode, body]).toEqual([url, type, 415, expect.stringContaining(text)]);
      }
  });

  it('keeps no refresh token that it did not issue', async () => {
    const headers = { 'content-type': 'application/json' };
    const put = (refreshToken: string) =>
      test.app.inject({ method: 'PUT', url: '/dashboard/session', headers, payload: { refreshToken } });
    const refused = await put('any text');
    expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([401, undefined]);
  });

  it('passes over slashes in front of a path, and takes an empty segment inside it for no other path', async () => {
    const headers = { authorization: `Token ${test.admin.apiKey}` };
    const status = async (url: string) => (await test.app.inject({ url, headers })).statusCode;
    for (const url of ['/v1/ping/', '//v1/ping/', '///v1/ping']) expect([url, await status(url)]).toEqual([url, 200]);
    for (const url of ['//v1//ping//', '/v1///ping']) expect([url, await status(url)]).toEqual([url, 404]);
  });
});
