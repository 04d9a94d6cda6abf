import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeResponses, restOperations } from '../../rest-compat/openapi/index.js';
import { restApi } from '../../rest-compat/index.js';
import { RateLimitedError } from '../../src/errors.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const origin = 'http://localhost:3000';
const sent = [
  ...[
    'authorization',
    'content-type',
    'mem0-user-id',
    'x-mem0-client',
    'x-mem0-source',
    'x-application',
    'idempotency-key',
  ],
  ...['x-mem0-mode', 'x-mem0-client-language', 'x-mem0-client-version', 'x-mem0-caller-type'],
];

const operations = (await restOperations()).map((operation) => ({
  ...operation,
  name: `${operation.method.toUpperCase()} ${operation.path}`,
  url: operation.path.replaceAll(/\{\w+\}/g, 'x'),
}));

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('clients in a browser', () => {
  it.each(operations)('may send $name with every header that clients have', async ({ method, url }) => {
    const headers = {
      origin,
      'access-control-request-method': method.toUpperCase(),
      'access-control-request-headers': sent.join(','),
    };
    const answer = await test.app.inject({ method: 'OPTIONS', url, headers });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    const names = (header: string): string[] => String(answer.headers[header]).toLowerCase().split(/, */);
    expect(names('access-control-allow-methods')).toContain(method);
    expect(names('access-control-allow-headers')).toEqual(expect.arrayContaining(sent));
  });

  it('and programs may ask for OPTIONS, which `Allow` names', async () => {
    for (const url of ['/v1/memories/', '/memories', '/graphql', '/mcp'])
      expect([url, (await test.app.inject({ method: 'OPTIONS', url })).statusCode]).toEqual([url, 204]);
  });

  it.each([
    ['/v1/ping/', 200],
    ['/v1/memories/7/', 400],
    ['/v1/event/018f0000-0000-7000-8000-000000000000/', 404],
  ] as const)('read the answer of %s and its headers', async (url, status) => {
    const answer = await test.app.inject({ url, headers: { origin, authorization: `Token ${test.admin.apiKey}` } });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([status, origin]);
    for (const name of ['x-request-id', 'retry-after', 'idempotency-replayed', 'x-ratelimit-remaining'])
      expect(answer.headers['access-control-expose-headers']).toContain(name);
  });

  it('of other origins may not read anything', async () => {
    const answer = await test.app.inject({
      url: '/v1/ping/',
      headers: { origin: 'https://elsewhere.example', authorization: `Token ${test.admin.apiKey}` },
    });
    expect(['*', 'https://elsewhere.example']).not.toContain(answer.headers['access-control-allow-origin']);
  });
});

describe('a caller with too many calls', () => {
  let limited: FastifyInstance;
  beforeAll(async () => {
    limited = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
    limited.decorateRequest('noteError', () => undefined);
    await limited.register(restApi, {
      authenticate: () => Promise.reject(new RateLimitedError(7, 'Too many calls.')),
    });
    await limited.ready();
  });
  afterAll(() => limited.close());

  it.each(operations)(
    'is answered 429 by $name, with a time to come back and the body that is documented',
    async (operation) => {
      const answer = await limited.inject({ method: operation.method.toUpperCase() as 'GET', url: operation.url });
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '7']);
      expect(answer.body).toContain('Too many calls.');
      const body: unknown = JSON.parse(answer.body);
      expect(routeResponses(operation).get(429)?.safeParse(body).error).toBeUndefined();
      if (!operation.isSelfHosted) expect(body).toMatchObject({ detail: 'Too many calls.' });
    },
  );
});
