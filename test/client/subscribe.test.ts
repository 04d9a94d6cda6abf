import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  ApiKeysDocument,
  createClient,
  CreateApiKeyDocument,
  RequestLogsDocument,
  resumeStream,
  RevokeApiKeyDocument,
  ViewerDocument,
  WatchRequestLogsDocument,
} from '../../client/index.js';
import { nextCall, nextFrame, startRunningApp, untilLive, type RunningApp } from './running-app.js';

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());

const watch = (
  ...[variables, options]: [{ after?: string }?, { resume?: typeof resumeStream; delayMs?: () => number }?]
) => app.client().subscribe(WatchRequestLogsDocument, variables ?? {}, options);

/** The number in the id of a request, `req_<number>`. */
const toNumber = (id: string) => Number(/^req_(\d+)$/.exec(id)?.[1]);

/** A WebSocket whose connections can be cut like by a failing network. */
function breakableWebSocket() {
  const sockets: WebSocket[] = [];
  class Breakable extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      sockets.push(this);
    }
  }
  return { Breakable, sockets, cut: () => sockets.at(-1)?.terminate() };
}

describe('the live log, through the typed client', () => {
  it('shows the calls of other clients, by GraphQL and by REST, as they happen', async () => {
    const results = watch();
    await untilLive(results);
    await app.client({ name: 'night-shift' }).request(ViewerDocument);
    await app.as(app.admin.apiKey).rest('GET', '/v1/ping/');
    const calls = [await nextCall(results), await nextCall(results)].map(({ call }) => call);
    expect(calls).toMatchObject([
      {
        method: 'POST',
        path: '/graphql',
        operation: 'Viewer',
        statusCode: 200,
        authMode: 'API_KEY',
        client: 'night-shift',
      },
      { method: 'GET', path: '/v1/ping/', statusCode: 200, authMode: 'API_KEY' },
    ]);
    await results.return?.();
  });

  it('is itself logged, under the name of the client', async () => {
    const named = app.client({ name: 'lookout' }).subscribe(WatchRequestLogsDocument, {});
    let { call } = await nextFrame(named);
    // Starts of other subscriptions may still arrive.
    while (call.client !== 'lookout') ({ call } = await nextFrame(named));
    expect(call).toMatchObject({ method: 'WS', operation: 'WatchRequestLogs' });
    await named.return?.();
  });

  it('goes on behind a cursor without gap or repeat', async () => {
    const client = app.client();
    const first = watch();
    await untilLive(first);
    for (let call = 0; call < 3; call += 1) await client.request(ViewerDocument);
    const { cursor, call: seen } = await nextCall(first);
    await first.return?.();
    await client.request(ApiKeysDocument);

    const second = watch({ after: cursor });
    const operations: (string | null)[] = [];
    let lastId = toNumber(seen.id);
    while (operations.at(-1) !== 'WatchRequestLogs') {
      const { call } = await nextFrame(second);
      expect(toNumber(call.id)).toBeGreaterThan(lastId);
      lastId = toNumber(call.id);
      operations.push(call.operation);
    }
    expect(operations).toEqual(['Viewer', 'Viewer', 'ApiKeys', 'WatchRequestLogs']);
    await second.return?.();
  });

  it('accepts cursors of the query too', async () => {
    const client = app.client();
    const results = watch();
    await untilLive(results);
    await client.request(ViewerDocument);
    const { call } = await nextCall(results);
    const { requestLogs } = await client.request(RequestLogsDocument, { filter: { operation: 'Viewer' }, first: 1 });
    const [edge] = requestLogs.edges;
    expect(edge?.node.id).toBe(call.id);
    const resumed = watch({ after: edge?.cursor ?? '' });
    expect((await nextCall(resumed)).call.operation).toBe('RequestLogs');
    await Promise.all([results.return?.(), resumed.return?.()]);
  });

  it('connects again after a lost connection and misses nothing', async () => {
    const { Breakable, sockets, cut } = breakableWebSocket();
    const other = app.client();
    const results = app
      .client({ webSocketImpl: Breakable })
      .subscribe(WatchRequestLogsDocument, {}, { resume: resumeStream, delayMs: () => 0 });
    await untilLive(results);
    await other.request(ViewerDocument);
    const { call: before } = await nextCall(results);
    cut();
    await other.request(ApiKeysDocument);
    const { call: after } = await nextCall(results);
    expect([before.operation, after.operation]).toEqual(['Viewer', 'ApiKeys']);
    expect(sockets).toHaveLength(2);
    await results.return?.();
  });

  it('loads the code of its sockets again if the network failed the first time', async () => {
    let loads = 0;
    const client = createClient({
      url: app.url,
      apiKey: app.admin.apiKey,
      get webSocketImpl() {
        loads += 1;
        if (loads === 1) throw new TypeError('Failed to fetch dynamically imported module');
        return WebSocket;
      },
    });
    const results = client.subscribe(WatchRequestLogsDocument, {}, { resume: resumeStream, delayMs: () => 0 });
    await untilLive(results);
    expect(loads).toBe(2);
    await results.return?.();
    client.close();
  });

  it('ends with an error when the connection is lost and no resume option is given', async () => {
    const { Breakable, cut } = breakableWebSocket();
    const results = app.client({ webSocketImpl: Breakable }).subscribe(WatchRequestLogsDocument);
    await untilLive(results);
    const next = results.next();
    cut();
    await expect(next).rejects.toMatchObject({ name: 'GatewayError', code: 'UNREACHABLE' });
    expect(await results.next()).toEqual({ done: true, value: undefined });
  });

  it('is refused for a wrong credential and for an invalid cursor', async () => {
    const refused = app
      .client({ apiKey: 'm0sk_nobody' })
      .subscribe(WatchRequestLogsDocument, {}, { resume: resumeStream });
    await expect(refused.next()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(watch({ after: 'nonsense' }).next()).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      requestId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      fields: { after: [expect.any(String)] },
    });
  });

  it('ends at once when its key is revoked', async () => {
    const client = app.client();
    const { apiKey, secret } = (await client.request(CreateApiKeyDocument, { input: { label: 'watcher' } }))
      .createApiKey;
    const results = app.client({ apiKey: secret }).subscribe(WatchRequestLogsDocument, {}, { resume: resumeStream });
    await untilLive(results);
    await client.request(RevokeApiKeyDocument, { input: { id: apiKey.id } });
    const rest = (async () => {
      for await (const result of results) expect(result.requestLogs.__typename).toBe('RequestLogged');
    })();
    await expect(rest).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('finishes when the client is closed, also while a read is waiting', async () => {
    const client = app.client();
    const results = client.subscribe(WatchRequestLogsDocument, {}, { resume: resumeStream });
    await untilLive(results);
    // Requests of the tests before may still arrive.
    const rest = (async () => {
      for await (const result of results) expect(result.requestLogs.__typename).toBe('RequestLogged');
    })();
    client.close();
    await rest;
    expect(await results.next()).toEqual({ done: true, value: undefined });
    expect(await client.subscribe(WatchRequestLogsDocument).next()).toEqual({ done: true, value: undefined });
  });
});
