import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { openSocket, type Message, type RawSocket } from './raw-socket.js';

let app: RunningApp;
const opened: RawSocket[] = [];
beforeAll(async () => {
  app = await startRunningApp();
});
afterEach(async () => {
  for (const { socket, closed } of opened.splice(0)) {
    socket.terminate();
    await closed;
  }
});
afterAll(() => app.close());

async function open(...[options]: [Parameters<typeof openSocket>[1]?]): Promise<RawSocket> {
  const client = await openSocket(app.url, options);
  opened.push(client);
  return client;
}

async function signedIn(): Promise<RawSocket> {
  const client = await open();
  expect(await client.begin({ apiKey: app.admin.apiKey })).toEqual({ type: 'connection_ack' });
  return client;
}

const subscribe = (id: string, query: string, rest: Record<string, unknown> = {}): Message => ({
  id,
  type: 'subscribe',
  payload: { query, ...rest },
});
const watch = 'subscription { requestLogs { __typename } }';
const codesOf = ({ payload }: Message) =>
  (payload as { extensions: { code: string } }[]).map(({ extensions }) => extensions.code);
const subscribers = () => app.app.services.requestLogs.stats().subscribers;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a WebSocket', () => {
  it('answers queries and mutations, and says that it is done', async () => {
    const client = await signedIn();
    client.say(subscribe('1', '{ viewer { authMode } }'));
    expect([await client.next(), await client.next()]).toEqual([
      { id: '1', type: 'next', payload: { data: { viewer: { authMode: 'API_KEY' } } } },
      { id: '1', type: 'complete' },
    ]);
  });

  it('has one row in the request log for each operation, and for each refusal', async () => {
    const { requestLogs, database } = app.app.services;
    await requestLogs.flush();
    const rows = () =>
      database.query<{ id: number }>(
        "SELECT id, operation, status_code, auth_type, key_prefix, user_id, latency_ms > 0 AS is_timed, request_id FROM request_logs WHERE method = 'WS' AND path = '/graphql' ORDER BY id",
      );
    const last = (await rows()).at(-1)?.id ?? 0;
    const client = await signedIn();
    client.say(subscribe('1', 'query Who { viewer { authMode } }'));
    await client.next();
    client.say(subscribe('2', '{ wiever }'));
    while ((await client.next()).type !== 'error');
    const stranger = await open();
    stranger.say({ type: 'connection_init', payload: { apiKey: 'm0sk_wrong' } });
    await stranger.closed;
    await requestLogs.flush();
    const known = {
      authType: 'api_key',
      keyPrefix: app.admin.apiKey.slice(0, 12),
      userId: expect.any(String) as string,
      isTimed: true,
      requestId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    };
    expect((await rows()).filter(({ id }) => id > last)).toMatchObject([
      { ...known, operation: 'Who', statusCode: 200 },
      { ...known, operation: 'query wiever', statusCode: 400 },
      { operation: null, statusCode: 401, authType: 'api_key', userId: null },
    ]);
  });

  it('answers pings of the protocol', async () => {
    const client = await signedIn();
    client.say({ type: 'ping', payload: { n: 1 } });
    expect(await client.next()).toEqual({ type: 'pong', payload: { n: 1 } });
  });

  it.each<[string, number, (client: RawSocket) => void]>([
    ['no JSON', 4400, (client) => client.say('{')],
    ['a message of no type', 4400, (client) => client.say('{"type":"hello"}')],
    ['a binary message', 4400, (client) => client.say(Buffer.from('{"type":"connection_init"}'))],
    ['a subscription before it was let in', 4401, (client) => client.say(subscribe('1', watch))],
    ['a second beginning', 4429, (client) => [1, 2].forEach(() => client.say({ type: 'connection_init' }))],
    ['a wrong key', 4403, (client) => client.say({ type: 'connection_init', payload: { apiKey: 'm0sk_wrong' } })],
    ['a wrong token', 4403, (client) => client.say({ type: 'connection_init', payload: { token: 'x.y.z' } })],
    ['ten megabytes', 1009, (client) => client.say('x'.repeat(10_000_000))],
  ])('is closed after %s, with %i', async (_what, code, misbehave) => {
    const client = await open();
    misbehave(client);
    expect((await client.closed).code).toBe(code);
  });

  it('is closed with the reason after an operation that is nested too deep, which is no fault of the server', async () => {
    const client = await signedIn();
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    client.say(`{"id":"1","type":"subscribe","payload":{"query":"{ __typename }","extensions":{"a":${deep}}}}`);
    expect(await client.closed).toEqual({ code: 4400, reason: 'Messages may be nested 1000 deep at most' });
  });

  it('is closed after a second operation of the same name', async () => {
    const client = await signedIn();
    client.say(subscribe('1', watch));
    client.say(subscribe('1', watch));
    expect((await client.closed).code).toBe(4409);
    await until(() => subscribers() === 0);
  });

  it('speaks no other protocol', async () => {
    const client = await open({ protocol: null });
    expect((await client.closed).code).toBe(4406);
  });

  it('is closed if its client does not authenticate within ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const client = await open();
      await vi.advanceTimersByTimeAsync(9_999);
      expect(client.socket.readyState).toBe(WebSocket.OPEN);
      await vi.advanceTimersByTimeAsync(1);
      expect((await client.closed).code).toBe(4408);
    } finally {
      vi.useRealTimers();
    }
  });

  it('carries 200 operations and refuses the next with a code, until one has ended', async () => {
    const client = await signedIn();
    for (let number = 1; number <= 201; number += 1) client.say(subscribe(String(number), watch));
    let refusal = await client.next();
    // The first subscriptions may have received events of the next ones.
    while (refusal.type === 'next') refusal = await client.next();
    expect([refusal.id, refusal.type]).toEqual(['201', 'error']);
    expect(codesOf(refusal)).toEqual(['CONFLICT']);
    await until(() => subscribers() === 200);
    client.say({ type: 'complete', id: '1' });
    await until(() => subscribers() === 199);
    client.say(subscribe('201', watch));
    await until(() => subscribers() === 200);
    client.socket.close();
    await until(() => subscribers() === 0);
  });

  it.each([
    ['a fault of syntax', '{ viewer {', 'BAD_USER_INPUT'],
    ['a field that is not there', '{ wiever }', 'BAD_USER_INPUT'],
    ['two operations and no name', 'query A { viewer { authMode } } query B { viewer { authMode } }', 'BAD_USER_INPUT'],
    [
      'a query that is too deep',
      `{ viewer { project { ${'organization { projects(first: 1) { edges { node { '.repeat(4)} id ${'} } } }'.repeat(4)} } } }`,
      'QUERY_TOO_COMPLEX',
    ],
    [
      'too many aliases',
      `{ ${Array.from({ length: 31 }, (_, index) => `a${index}: viewer { authMode }`).join(' ')} }`,
      'QUERY_TOO_COMPLEX',
    ],
    ['too many tokens', `{ viewer { ${'mode '.repeat(2_100)} } }`, 'QUERY_TOO_COMPLEX'],
  ])('answers %s with a code, and goes on', async (_what, query, code) => {
    const client = await signedIn();
    client.say(subscribe('1', query));
    const refusal = await client.next();
    expect(refusal.type).toBe('error');
    expect(new Set(codesOf(refusal))).toEqual(new Set([code]));
    expect(JSON.stringify(refusal.payload)).not.toContain('"http"');
    client.say(subscribe('2', '{ viewer { authMode } }'));
    expect((await client.next()).type).toBe('next');
  });

  it.each([
    [
      'that costs too much, before it begins',
      'subscription { memoryChanges { ... on MemoryChanged { memory { project { organization { projects(first: 100) { edges { node { memories(first: 100) { edges { node { id } } } } } } } } } } } }',
      'QUERY_TOO_COMPLEX',
    ],
    ['with a cursor that is none', 'subscription { requestLogs(after: "nonsense") { __typename } }', 'BAD_USER_INPUT'],
  ])('refuses a subscription %s', async (_what, query, code) => {
    const client = await signedIn();
    client.say(subscribe('1', query));
    const answer = await client.next();
    const { errors } = answer.payload as { errors?: { extensions: { code: string } }[] };
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual([code]);
    expect(subscribers()).toBe(0);
  });

  it.each([
    ['a fault of the syntax', '{ viewer'],
    ['an unknown field', '{ viewer { shoeSize } }'],
    ['something that does not exist', '{ memory(id: "00000000-0000-7000-8000-000000000000") { id } }'],
    ['a wrong argument of a subscription', 'subscription { requestLogs(after: "nonsense") { __typename } }'],
  ])('names the request in the error for %s', async (_what, query) => {
    const client = await signedIn();
    client.say(subscribe('1', query));
    const { payload } = await client.next();
    const errors = Array.isArray(payload) ? (payload as unknown[]) : (payload as { errors?: unknown[] }).errors;
    expect(errors).toEqual([
      expect.objectContaining({
        extensions: expect.objectContaining({ requestId: expect.stringMatching(/^[0-9a-f]{16}$/) as string }) as object,
      }),
    ]);
    expect(errors).toEqual([
      expect.not.objectContaining({
        extensions: expect.objectContaining({ http: expect.anything() as object }) as object,
      }),
    ]);
  });

  it('masks a defect, with the id of the request', async () => {
    const { apiKeys } = app.app.services.stores;
    const list = Reflect.get(apiKeys, 'list') as unknown;
    Reflect.set(apiKeys, 'list', () => Promise.reject(new Error('password hunter2')));
    try {
      const client = await signedIn();
      client.say(subscribe('1', '{ apiKeys { edges { cursor } } }'));
      const { payload } = await client.next();
      expect(JSON.stringify(payload)).not.toContain('hunter2');
      expect(payload).toMatchObject({
        errors: [{ extensions: { code: 'INTERNAL', requestId: expect.stringMatching(/^[0-9a-f]{16}$/) as string } }],
      });
    } finally {
      Reflect.set(apiKeys, 'list', list);
    }
  });

  it('is closed when its client keeps asking without reading', async () => {
    const client = await signedIn();
    const payload = { filler: 'x'.repeat(200_000) };
    client.socket.pause();
    for (let count = 0; count < 400 && client.socket.readyState === WebSocket.OPEN; count += 1) {
      client.say({ type: 'ping', payload });
      if (count % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    client.socket.resume();
    expect((await client.closed).code).toBe(1006);
  });
});

describe('the upgrade to a WebSocket', () => {
  /** Returns the status line of the response to an upgrade of any path. */
  async function upgrade(path: string, headers: Record<string, string> = {}): Promise<string> {
    const { hostname, port, host } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    const lines = Object.entries({
      host,
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      'sec-websocket-protocol': 'graphql-transport-ws',
      ...headers,
    });
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString().split('\r\n', 1)[0] ?? '';
  }

  it('happens on one path alone, and survives every other', async () => {
    for (const path of ['/graphql', '/graphql/', '//graphql', '/graphql?x=1'])
      expect(await upgrade(path)).toContain('101');
    for (const path of ['/', '//', '///', '/other', '//:0', 'http://[', '/%zz', '/graphqlx', '/graphql/x'])
      expect(await upgrade(path)).toMatch(/ 40[04] /);
    expect((await fetch(`${app.url}/health`)).status).toBe(200);
  });

  it('is refused to pages of other origins', async () => {
    const { host } = new URL(app.url);
    for (const origin of [`http://${host}`, 'http://localhost:3000'])
      expect(await upgrade('/graphql', { origin })).toContain('101');
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost:3000.evil.example',
      `http://evil.example/${host}`,
    ]) {
      expect(await upgrade('/graphql', { origin })).toContain('403');
    }
  });

  it('is open to as many sockets of one key as come', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, () => signedIn()));
    expect(clients.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true);
  });
});
