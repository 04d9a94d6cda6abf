import { once } from 'node:events';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { openSocket, type Message, type RawSocket } from '../http/raw-socket.js';

let app: RunningApp;
beforeAll(async () => {
  const environment = {
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    API_PORT: '0',
    DASHBOARD_PORT: '0',
    LOG_LEVEL: 'silent',
    EMBEDDER: 'none',
    MAX_SOCKETS_PER_ADDRESS: '3',
    MAX_SOCKETS_PER_KEY: '2',
  };
  app = await startRunningApp(loadConfig(environment));
});
afterAll(() => app.close());

const subscribe = (id: number): Message => ({
  id: String(id),
  type: 'subscribe',
  payload: { query: 'subscription { requestLogs { __typename } }' },
});
const subscribers = () => app.app.services.requestLogs.stats().subscribers;
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
const end = async ({ socket, closed }: RawSocket) => {
  socket.terminate();
  await closed;
};

describe('a flood of messages on one WebSocket', () => {
  it.each([
    ['an API key', () => ({ apiKey: app.admin.apiKey })],
    ['no credential', () => undefined],
  ])('closes the socket, with %s, while /health answers', async (_who, payload) => {
    const client = await openSocket(app.url);
    expect(await client.begin(payload())).toEqual({ type: 'connection_ack' });
    for (let id = 1; id <= 5_000; id += 1) client.say(subscribe(id));
    const started = performance.now();
    const health = fetch(`${app.url}/health`).then(({ status }) => ({ status, ms: performance.now() - started }));
    expect(await client.closed).toEqual({ code: 1013, reason: 'Too many messages' });
    const { status, ms } = await health;
    expect(status).toBe(200);
    // Only reported: a slow machine must not fail the test.
    process.stdout.write(`/health during 5,000 subscribe messages: ${ms.toFixed(0)} ms\n`);
    // A socket may have 200 operations and a burst of 500 messages.
    const refused = client.received.filter(({ type }) => type === 'error').length;
    expect(refused).toBeLessThanOrEqual(500);
    await until(() => subscribers() === 0);
  });
});

describe('open WebSockets', () => {
  it('are limited for each API key, until one is closed', async () => {
    const open = async () => {
      const client = await openSocket(app.url);
      client.say({ type: 'connection_init', payload: { apiKey: app.admin.apiKey } });
      return client;
    };
    const [first, second] = [await open(), await open()];
    expect([await first.next(), await second.next()]).toEqual([{ type: 'connection_ack' }, { type: 'connection_ack' }]);
    const third = await open();
    expect(await third.closed).toEqual({ code: 1013, reason: 'Too many connections' });
    await end(first);
    const fourth = await open();
    expect(await fourth.next()).toEqual({ type: 'connection_ack' });
    await end(second);
    await end(fourth);
  });

  it('are limited for each address before the upgrade, until one is closed', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => openSocket(app.url)));
    const refused = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const [, response] = (await once(refused, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(429);
    for (const client of clients) await end(client);
    const again = await openSocket(app.url);
    await end(again);
  });
});
