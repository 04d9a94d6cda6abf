import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Body {
  data?: unknown;
  errors?: { message: string; extensions: { code?: string } }[];
}

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly url?: string;
  readonly headers?: Record<string, string>;
  readonly payload?: string | Buffer;
}

async function send({ method = 'POST', url = '/graphql', headers = {}, payload }: Sent) {
  const answer = await app.app.inject({
    method,
    url,
    payload,
    headers: { 'x-api-key': app.admin.apiKey, 'content-type': 'application/json', ...headers },
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: () => JSON.parse(answer.body) as Body,
  };
}

const json = (body: unknown): Sent => ({ payload: JSON.stringify(body) });
const viewer = '{ viewer { authMode } }';

describe('a request to /graphql', () => {
  it.each<[string, Sent, number]>([
    ['that is no JSON', { payload: '{"query":' }, 400],
    ['without a body', {}, 400],
    ['without a query', json({ variables: {} }), 400],
    ['with an array of operations', json([{ query: viewer }, { query: viewer }]), 400],
    ['with a thousand operations in an array', json(Array(1000).fill({ query: viewer })), 400],
    ['with parameters that are none', json({ query: viewer, batch: true }), 400],
    ['with variables that are no object', json({ query: viewer, variables: [1] }), 400],
    ['with a query that is no text', json({ query: 1 }), 400],
    ['that is larger than two megabytes', json({ query: `{ viewer { authMode } } #${'x'.repeat(2_100_000)}` }), 413],
    ['as plain text', { headers: { 'content-type': 'text/plain' }, payload: JSON.stringify({ query: viewer }) }, 415],
    [
      'as a form',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'query=%7Bviewer%7BauthMode%7D%7D' },
      415,
    ],
    [
      'as an upload',
      { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: '--x\r\n\r\n--x--' },
      415,
    ],
    [
      'with variables in its URL that are no JSON',
      { method: 'GET', url: '/graphql?query=%7Bviewer%7BauthMode%7D%7D&variables=x' },
      400,
    ],
    [
      'with extensions in its URL that are no JSON',
      { method: 'GET', url: '/graphql?query=%7Bviewer%7BauthMode%7D%7D&extensions=%7B' },
      400,
    ],
    ['as XML', { headers: { 'content-type': 'application/xml' }, payload: '<query/>' }, 415],
    [
      'with two operations and no name',
      json({ query: 'query A { viewer { authMode } } query B { viewer { authMode } }' }),
      400,
    ],
    ['with the name of an operation that is not there', json({ query: viewer, operationName: 'Nobody' }), 400],
    ['with a fault of syntax', json({ query: '{ viewer {' }), 400],
    ['for a field that is not there', json({ query: '{ wiever }' }), 400],
  ])('%s is refused with a code', async (_what, sent, status) => {
    const answer = await send({ ...sent, headers: { accept: 'application/graphql-response+json', ...sent.headers } });
    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
    expect(answer.body().errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
  });

  it('by GET reads, and does not write', async () => {
    const read = await send({ method: 'GET', url: `/graphql?query=${encodeURIComponent(viewer)}` });
    expect(read.body().data).toEqual({ viewer: { authMode: 'API_KEY' } });
    const mutation = encodeURIComponent('mutation { createOrganization(input: { name: "x" }) { __typename } }');
    const write = await send({ method: 'GET', url: `/graphql?query=${mutation}` });
    expect(write.status).toBe(405);
    expect(write.headers['allow']).toBe('POST');
    expect(write.body().errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it.each(['{}', '[]', 'null', '5', '"{ viewer }"'])('%s is told what it lacks', async (payload) => {
    const { status, body } = await send({ payload });
    expect([status, body().errors?.map(({ message }) => message)]).toEqual([
      400,
      ['The body must be an object with a `query`.'],
    ]);
  });

  it('by another method is refused with those that work', async () => {
    for (const method of ['PUT', 'DELETE'] as const) {
      const { status, headers, body } = await send({ method });
      expect([status, headers['allow']]).toEqual([405, 'GET, POST, OPTIONS']);
      expect(body().errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    }
  });

  it('that asks for a stream of a query, or for no stream of a subscription, is refused', async () => {
    const subscription = json({ query: 'subscription { requestLogs { __typename } }' });
    const answer = await send({ ...subscription, headers: { accept: 'application/json' } });
    expect(answer.status).toBe(406);
  });

  it('reaches the endpoint with a slash at the end, and with two in front', async () => {
    for (const url of ['/graphql/', '//graphql'])
      expect((await send({ ...json({ query: viewer }), url })).body().data).toEqual({
        viewer: { authMode: 'API_KEY' },
      });
  });

  it('with a wrong credential is refused, also for a document that needs none', async () => {
    const answer = await send({
      ...json({ query: '{ setupStatus { needsSetup } }' }),
      headers: { 'x-api-key': 'm0sk_wrong' },
    });
    expect([answer.status, answer.body().errors?.[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('without a credential gets an error from each field that needs one', async () => {
    const { body } = await app.as(null).rest<Body>('POST', '/graphql', { query: viewer });
    expect(body.errors?.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED']);
  });
});

describe('a defect', () => {
  it('is masked, with the id of the request and a code, for a new and for a known document', async () => {
    const { apiKeys } = app.app.services.stores;
    const list = Reflect.get(apiKeys, 'list') as unknown;
    const secret = 'connection to 10.0.0.5 as postgres with password hunter2 failed';
    Reflect.set(apiKeys, 'list', () => Promise.reject(new Error(secret)));
    try {
      for (const query of [
        'query Short { apiKeys { edges { cursor } } }',
        'query Short { apiKeys { edges { cursor } } }',
      ]) {
        const answer = await send(json({ query }));
        expect(answer.text).not.toContain('hunter2');
        expect(answer.text).not.toContain('.ts:');
        expect(answer.body().errors).toMatchObject([
          { extensions: { code: 'INTERNAL', requestId: answer.headers['x-request-id'] } },
        ]);
      }
    } finally {
      Reflect.set(apiKeys, 'list', list);
    }
  });
});

describe('with introspection switched off', () => {
  let closed: TestApp;
  beforeAll(async () => {
    const { graphql } = loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c' });
    closed = await startTestApp({ graphql: { ...graphql, introspection: false } });
  });
  afterAll(() => closed.close());
  const ask = async (query: string) =>
    (await closed.as(closed.admin.apiKey).rest<Body>('POST', '/graphql', { query })).body.errors ?? [];

  it('the schema is not revealed', async () => {
    for (const query of ['{ __schema { types { name } } }', '{ __type(name: "Memory") { name } }']) {
      for (const { extensions } of await ask(query)) expect(extensions.code).toBe('BAD_USER_INPUT');
      expect(await ask(query)).not.toEqual([]);
    }
    expect(await ask('{ __typename }')).toEqual([]);
  });

  it('and no suggestion reveals it', async () => {
    const faults = [
      '{ projets { totalCount } }',
      '{ viewer { authMod } }',
      '{ projects(frist: 1) { totalCount } }',
      '{ requestLogs(filter: { metod: "x" }) { totalCount } }',
      '{ requestLogs(filter: { authModes: [API_KEE] }) { totalCount } }',
    ];
    for (const query of faults) {
      const errors = await ask(query);
      expect(errors.length).toBeGreaterThan(0);
      for (const { message } of errors) expect(message).not.toContain('Did you mean');
      const open = (await app.as(closed.admin.apiKey).rest<Body>('POST', '/graphql', { query })).body.errors ?? [];
      expect(open.map(({ message }) => message).join()).toContain('Did you mean');
    }
  });

  it('the editor is not served', async () => {
    const answer = await closed.app.inject({ url: '/graphql', headers: { accept: 'text/html' } });
    expect(String(answer.headers['content-type'])).toContain('json');
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  });
});

describe('the editor', () => {
  it('is one page that loads nothing from elsewhere, and is told not to', async () => {
    const page = await app.app.inject({ url: '/graphql', headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body.length).toBeLessThan(4_000);
    const loaded = [...page.body.matchAll(/<\w+\b[^>]*\b(?:src|href)="([^"]*)"/g)].map(([, address]) => address ?? '');
    expect(loaded.length).toBeGreaterThan(3);
    for (const address of loaded) {
      expect(address).toMatch(/^\/graphql\/assets\/[\w.-]+$/);
      const file = await app.app.inject({ url: address });
      expect([address, file.statusCode]).toEqual([address, 200]);
      // A file has up to some megabytes: a failed comparison must not print it.
      if (address.endsWith('.css')) expect(/(?:@import|url\()\s*["']?(?:https?:)?\/\//.test(file.body)).toBe(false);
    }
    const rules = String(page.headers['content-security-policy']);
    expect(rules).toContain("default-src 'none'");
    expect(rules).toContain("connect-src 'self'");
    expect(rules).not.toContain('http');
    expect(rules).not.toContain('*');
  });
});
