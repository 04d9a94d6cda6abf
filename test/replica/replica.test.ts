import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFreezableProxy } from '../helpers/freezable-proxy.js';
import { createApp, type App } from '../../src/app.js';
import { bootstrap, type Bootstrapped } from '../../src/commands/bootstrap.js';
import { runCommandLine } from '@memory-gateway/cli';
import { doctorCommand } from '../../src/commands/doctor-command.js';
import { loadConfig } from '../../src/config.js';
import { createContext } from '../../src/context.js';
import { createApiKey } from '../../src/resolvers/api-key/create-api-key.js';
import type { CallerUser } from '../../src/auth/caller.js';
import { people, signedIn, tenant, type People } from '../helpers/context.js';
import { hasPostgres, startPair, type Pair } from './pair.js';

if (!hasPostgres) process.stdout.write('Postgres is not installed: the tests of replicas are left out.\n');

const position = 'memory-gateway-position';

describe.skipIf(!hasPostgres)('a read replica', { timeout: 120_000 }, () => {
  let pair: Pair;
  let apps: App[] = [];
  let admin: Bootstrapped;
  let cast: People;
  let projectId: string;
  const keys = new Map<CallerUser, string>();
  const [first, second] = [() => apps[0] as App, () => apps[1] as App];

  beforeAll(async () => {
    pair = await startPair();
    apps = [await open('600'), await open('600')];
    const { services } = first();
    admin = await bootstrap(services);
    cast = await people(services);
    ({ projectId } = await tenant(services, [
      [cast.ada, 'OWNER'],
      [cast.bob, 'OWNER'],
    ]));
    await tenant(services, [[cast.eve, 'OWNER']]);
    for (const user of [cast.ada, cast.bob, cast.eve, cast.root]) {
      const ctx = createContext(services, { caller: signedIn(user), requestId: '' });
      keys.set(user, (await createApiKey(ctx, { label: 'test' })).secret);
    }
    await fresh();
  }, 120_000);

  function open(maxLagSeconds: string, environment: Record<string, string> = {}): Promise<App> {
    return createApp(
      loadConfig({
        DATABASE_URL: pair.primaryUrl,
        DATABASE_READ_URL: pair.replicaUrl,
        DATABASE_READ_MAX_LAG_SECONDS: maxLagSeconds,
        JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
        EMBEDDER: 'none',
        LOG_LEVEL: 'silent',
        API_PORT: '0',
        DASHBOARD_PORT: '0',
        MAX_QUEUE_WAIT_MS: '0',
        MAX_EVENT_LOOP_DELAY_MS: '0',
        ...environment,
      }),
    );
  }

  afterAll(async () => {
    for (const app of apps) await app.close();
    await pair.close();
  });

  /** Lets the replica replay everything, and both gateways notice. */
  async function fresh(): Promise<void> {
    await pair.onReplica('SELECT pg_wal_replay_resume()');
    await pair.catchUp();
    await vi.waitFor(() => expect(apps.map(stateOf)).toEqual([null, null]), { timeout: 10_000 });
  }
  const stateOf = ({ services }: App) => services.replication?.state().fault;
  const readsOf = (app: App) => ({ ...app.services.replication?.state().reads });

  async function send(app: App, user: CallerUser, request: { url: string; body?: object; headers?: object }) {
    const answer = await app.inject({
      method: request.body ? 'POST' : 'GET',
      url: request.url,
      headers: { authorization: `Token ${keys.get(user) ?? ''}`, ...request.headers },
      ...(request.body && { payload: request.body }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, unknown>>() };
  }
  const add = (app: App, user: CallerUser, text: string) =>
    send(app, user, {
      url: '/v3/memories/add/',
      body: { user_id: 'ada', infer: false, messages: [{ role: 'user', content: text }] },
    });
  async function list(app: App, user: CallerUser, headers: object = {}): Promise<string[]> {
    const answer = await send(app, user, {
      url: '/v3/memories/?page=1&page_size=200',
      body: { filters: { user_id: 'ada' } },
      headers,
    });
    expect(answer.status).toBe(200);
    return (answer.body.results as { memory: string }[]).map(({ memory }) => memory);
  }
  async function search(app: App, user: CallerUser, query: string): Promise<string[]> {
    const answer = await send(app, user, {
      url: '/v3/memories/search/',
      body: { query, filters: { user_id: 'ada' }, keyword_search: true },
    });
    expect(answer.status).toBe(200);
    return (answer.body.results as { memory: string }[]).map(({ memory }) => memory);
  }
  async function metric(app: App, name: string): Promise<number> {
    const { body } = await app.inject('/metrics');
    return Number(new RegExp(`^memory_gateway_${name} (.*)$`, 'm').exec(body)?.[1]);
  }

  it('answers lists, searches, logs and statistics', async () => {
    await add(first(), cast.ada, 'The lamp is lit at dusk');
    await pair.catchUp();
    for (const user of [cast.bob, cast.root]) {
      const before = readsOf(first());
      if (user === cast.bob) expect(await list(first(), user)).toEqual(['The lamp is lit at dusk']);
      if (user === cast.bob) expect(await search(first(), user, 'lamp')).toEqual(['The lamp is lit at dusk']);
      const query = `{ requestLogs(first: 1) { edges { node { id } } } requestLogStatistics { overall { p50Ms } }
        projectStatistics(projectId: "${projectId}") { memoryCount growth(days: 1) { memoryCount } } }`;
      const { body } = await send(first(), user, { url: '/graphql', body: { query } });
      expect(body).toMatchObject({ data: { projectStatistics: { memoryCount: 1, growth: [{ memoryCount: 1 }] } } });
      const after = readsOf(first());
      expect(after.primary).toBe(before.primary);
      expect(after.replica).toBeGreaterThan((before.replica ?? 0) + 5);
    }
  });

  it('shows members their own projects alone', async () => {
    await fresh();
    const before = readsOf(first());
    expect(await list(first(), cast.eve)).toEqual([]);
    const tenantOfReplica = `SELECT count(*)::int AS rows FROM memories`;
    expect(await pair.onReplica(tenantOfReplica)).not.toEqual({ rows: 0 });
    const { services } = first();
    const wall = services.tenantWall?.(signedIn(cast.eve));
    const { database } = wall?.replica ?? {};
    expect(await database?.query(tenantOfReplica)).toEqual([{ rows: 0 }]);
    expect(await database?.readTransaction((tx) => tx.query(tenantOfReplica))).toEqual([{ rows: 0 }]);
    expect(readsOf(first()).primary).toBe(before.primary);
  });

  describe('whose replay is paused', () => {
    let named: string;

    beforeAll(async () => {
      await fresh();
      await pair.onReplica('SELECT pg_wal_replay_pause()');
      const added = await add(first(), cast.ada, 'The fog horn sounds twice');
      expect(added.status).toBe(200);
      named = String(added.headers[position]);
      expect(named).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
    });
    afterAll(fresh);

    it('callers read their own writes, others the state before', async () => {
      expect(await list(first(), cast.ada)).toContain('The fog horn sounds twice');
      expect(await search(first(), cast.ada, 'fog horn')).toContain('The fog horn sounds twice');
      expect(await list(first(), cast.bob)).toEqual(['The lamp is lit at dusk']);
      expect(await search(first(), cast.bob, 'fog horn')).toEqual([]);
    });

    it('another gateway knows the write by its header, over REST, GraphQL and MCP', async () => {
      const headers = { [position]: named };
      expect(await list(second(), cast.ada)).toEqual(['The lamp is lit at dusk']);
      expect(await list(second(), cast.ada, headers)).toContain('The fog horn sounds twice');
      const query = `{ memories(projectId: "${projectId}", first: 9) { edges { node { text } } } }`;
      const ask = async (sent: object) =>
        JSON.stringify((await send(second(), cast.ada, { url: '/graphql', body: { query }, headers: sent })).body);
      expect(await ask({})).not.toContain('The fog horn sounds twice');
      expect(await ask(headers)).toContain('The fog horn sounds twice');
      const call = { name: 'get_memories', arguments: { user_id: 'ada' } };
      const mcp = await second().inject({
        method: 'POST',
        url: '/mcp',
        headers: {
          authorization: `Bearer ${keys.get(cast.ada) ?? ''}`,
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
          ...headers,
        },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
      });
      expect(mcp.body).toContain('The fog horn sounds twice');
      expect(await list(second(), cast.ada)).toEqual(['The lamp is lit at dusk']);
    });

    it('GraphQL and MCP name the position of a write too', async () => {
      const mutation = `mutation { addMemories(input: { projectId: "${projectId}", userId: "ada", infer: false,
        messages: [{ role: USER, content: "A cutter passed" }] }) { __typename } }`;
      const graphql = await send(first(), cast.ada, { url: '/graphql', body: { query: mutation } });
      expect(graphql.body).toMatchObject({ data: { addMemories: {} } });
      expect(graphql.headers[position]).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
      const mcp = await first().inject({
        method: 'POST',
        url: '/mcp',
        headers: {
          authorization: `Bearer ${keys.get(cast.ada) ?? ''}`,
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
        payload: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'add_memory', arguments: { text: 'A brig passed', user_id: 'ada', infer: false } },
        },
      });
      expect(mcp.body).not.toContain('"isError":true');
      expect(mcp.body).toMatch(/"_meta":\{"memory-gateway\/position":"[0-9A-F]+\/[0-9A-F]+"/);
    });

    it('the browser of a session carries the position of its writes to other gateways', async () => {
      const query = `mutation ($input: LoginInput!) { login(input: $input) { ... on LoginPayload { session { accessToken } } } }`;
      const { email, password } = admin;
      const login = await send(first(), cast.ada, {
        url: '/graphql',
        body: { query, variables: { input: { email, password } } },
      });
      const { data } = login.body as { data: { login: { session: { accessToken: string } } } };
      const authorization = `Bearer ${data.login.session.accessToken}`;
      const mutation = `mutation { addMemories(input: { projectId: "${projectId}", userId: "ada", infer: false,
        messages: [{ role: USER, content: "The keeper sleeps" }] }) { __typename } }`;
      const written = await first().inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization },
        payload: { query: mutation },
      });
      const cookie = String(written.headers['set-cookie']);
      expect(cookie).toMatch(
        /^memory_gateway_position=[0-9A-F]+\/[0-9A-F]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Strict$/,
      );
      const read = async (headers: object) => {
        const memories = `{ memories(projectId: "${projectId}", first: 9) { edges { node { text } } } }`;
        const answer = await second().inject({
          method: 'POST',
          url: '/graphql',
          headers: { authorization, ...headers },
          payload: { query: memories },
        });
        return answer.body;
      };
      expect(await read({})).not.toContain('The keeper sleeps');
      expect(await read({ cookie: cookie.split(';')[0] })).toContain('The keeper sleeps');
    });

    it('refuses a position that no response named', async () => {
      const answer = await send(first(), cast.ada, {
        url: '/v3/memories/',
        body: { filters: { user_id: 'ada' } },
        headers: { [position]: 'yesterday' },
      });
      expect(answer).toMatchObject({ status: 400, body: {} });
      expect(JSON.stringify(answer.body)).toContain('must be a position that a response named.');
    });

    it('the lag rises until the limit; then the primary answers, and /ready, doctor and the metrics say so', async () => {
      await pair.onReplica('SELECT pg_wal_replay_resume()');
      await pair.catchUp();
      const app = await open('3');
      onTestFinished(() => app.close());
      expect(await metric(app, 'replica_used')).toBe(1);
      await pair.onReplica('SELECT pg_wal_replay_pause()');
      expect((await add(first(), cast.ada, 'The fog horn sounds thrice')).status).toBe(200);
      await expect.poll(() => metric(app, 'replica_lag_seconds'), { timeout: 10_000 }).toBeGreaterThan(1);
      await expect.poll(() => stateOf(app), { timeout: 10_000 }).toMatch(/^The replica is \d+ s behind\.$/);
      expect(await list(app, cast.bob)).toContain('The fog horn sounds thrice');
      expect(await metric(app, 'replica_used')).toBe(0);
      const ready = await app.inject('/ready');
      expect(ready.statusCode).toBe(200);
      expect(ready.json()).toMatchObject({ status: 'ok', checks: { replica: 'failed', database: 'ok' } });
      const { services } = app;
      const opened = () => Promise.resolve({ services, jobs: undefined as never, close: () => Promise.resolve() });
      let out = '';
      const io = { stdout: { write: (text: string) => (out += text) }, stderr: { write: () => undefined } };
      await runCommandLine(
        [
          doctorCommand(
            opened,
            async () => services.config,
            () => null,
          ),
        ],
        ['doctor', '--json'],
        io,
      );
      const { checks } = JSON.parse(out) as { checks: { check: string }[] };
      expect(checks.find(({ check }) => check === 'replica')).toEqual({
        check: 'replica',
        ok: false,
        detail: expect.stringMatching(/^Left out\. The replica is \d+ s behind\. The primary answers its reads\.$/),
      });
    });

    it('a gateway that starts knows that the replica was behind before', async () => {
      const app = await open('3');
      onTestFinished(() => app.close());
      expect(stateOf(app)).toMatch(/^The replica is \d+ s behind\.$/);
      expect(await list(app, cast.bob)).toContain('The fog horn sounds thrice');
    });
  });

  it('a replica that is killed fails no request, and comes back', async () => {
    await fresh();
    const failed: number[] = [];
    let isOver = false;
    const readers = [cast.bob, cast.ada, cast.bob].map(async (user) => {
      for (let count = 0; !isOver; count += 1) {
        const { status } = await send(first(), user, {
          url: '/v3/memories/',
          body: { filters: { user_id: 'ada' } },
        });
        if (status !== 200) failed.push(status);
      }
    });
    await delay(300);
    await pair.killReplica();
    await expect.poll(() => stateOf(first()), { timeout: 10_000 }).toMatch(/^The replica does not answer: /);
    await delay(300);
    await pair.startReplica();
    await fresh();
    const before = readsOf(first()).replica ?? 0;
    await expect.poll(() => readsOf(first()).replica ?? 0, { timeout: 10_000 }).toBeGreaterThan(before);
    isOver = true;
    await Promise.all(readers);
    expect(failed).toEqual([]);
  });

  it('reads of a replica that stops to answer end on the primary', async () => {
    await fresh();
    const goOn = pair.pauseReplica();
    try {
      const startedAt = performance.now();
      expect(await list(first(), cast.bob)).toContain('The fog horn sounds twice');
      expect(performance.now() - startedAt).toBeLessThan(8_000);
      expect(stateOf(first())).toMatch(/^The replica does not answer: /);
    } finally {
      goOn();
    }
    await fresh();
  });

  it('a replica whose machine was replaced answers again, although reads wait on connections to the former one', async () => {
    await fresh();
    const proxy = await startFreezableProxy(pair.replicaUrl);
    const app = await open('600', { DATABASE_READ_URL: proxy.url, DATABASE_POOL_SIZE: '2' });
    const read = () => Promise.all([1, 2, 3].map(() => list(app, cast.bob)));
    try {
      await expect.poll(() => stateOf(app), { timeout: 10_000 }).toBeNull();
      await read();
      proxy.freeze();
      await read();
      expect(stateOf(app)).toMatch(/^The replica does not answer: /);
      // The time after which a connection counts as lost.
      await delay(20_000);
      proxy.replace();
      await expect.poll(() => stateOf(app), { timeout: 10_000 }).toBeNull();
      const before = readsOf(app).replica ?? 0;
      await read();
      expect(readsOf(app).replica).toBeGreaterThan(before);
    } finally {
      await app.close();
      proxy.close();
    }
  });

  it('a primary that accepts writes under the URL of the replica is left out', async () => {
    const app = await createApp(
      loadConfig({
        DATABASE_URL: pair.primaryUrl,
        DATABASE_READ_URL: pair.primaryUrl,
        JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
        EMBEDDER: 'none',
        LOG_LEVEL: 'silent',
      }),
    );
    expect(stateOf(app)).toBe('`DATABASE_READ_URL` names no replica: the database accepts writes.');
    await app.close();
  });
});
