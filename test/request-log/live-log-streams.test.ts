import { createClient, type Client } from 'graphql-ws';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { startRunningApp, type RunningApp } from '../client/running-app.js';

const subscription = `subscription($filter: RequestLogFilter, $projectId: ID) { requestLogs(filter: $filter, projectId: $projectId) {
  ... on RequestLogged { cursor requestLog { method path operation statusCode } }
  ... on RequestLogsDropped { droppedCount resumeAfter }
} }`;

interface Frame {
  data?: {
    requestLogs: {
      cursor: string;
      requestLog: { method: string; path: string; operation: string | null; statusCode: number };
    };
  };
  errors?: { extensions: { code: string } }[];
}

let app: RunningApp;
const clients: Client[] = [];
beforeAll(async () => {
  app = await startRunningApp();
});
beforeEach(() => app.reset());
afterAll(async () => {
  for (const client of clients) await client.dispose();
  await app.close();
});

function socket(apiKey: string): Client {
  const client = createClient({
    url: `${app.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { apiKey },
    retryAttempts: 0,
  });
  clients.push(client);
  return client;
}

function watch(client: Client, variables: Record<string, unknown> = {}): AsyncIterableIterator<Frame> {
  return client.iterate({ query: subscription, variables }) as AsyncIterableIterator<Frame>;
}

async function* events(apiKey: string): AsyncGenerator<Frame> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ query: subscription, variables: { filter: { pathPrefix: '/v1/ping' } } }),
  });
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (\{.*\})$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data) yield JSON.parse(data) as Frame;
    }
  }
}

const subscribers = () => app.app.services.requestLogs.stats().subscribers;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const ping = { method: 'GET', path: '/v1/ping/', statusCode: 200 };

describe('the live log', () => {
  it('reaches a WebSocket client and an event stream when another client calls', async () => {
    const overSocket = watch(socket(app.admin.apiKey), { filter: { pathPrefix: '/v1/ping' } });
    const overEvents = events(app.admin.apiKey);
    const first = [overSocket.next(), overEvents.next()];
    await until(() => subscribers() === 2);
    await app.as(app.admin.apiKey).rest('GET', '/v1/ping/');
    for (const frame of await Promise.all(first))
      expect((frame.value as Frame).data?.requestLogs.requestLog).toMatchObject(ping);
    await overSocket.return?.();
    await overEvents.return(undefined);
    await until(() => subscribers() === 0);
  });

  it('leaves out clients by the name that they give in a header, or where browsers can set none in the opening message', async () => {
    const named = 'a dashboard of ours';
    const url = `${app.url.replace('http', 'ws')}/graphql`;
    const client = createClient({
      url,
      webSocketImpl: WebSocket,
      connectionParams: { apiKey: app.admin.apiKey, 'x-graphql-client-name': named },
      retryAttempts: 0,
    });
    clients.push(client);
    const others = watch(socket(app.admin.apiKey), { filter: { exceptClients: [named], pathPrefix: '/v1/' } });
    const first = others.next();
    await until(() => subscribers() === 1);
    for await (const answer of client.iterate({ query: 'query Own { viewer { authMode } }' }))
      expect(answer.errors).toBeUndefined();
    await client.dispose();
    await fetch(`${app.url}/v1/ping/`, { headers: { 'x-api-key': app.admin.apiKey, 'x-graphql-client-name': named } });
    await app.as(app.admin.apiKey).rest('GET', '/v1/memories/none/');
    expect(((await first).value as Frame).data?.requestLogs.requestLog).toMatchObject({ path: '/v1/memories/none/' });
    await others.return?.();
    await until(() => subscribers() === 0);
    const { body } = await app
      .as(app.admin.apiKey)
      .rest<{ data: { requestLogs: { edges: { node: { method: string; client: string } }[] } } }>('POST', '/graphql', {
        query: '{ requestLogs(first: 100) { edges { node { method client } } } }',
      });
    const own = body.data.requestLogs.edges.filter(({ node }) => node.client === named).map(({ node }) => node.method);
    expect(own.sort()).toEqual(['GET', 'WS']);
  });

  it('reaches 1,000 subscribers, and forgets them when they leave', async () => {
    const sockets = Array.from({ length: 20 }, () => socket(app.admin.apiKey));
    const streams = sockets.flatMap((client) =>
      Array.from({ length: 50 }, () => watch(client, { filter: { pathPrefix: '/v1/ping' } })),
    );
    const frames = streams.map((stream) => stream.next());
    await until(() => subscribers() === 1000);
    await app.as(app.admin.apiKey).rest('GET', '/v1/ping/');
    const seen = await Promise.all(frames);
    expect(new Set(seen.map((frame) => (frame.value as Frame).data?.requestLogs.cursor)).size).toBe(1);
    for (const client of sockets) await client.dispose();
    await until(() => subscribers() === 0);
  });

  it('ends when its key is revoked: the socket is closed with 4403', async () => {
    const key = await createKey();
    const client = socket(key.secret);
    const closed = new Promise<number>((resolve) =>
      client.on('closed', (event) => resolve((event as { code: number }).code)),
    );
    const stream = watch(client);
    const next = stream.next().catch(() => null);
    await until(() => subscribers() === 1);
    await gql(`mutation { revokeApiKey(input: { id: "${key.apiKey.id}" }) { __typename } }`);
    expect(await closed).toBe(4403);
    await next;
    await until(() => subscribers() === 0);
  });

  it('is refused to a caller without a credential', async () => {
    const client = createClient({
      url: `${app.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    });
    clients.push(client);
    const { value } = (await watch(client).next()) as { value: Frame };
    expect(value.errors?.map((error) => error.extensions.code)).toEqual(['UNAUTHENTICATED']);
  });
});

async function gql<Data>(query: string): Promise<Data> {
  const { body } = await app.as(app.admin.apiKey).rest<{ data: Data }>('POST', '/graphql', { query });
  return body.data;
}

async function createKey(): Promise<{ secret: string; apiKey: { id: string } }> {
  const data = await gql<{ createApiKey: { secret: string; apiKey: { id: string } } }>(
    'mutation { createApiKey(input: { label: "live" }) { ... on CreateApiKeyPayload { secret apiKey { id } } } }',
  );
  return data.createApiKey;
}
