import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createContext } from '../../src/context.js';
import { loadConfig } from '../../src/config.js';
import { createApiKey } from '../../src/resolvers/api-key/create-api-key.js';
import { removeMember } from '../../src/resolvers/member/remove-member.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { people, project, signedIn, tenant, type People, type Tenant } from '../helpers/context.js';
import { openSocket, type RawSocket } from '../http/raw-socket.js';

const watch = `subscription($filter: RequestLogFilter, $after: String, $projectId: ID) { requestLogs(filter: $filter, after: $after, projectId: $projectId) {
  ... on RequestLogged { cursor requestLog { method path operation projectId userId statusCode } }
  ... on RequestLogsDropped { droppedCount resumeAfter }
} }`;

interface Answer {
  data?: {
    requestLogs: {
      cursor?: string;
      droppedCount?: number;
      requestLog?: {
        method: string;
        path: string;
        operation: string | null;
        projectId: string | null;
        userId: string | null;
      };
    };
  } | null;
  errors?: { extensions: { code: string } }[];
}

/** A subscription over either transport. */
interface Reader {
  /** Returns the next message. Null after the end of the stream. */
  next(): Promise<Answer | null>;
  leave(): void;
}

const anHour = 3_600_000;
let app: RunningApp;
let cast: People;
let where: Tenant;
let other: string;
const keys: Record<string, string> = {};
const readers: Reader[] = [];

beforeAll(async () => {
  const { auth } = loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c' });
  // Access is checked again only because of changes, not periodically.
  app = await startRunningApp({ auth: { ...auth, recheckMs: anHour } });
});
beforeEach(async () => {
  await app.reset();
  const { services } = app.app;
  cast = await people(services);
  where = await tenant(services, [
    [cast.ada, 'OWNER'],
    [cast.bob, 'READER'],
    [cast.root, 'OWNER'],
  ]);
  other = await project(services, where.organizationId, [[cast.eve, 'OWNER']]);
  for (const name of ['ada', 'bob', 'eve'] as const) keys[name] = await app.keyFor(cast[name]);
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.leave();
  await until(() => subscribers() === 0);
});
afterAll(() => app.close());

const subscribers = () => app.app.services.requestLogs.stats().subscribers;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Sends a request of a user in a project. */
const call = (key: string, projectId: string) =>
  app.as(key).rest('POST', '/graphql', {
    query: 'query Called($id: ID!) { project(id: $id) { id } }',
    variables: { id: projectId },
  });

async function overSocket(key: string, variables: Record<string, unknown>): Promise<Reader & { raw: RawSocket }> {
  const raw = await openSocket(app.url);
  await raw.begin({ apiKey: key });
  raw.say({ id: '1', type: 'subscribe', payload: { query: watch, variables } });
  let isOver = false;
  const reader = {
    raw,
    async next() {
      if (isOver) return null;
      const message = await raw.next();
      // An error ends the operation like completion does.
      isOver = message.type === 'complete' || message.type === 'error';
      if (message.type === 'complete') return null;
      return message.type === 'error' ? { errors: message.payload as Answer['errors'] } : (message.payload as Answer);
    },
    leave: () => raw.socket.terminate(),
  };
  readers.push(reader);
  return reader;
}

async function overEvents(key: string, variables: Record<string, unknown>): Promise<Reader> {
  const leaving = new AbortController();
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json', 'x-api-key': key };
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query: watch, variables }),
    signal: leaving.signal,
  });
  const answers = eventsOf(response.body as unknown as AsyncIterable<Uint8Array>);
  const reader: Reader = {
    async next() {
      const step = await answers.next();
      return step.done ? null : step.value;
    },
    leave: () => leaving.abort(),
  };
  readers.push(reader);
  return reader;
}

async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Answer> {
  let text = '';
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (\{.*\})$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data) yield JSON.parse(data) as Answer;
    }
  }
}

const open = { WebSocket: overSocket, 'an event stream': overEvents };
const transports = Object.keys(open) as (keyof typeof open)[];
const calls = { filter: { operation: 'Called' } };

async function nextCall(reader: Reader) {
  const answer = await reader.next();
  return answer?.data?.requestLogs.requestLog;
}

describe.each(transports)('the live log over %s', (transport) => {
  const begin = async (key: string, variables: Record<string, unknown>): Promise<Reader> => {
    const count = subscribers();
    const reader = await open[transport](key, variables);
    await until(() => subscribers() === count + 1);
    return reader;
  };

  it('shows the calls of others by GraphQL, by REST and over a WebSocket, as far as the filter lets them through', async () => {
    const all = await begin(app.admin.apiKey, { filter: { pathPrefix: '/' } });
    const filtered = await begin(app.admin.apiKey, {
      filter: { method: 'get', minStatusCode: 200, maxStatusCode: 299 },
    });
    const client = await openSocket(app.url);
    await client.begin({ apiKey: app.admin.apiKey });
    client.say({ id: '1', type: 'subscribe', payload: { query: 'query OverSocket { viewer { authMode } }' } });
    await client.next();
    await call(app.admin.apiKey, where.projectId);
    await app.as(app.admin.apiKey).rest('GET', '/v1/ping/');
    const seen: string[] = [];
    for (let found = await nextCall(all); !seen.includes('GET ping'); found = await nextCall(all)) {
      if (found?.operation !== null) seen.push(`${found?.method} ${found?.operation}`);
      if (found?.path === '/v1/ping/') break;
    }
    expect(seen).toEqual(expect.arrayContaining(['WS OverSocket', 'POST Called', 'GET ping']));
    expect(await nextCall(filtered)).toMatchObject({ method: 'GET', path: '/v1/ping/', statusCode: 200 });
    client.socket.terminate();
  });

  it('shows an OWNER the calls of their projects alone, and an admin all', async () => {
    const ada = await begin(keys.ada ?? '', calls);
    const eve = await begin(keys.eve ?? '', calls);
    const admin = await begin(app.admin.apiKey, calls);
    const made = [where.projectId, other, where.projectId, other];
    for (const id of made) await call(app.admin.apiKey, id);
    const projects = async (reader: Reader, count: number) => {
      const seen: unknown[] = [];
      while (seen.length < count) seen.push((await nextCall(reader))?.projectId);
      return seen;
    };
    expect(await projects(admin, 4)).toEqual(made);
    expect(await projects(ada, 2)).toEqual([where.projectId, where.projectId]);
    expect(await projects(eve, 2)).toEqual([other, other]);
  });

  it.each([false, true])(
    'shows a READER the requests of their own keys alone (in the project: %s)',
    async (ofProject) => {
      const bob = await begin(keys.bob ?? '', { ...calls, ...(ofProject && { projectId: where.projectId }) });
      await call(keys.ada ?? '', where.projectId);
      await call(keys.bob ?? '', where.projectId);
      await call(app.admin.apiKey, where.projectId);
      await call(keys.bob ?? '', where.projectId);
      for (let count = 0; count < 2; count += 1) {
        const seen = await nextCall(bob);
        expect([seen?.operation, seen?.userId]).toEqual(['Called', cast.bob.id]);
      }
    },
  );

  it.each([{ who: 'an outsider to the project', name: 'eve', ofProject: true, code: 'NOT_FOUND' }])(
    'is refused to $who',
    async ({ name, ofProject, code }) => {
      const reader = await open[transport](keys[name] ?? '', ofProject ? { projectId: where.projectId } : {});
      expect((await reader.next())?.errors?.map(({ extensions }) => extensions.code)).toEqual([code]);
      expect(await reader.next()).toBeNull();
    },
  );

  it('goes on behind a cursor without gap or repeat, while calls go on', async () => {
    const first = await begin(app.admin.apiKey, calls);
    for (let count = 0; count < 5; count += 1) await call(app.admin.apiKey, where.projectId);
    const cursors: string[] = [];
    while (cursors.length < 3) cursors.push((await first.next())?.data?.requestLogs.cursor ?? '');
    const busy = Promise.all(Array.from({ length: 5 }, () => call(app.admin.apiKey, where.projectId)));
    const second = await open[transport](app.admin.apiKey, { ...calls, after: cursors[2] });
    await busy;
    const rest: string[] = [];
    while (rest.length < 7) rest.push((await second.next())?.data?.requestLogs.cursor ?? '');
    const whole: string[] = [...cursors];
    while (whole.length < 10) whole.push((await first.next())?.data?.requestLogs.cursor ?? '');
    expect([...cursors, ...rest]).toEqual(whole);
    expect(new Set(whole).size).toBe(10);
  });

  it('ends for a member who was taken out of the project, who sees nothing more', async () => {
    const reader = await begin(keys.ada ?? '', { ...calls, projectId: where.projectId });
    const ctx = createContext(app.app.services, { caller: signedIn(cast.root), requestId: 'test' });
    await removeMember(ctx, { projectId: where.projectId, email: cast.ada.email });
    await call(app.admin.apiKey, where.projectId);
    expect((await reader.next())?.errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
    expect(await reader.next()).toBeNull();
  });

  it('ends when its key is revoked', async () => {
    const secret = await app.keyFor(cast.ada);
    const reader = await begin(secret, calls);
    const { body } = await app
      .as(secret)
      .rest<{ data: { apiKeys: { edges: { node: { id: string } }[] } } }>('POST', '/graphql', {
        query: '{ apiKeys(first: 1) { edges { node { id } } } }',
      });
    const id = body.data.apiKeys.edges[0]?.node.id;
    await app
      .as(secret)
      .rest('POST', '/graphql', { query: `mutation { revokeApiKey(input: { id: "${id}" }) { __typename } }` });
    await until(() => subscribers() === 0);
    if ('raw' in reader)
      return expect((await (reader as Awaited<ReturnType<typeof overSocket>>).raw.closed).code).toBe(4403);
    expect((await reader.next())?.errors?.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED']);
    expect(await reader.next()).toBeNull();
  });
});

describe('a key that expires without a notice', () => {
  it('ends its streams at the next check', async () => {
    const { auth } = loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c' });
    await app.close();
    app = await startRunningApp({ auth: { ...auth, recheckMs: 20 } });
    const { services } = app.app;
    cast = await people(services);
    where = await tenant(services, [[cast.ada, 'OWNER']]);
    const ctx = createContext(services, { caller: signedIn(cast.ada), requestId: 'test' });
    const { secret } = await createApiKey(ctx, { label: 'short', expiresAt: new Date(Date.now() + 1_000) });
    const reader = await overSocket(secret, calls);
    await until(() => subscribers() === 1);
    expect((await reader.raw.closed).code).toBe(4403);
  });
});
