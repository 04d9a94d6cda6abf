import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { createLocalServer, type LocalServer } from '../../scripts/lib/local-server.js';
import { defaultAnswer, startFakeProvider, type FakeProvider } from '../helpers/fake-provider/index.js';
import { emptyDatabase, testDatabase, testDatabaseEnvironment } from '../setup/database.js';

/** Maximum time after which a change at one gateway is visible at the other. */
const soonMs = 1_000;
// CI machines sometimes pause for seconds, so most rounds decide.
const rounds = 5;
const timeout = 120_000;

// The embedded database belongs to one process.
describe.runIf(inject('databases').kind === 'postgres')(
  'two gateways on one Postgres, each a process of its own',
  () => {
    const servers: LocalServer[] = [];
    let fake: FakeProvider;
    let admin: string;

    beforeAll(async () => {
      await emptyDatabase(await testDatabase());
      fake = await startFakeProvider();
      fake.answer = (request) =>
        request.prompt.startsWith('Use case')
          ? JSON.stringify({ instructions: '- Keep boats.', test_message: 'I sail.' })
          : defaultAnswer(request);
      const env = {
        ...testDatabaseEnvironment(),
        EMBEDDER: 'none',
        LOG_LEVEL: 'warn',
        JWT_SECRET: 'one-secret-for-both-9a8b7c6d5e4f',
        OPENAI_API_KEY: fake.key,
        OPENAI_BASE_URL: fake.urls.openai,
        OUTBOUND_ALLOW: 'loopback',
      };
      for (let n = 0; n < 2; n += 1) servers.push(await createLocalServer({ env }));
      for (const server of servers) await server.start();
      admin = (await servers[0]?.bootstrap())?.apiKey ?? '';
    }, 240_000);
    afterAll(async () => {
      for (const server of servers) await server.remove();
      await fake.close();
    });

    async function send<Body>(
      which: 0 | 1,
      route: string,
      { body, key = admin }: { body?: unknown; key?: string } = {},
    ): Promise<{ status: number; body: Body }> {
      const [method, path] = route.split(' ');
      const headers = { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) };
      const response = await fetch(`${servers[which]?.url}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Body };
    }

    /** Milliseconds from the response to a change until the start of the last request that does not see it. */
    async function staleFor(
      change: () => Promise<{ status: number }>,
      isStale: () => Promise<boolean>,
    ): Promise<number> {
      expect((await change()).status).toBeLessThan(300);
      const changed = performance.now();
      let last = changed;
      for (let began = changed; await isStale(); began = performance.now()) last = began;
      return last - changed;
    }

    /** Returns the median of some rounds. */
    async function usually(round: (n: number) => Promise<number>): Promise<number> {
      const delays: number[] = [];
      for (let n = 0; n < rounds; n += 1) delays.push(await round(n));
      return delays.sort((left, right) => left - right)[Math.floor(rounds / 2)] ?? Infinity;
    }

    const newKey = async () =>
      (await send<{ id: string; key: string }>(0, 'POST /api-keys', { body: { label: 'short' } })).body;

    it('a key that is revoked at one is refused by the other', { timeout }, async () => {
      const delay = await usually(async () => {
        const { id, key } = await newKey();
        expect((await send(1, 'GET /auth/me', { key })).status).toBe(200);
        return staleFor(
          () => send(0, `DELETE /api-keys/${id}`),
          async () => (await send(1, 'GET /auth/me', { key })).status === 200,
        );
      });
      expect(delay).toBeLessThan(soonMs);
    });

    it('an open socket of a key that is revoked at one is closed by the other', { timeout }, async () => {
      const delay = await usually(async () => {
        const { id, key } = await newKey();
        const { opened, closed, dispose } = watch(`${servers[1]?.url.replace('http', 'ws')}/graphql`, key);
        await opened;
        expect((await send(0, `DELETE /api-keys/${id}`)).status).toBe(200);
        const revoked = performance.now();
        expect(await closed).toBe(4403);
        const took = performance.now() - revoked;
        await dispose();
        return took;
      });
      expect(delay).toBeLessThan(soonMs);
    });

    it('a model that is configured at one is called by the other', { timeout }, async () => {
      const calledFor = async (useCase: string) => {
        expect((await send(1, 'POST /generate-instructions', { body: { use_case: useCase } })).status).toBe(200);
        return fake.requests.find(({ prompt }) => prompt.includes(`"${useCase}"`))?.model;
      };
      expect(await calledFor('before')).toBe('gpt-5-mini');
      let calls = 0;
      const delay = await usually((n) =>
        staleFor(
          () => send(0, 'POST /configure', { body: { llm: { config: { model: `model-${n}` } } } }),
          async () => (await calledFor(`call ${(calls += 1)}`)) !== `model-${n}`,
        ),
      );
      expect(delay).toBeLessThan(soonMs);
      expect((await send<{ llm: { config: object } }>(1, 'GET /configure')).body.llm.config).toMatchObject({
        model: `model-${rounds - 1}`,
        api_key: '[redacted]',
      });
    });

    it('a call of one is in the request log that the other answers', { timeout }, async () => {
      const delay = await usually((n) =>
        staleFor(
          async () => ({ status: (await send(0, `GET /memories/first-seen-here-${n}`)).status === 404 ? 200 : 500 }),
          async () =>
            !(await send<{ path: string }[]>(1, 'GET /requests')).body.some(
              ({ path }) => path === `/memories/first-seen-here-${n}`,
            ),
        ),
      );
      expect(delay).toBeLessThan(soonMs);
    });

    it('a request to one appears in the live log of the other', { timeout }, async () => {
      const paths = new Map<string, number>();
      const { opened, dispose } = watch(
        `${servers[1]?.url.replace('http', 'ws')}/graphql`,
        admin,
        (path) => void paths.set(path, performance.now()),
      );
      await opened;
      const delay = await usually(async (n) => {
        const path = `/memories/watched-here-${n}`;
        await send(0, `GET ${path}`);
        const answered = performance.now();
        await expect.poll(() => paths.has(path), { timeout: 30_000, interval: 5 }).toBe(true);
        return (paths.get(path) ?? Infinity) - answered;
      });
      expect(delay).toBeLessThan(soonMs);
      await dispose();
    });

    /** Watches the live log. `opened` resolves with the first line, `closed` with the close code. */
    function watch(url: string, apiKey: string, onLine: (path: string) => void = () => undefined) {
      let opened = (): void => undefined;
      let closed = (_code: number): void => undefined;
      let refused = (_reason: unknown): void => undefined;
      const promises = {
        opened: new Promise<void>((resolve, reject) => ([opened, refused] = [resolve, reject])),
        closed: new Promise<number>((resolve) => (closed = resolve)),
      };
      const client = createClient({
        url,
        webSocketImpl: WebSocket,
        connectionParams: { apiKey },
        retryAttempts: 0,
        lazy: false,
        onNonLazyError: () => undefined,
        on: { closed: (event) => closed((event as { code: number }).code) },
      });
      client.subscribe<{ requestLogs: { requestLog?: { path: string } } }>(
        { query: 'subscription { requestLogs { ... on RequestLogged { requestLog { path } } } }' },
        {
          next: ({ data }) => (opened(), onLine(data?.requestLogs.requestLog?.path ?? '')),
          error: (reason) => refused(reason),
          complete: () => undefined,
        },
      );
      const traffic = setInterval(() => void send(1, 'GET /entities').catch(() => undefined), 100);
      void promises.opened.finally(() => clearInterval(traffic)).catch(() => undefined);
      return { ...promises, dispose: async () => (clearInterval(traffic), await client.dispose()) };
    }
  },
);
