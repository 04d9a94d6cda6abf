import { createClient, type Client } from 'graphql-ws';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import type { BusMessages, BusTopic } from '../../src/events/types.js';
import { testDatabase } from '../setup/database.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { flatClient, type FlatCall } from './flat-client.js';

// The embedded database belongs to one process, so the other "process" is the same one.
const isShared = inject('databases').kind === 'postgres';

let here: TestApp;
let there: App;
let second: App | null = null;
let port: number;
let call: FlatCall;

beforeAll(async () => {
  // Open sockets are checked once an hour; only messages of the other process end them earlier.
  const { auth } = loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c' });
  here = await startTestApp({ auth: { ...auth, recheckMs: 3_600_000 } });
  if (isShared)
    second = await createApp(here.app.services.config, { database: await testDatabase(), log: here.app.services.log });
  const app = second ?? here.app;
  await app.listen();
  port = (app.http.server.address() as AddressInfo).port;
  there = app;
  call = flatClient(here.app, { 'x-api-key': here.admin.apiKey });
});
afterAll(async () => {
  await second?.close();
  await here.close();
});

/**
 * Resolves when the other process receives a matching message. The message is sent on commit and the next request
 * follows immediately, so an expired cache cannot make the test pass.
 */
function heard<Topic extends BusTopic>(
  topic: Topic,
  fits: (message: BusMessages[Topic]) => boolean | Promise<boolean>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = there.services.bus.subscribe(topic, (message) => {
      Promise.resolve(fits(message)).then((isIt) => {
        if (!isIt) return;
        end();
        resolve();
      }, reject);
    });
  });
}

async function newKey(): Promise<{ id: string; key: string }> {
  return (await call<{ id: string; key: string }>('POST /api-keys', { label: 'short' })).body;
}

/** Subscribes to the live log. Resolves with the code with which the socket is closed. */
function watch(apiKey: string): { client: Client; connected: Promise<void>; closed: Promise<number> } {
  let connected = (): void => undefined;
  let closed = (_code: number): void => undefined;
  const promises = {
    connected: new Promise<void>((resolve) => (connected = resolve)),
    closed: new Promise<number>((resolve) => (closed = resolve)),
  };
  const client = createClient({
    url: `ws://127.0.0.1:${port}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { apiKey },
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => undefined,
    on: { closed: (event) => closed((event as { code: number }).code) },
  });
  client.subscribe(
    { query: 'subscription { requestLogs { __typename } }' },
    { next: () => connected(), error: () => undefined, complete: () => undefined },
  );
  return { client, ...promises };
}

describe('what happens in one process', () => {
  it('ends a revoked key in the other as soon as it is told, also while its verification is cached', async () => {
    const { id, key } = await newKey();
    const other = flatClient(there, { 'x-api-key': key });
    expect((await other('GET /auth/me')).status).toBe(200);
    const told = heard('credentialChanged', ({ keyId }) => keyId === id);
    expect((await call(`DELETE /api-keys/${id}`)).status).toBe(200);
    await told;
    expect((await other('GET /auth/me')).status).toBe(401);
  });

  it('closes an open socket of a revoked key with 4403', async () => {
    const { id, key } = await newKey();
    const { client, connected, closed } = watch(key);
    const traffic = setInterval(() => void call('GET /entities'), 100);
    await connected;
    clearInterval(traffic);
    expect((await call(`DELETE /api-keys/${id}`)).status).toBe(200);
    expect(await closed).toBe(4403);
    await client.dispose();
  });

  it('ends a session that logged out elsewhere', async () => {
    const { email, password } = here.admin;
    const { body } = await flatClient(here.app)<{ access_token: string; refresh_token: string }>('POST /auth/login', {
      email,
      password,
    });
    const other = flatClient(there, { authorization: `Bearer ${body.access_token}` });
    expect((await other('GET /auth/me')).status).toBe(200);
    await flatClient(here.app)('POST /auth/logout', { refresh_token: body.refresh_token });
    expect((await other('GET /auth/me')).status).toBe(401);
  });

  it('appears in the request log that the other reads, which is notified of each row', async () => {
    const lines = () =>
      there.services.database.query<{ id: number }>(
        "SELECT id FROM request_logs WHERE path = '/memories/first-seen-here'",
      );
    const told = heard('requestLogged', async ({ lastId }) => (await lines()).some(({ id }) => id <= lastId));
    await call('GET /memories/first-seen-here');
    await told;
    const { body } = await flatClient(there, { 'x-api-key': here.admin.apiKey })<{ path: string }[]>('GET /requests');
    expect(body.map(({ path }) => path)).toContain('/memories/first-seen-here');
  });
});
