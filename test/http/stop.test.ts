import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { createLocalServer, type LocalServer } from '../../scripts/lib/local-server.js';
import { emptyDatabase, testConnectionString, testDatabase } from '../setup/database.js';
import { migratedTemplate } from '../setup/embedded.js';

let server: LocalServer | null = null;
afterEach(async () => {
  await server?.remove();
  server = null;
});

interface Running extends LocalServer {
  readonly headers: Readonly<Record<string, string>>;
  readonly apiKey: string;
}

/** Starts a server process with an admin. */
async function running(settings: Record<string, string> = {}): Promise<Running> {
  const env: Record<string, string> = { EMBEDDER: 'none', LOG_LEVEL: 'warn', ...settings };
  if (inject('databases').kind === 'postgres') {
    await emptyDatabase(await testDatabase());
    env['DATABASE_URL'] = testConnectionString();
  }
  server = await createLocalServer({ env, data: await migratedTemplate() });
  const { apiKey } = await server.bootstrap();
  await server.start();
  return { ...server, apiKey, headers: { 'x-api-key': apiKey, 'content-type': 'application/json' } };
}

const subscription = JSON.stringify({ query: 'subscription { requestLogs { __typename } }' });

interface LogPage {
  data: {
    requestLogs: { edges: { node: { requestId: string } }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
  };
}

/** Returns the ids of all logged requests under a path, including repeats. */
async function loggedIds({ url, headers }: Running, pathPrefix: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ;) {
    const query =
      'query($after: String, $pathPrefix: String) { requestLogs(first: 100, after: $after, filter: { pathPrefix: $pathPrefix }) { edges { node { requestId } } pageInfo { hasNextPage endCursor } } }';
    const response: Response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables: { after, pathPrefix } }),
    });
    const { requestLogs } = ((await response.json()) as LogPage).data;
    ids.push(...requestLogs.edges.map(({ node }) => node.requestId));
    if (!requestLogs.pageInfo.hasNextPage) return ids;
    after = requestLogs.pageInfo.endCursor;
  }
}

it(
  'ends in order under load: what was answered is in the log once, sockets close with 1001, and no stream holds it up',
  { timeout: 240_000 },
  async () => {
    const here = await running();
    const { url, headers, apiKey } = here;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { apiKey } }));
    await once(socket, 'message');
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: JSON.parse(subscription) as unknown }));
    const closed = once(socket, 'close') as Promise<[number]>;
    const stream = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream' },
      body: subscription,
    });
    expect(stream.status).toBe(200);

    const answered: string[] = [];
    let isOver = false;
    const call = (at: number) =>
      at % 2 === 0
        ? fetch(`${url}/v1/ping/`, { headers })
        : fetch(`${url}/graphql`, { method: 'POST', headers, body: '{"query":"query Who { viewer { authMode } }"}' });
    const callers = Array.from({ length: 6 }, async (_each, at) => {
      while (!isOver) {
        const response = await call(at).catch(() => null);
        if (!response) return;
        // A truncated body does not count as a response.
        const isWhole = await response.text().then(
          () => true,
          () => false,
        );
        if (response.status === 200 && isWhole) answered.push(String(response.headers.get('x-request-id')));
      }
    });
    while (answered.length < 200) await new Promise((resolve) => setTimeout(resolve, 5));
    const tookMs = await here.stop();
    isOver = true;
    await Promise.all(callers);
    expect((await closed)[0]).toBe(1001);
    await stream.body?.cancel();
    // The default limit is ten seconds, so no request was aborted.
    expect(tookMs).toBeLessThan(10_000);

    await here.start();
    const logged = [...(await loggedIds(here, '/v1/ping')), ...(await loggedIds(here, '/graphql'))];
    expect(new Set(logged).size).toBe(logged.length);
    const known = new Set(logged);
    expect(answered.filter((id) => !known.has(id))).toEqual([]);
  },
);

it(
  'ends in order when clients neither send what they began nor read what they asked for',
  { timeout: 240_000 },
  async () => {
    const here = await running({ SHUTDOWN_GRACE_SECONDS: '1' });
    const { hostname, port, host } = new URL(here.url);
    const begin = async (lines: string[], body: string) => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket
        .on('error', () => undefined)
        .write(
          `POST /graphql HTTP/1.1\r\n${[`host: ${host}`, `x-api-key: ${here.apiKey}`, 'content-type: application/json', ...lines].join('\r\n')}\r\n\r\n${body}`,
        );
      return socket;
    };
    const half = await begin(['content-length: 1000'], '{"query":');
    const deaf = await begin(['accept: text/event-stream', `content-length: ${subscription.length}`], subscription);
    await once(deaf, 'data');
    deaf.pause();
    const answer = await fetch(`${here.url}/v1/ping/`, { headers: here.headers });
    await answer.text();
    // Throws unless the exit code is 0.
    await here.stop();
    for (const socket of [half, deaf]) socket.destroy();

    await here.start();
    expect(await loggedIds(here, '/v1/ping')).toEqual([answer.headers.get('x-request-id')]);
  },
);
