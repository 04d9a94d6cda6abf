import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { flatClient, type FlatCall } from './flat-client.js';

let test: TestApp;
let call: FlatCall;
const origin = 'http://localhost:3000';

beforeAll(async () => {
  test = await startTestApp();
  call = flatClient(test.app, { 'x-api-key': test.admin.apiKey });
});
afterAll(() => test.close());

describe('1.2 error bodies', () => {
  it('404 for an unknown path and 405 for another method of a known one', async () => {
    expect(await call('GET /no-such-path')).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
    for (const route of ['GET /auth/login', 'PUT /search', 'POST /entities', 'PATCH /memories/x', 'DELETE /requests']) {
      const answer = await flatClient(test.app)(route);
      expect(answer).toMatchObject({ status: 405, body: { detail: 'Method Not Allowed' } });
      expect(answer.headers.allow).toBeDefined();
    }
  });

  it('422 for broken JSON and for a body that is no object', async () => {
    const broken = await test.app.inject({
      method: 'POST',
      url: '/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: '{"email":',
    });
    expect([broken.statusCode, (JSON.parse(broken.body) as { detail: { type: string }[] }).detail[0]?.type]).toEqual([
      422,
      'json_invalid',
    ]);
    expect(await call('POST /search', ['x'])).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'dict_type', loc: ['body'] }] },
    });
  });

  it.each([
    ['GET /memories?user_id=ada&page=', 'page'],
    ['GET /memories?user_id=ada&top_k=', 'top_k'],
    ['GET /requests?limit=', 'limit'],
  ])('422 says that a text of the query is no integer: %s', async (route, name) => {
    const msg = 'Input should be a valid integer, unable to parse string as an integer';
    for (const input of ['x', '1.5', '1e2'])
      expect(await call(`${route}${input}`)).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'int_parsing', loc: ['query', name], msg, input }] },
      });
  });

  it.each([
    ['int_from_float', 1.5, ', got a number with a fractional part'],
    ['int_parsing', 'x', ', unable to parse string as an integer'],
    ['int_parsing', '1.5', ', unable to parse string as an integer'],
    ['int_type', true, ''],
    ['int_type', [1], ''],
  ])('422 says that a value of the body is no integer: %s', async (type, input, rest) => {
    const detail = (name: string) => [
      { type, loc: ['body', name], msg: `Input should be a valid integer${rest}`, input },
    ];
    expect(await call('POST /search', { query: 'tea', filters: { user_id: 'ada' }, top_k: input })).toMatchObject({
      status: 422,
      body: { detail: detail('top_k') },
    });
    expect(await call('POST /invitations', { email: 'ada@example.com', expires_in_hours: input })).toMatchObject({
      status: 422,
      body: { detail: detail('expires_in_hours') },
    });
  });

  it('reads an integer from the digits of a string', async () => {
    const search = { query: 'tea', filters: { user_id: 'ada' }, top_k: '5' };
    expect(await call('POST /search', search)).toMatchObject({ status: 200, body: { results: [] } });
  });

  it('repeats no password in its errors', async () => {
    const { body } = await call('POST /auth/login', { email: 'x', password: { hunter2: true } });
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });

  it('serves each path with and without a slash at the end', async () => {
    expect((await call('GET /entities/')).status).toBe(200);
  });
});

describe('1.3 headers', () => {
  it('gives every answer an id of ours', async () => {
    const { headers } = await call('GET /entities', undefined, { 'x-request-id': 'mine' });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('6 calls of a dashboard from another origin', () => {
  const calls = [
    ...[
      'GET /auth/setup-status',
      'POST /auth/register',
      'POST /auth/login',
      'POST /auth/refresh',
      'POST /auth/change-password',
      'POST /auth/onboarding-complete',
    ],
    ...[
      'GET /auth/me',
      'PATCH /auth/me',
      'GET /api-keys',
      'POST /api-keys',
      'DELETE /api-keys/x',
      'GET /requests?limit=200',
      'GET /memories?top_k=1000',
    ],
    ...[
      'GET /memories?top_k=1000&user_id=ada',
      'POST /memories',
      'DELETE /memories/x',
      'GET /entities',
      'DELETE /entities/user/x',
    ],
  ];

  it.each(calls)('%s passes its preflight', async (route) => {
    const [method = '', url = ''] = route.split(' ');
    const headers = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,x-api-key',
    };
    const answer = await test.app.inject({ method: 'OPTIONS', url, headers });
    expect(answer.statusCode).toBeLessThan(300);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(String(answer.headers['access-control-allow-methods'])).toContain(method);
    for (const name of ['authorization', 'content-type', 'x-api-key'])
      expect(String(answer.headers['access-control-allow-headers'])).toContain(name);
  });

  it.each(calls)('%s exists and answers with the origin', async (route) => {
    const [method, url] = route.split(' ') as ['GET', string];
    const answer = await test.app.inject({ method, url, headers: { origin, 'x-api-key': test.admin.apiKey } });
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect((JSON.parse(answer.body) as { detail?: unknown }).detail).not.toBe('Not Found');
    expect(answer.statusCode).not.toBe(405);
    expect(answer.statusCode).toBeLessThan(500);
  });

  // As Chromium sends it: only names that are not safelisted, sorted, without blanks.
  it.each(['PATCH', 'DELETE'])('lets a browser send %s with credentials and read what it needs', async (method) => {
    const headers = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
      'sec-fetch-mode': 'cors',
      'sec-fetch-site': 'same-site',
    };
    const preflight = await test.app.inject({ method: 'OPTIONS', url: '/auth/me', headers });
    expect(preflight.headers).toMatchObject({
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '600',
    });
    expect(String(preflight.headers.vary)).toMatch(/origin/i);
    const answer = await test.app.inject({
      method: 'GET',
      url: '/auth/me',
      headers: { origin, 'x-api-key': test.admin.apiKey },
    });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
    });
    for (const name of ['x-request-id', 'retry-after'])
      expect(String(answer.headers['access-control-expose-headers'])).toContain(name);
  });

  it('lets a browser read refusals too', async () => {
    const answer = await test.app.inject({ method: 'GET', url: '/auth/me', headers: { origin } });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([401, origin]);
  });

  it.each(['null', 'https://evil.example', 'http://localhost:3000.evil.example'])(
    'refuses the origin %s',
    async (foreign) => {
      const answer = await test.app.inject({
        method: 'OPTIONS',
        url: '/auth/me',
        headers: { origin: foreign, 'access-control-request-method': 'PATCH' },
      });
      expect(answer.headers['access-control-allow-origin']).not.toBe(foreign);
      expect(answer.headers['access-control-allow-origin']).not.toBe('*');
    },
  );
});
