import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { loadConfig, type Config } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { testDatabase } from '../setup/database.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const inject = (options: InjectOptions | string) => test.app.http.inject(options);

describe('health and readiness', () => {
  it('answer without a credential', async () => {
    expect((await inject('/health')).json()).toEqual({ status: 'ok' });
    const ready = await inject('/ready');
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'ok', checks: { database: 'ok', migrations: 'ok', notifications: 'ok', workers: 'ok' } },
    ]);
  });

  it('say which part is away, and not why; the process itself stays healthy', async () => {
    const { database } = test.app.services;
    const { ping } = database;
    Object.assign(database, { ping: () => Promise.reject(new Error('no route to db.internal:5432')) });
    const ready = await inject('/ready');
    const health = await inject('/health');
    Object.assign(database, { ping });
    expect([ready.statusCode, ready.json(), ready.headers['retry-after']]).toEqual([
      503,
      { status: 'unavailable', checks: { database: 'failed', migrations: 'ok', notifications: 'ok', workers: 'ok' } },
      '5',
    ]);
    expect(ready.body).not.toContain('db.internal');
    expect(health.statusCode).toBe(200);
  });

  it('are not ready with a migration to come', async () => {
    const { database } = test.app.services;
    const [last] = await database.query<{ migrationName: string; row: string }>(
      'SELECT migration_name, to_jsonb(m)::text AS row FROM _prisma_migrations m ORDER BY migration_name DESC LIMIT 1',
    );
    await database.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [last?.migrationName]);
    const ready = await inject('/ready');
    await database.query(
      'INSERT INTO _prisma_migrations SELECT * FROM jsonb_populate_record(NULL::_prisma_migrations, $1::jsonb)',
      [last?.row],
    );
    expect(ready.json()).toMatchObject({ checks: { migrations: 'failed' } });
    expect((await inject('/ready')).statusCode).toBe(200);
  });
});

describe('metrics', () => {
  it('count requests by route pattern, and hold no ids', async () => {
    const id = '0192f1c0-0000-7000-8000-0000000000aa';
    await test.as(test.admin.apiKey).rest('GET', `/v1/memories/${id}/`);
    const { body, headers } = await inject('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toMatch(
      /memory_gateway_requests_total\{method="GET",route="\/v1\/memories\/:memory_id\/?",status="404"\} [1-9]/,
    );
    for (const name of [
      'memory_gateway_request_duration_seconds_bucket',
      'memory_gateway_request_log_buffered',
      'memory_gateway_pool_connections',
      'memory_gateway_work_running{kind="search"} 0',
      'memory_gateway_work_refused_total{kind="add"} 0',
      'process_cpu_seconds_total',
    ])
      expect(body).toContain(name);
    expect(body).not.toContain(id);
  });
});

describe('browsers', () => {
  const preflight = (origin: string, method: string) =>
    inject({
      method: 'OPTIONS' as const,
      url: '/v1/memories/x/',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,x-api-key,idempotency-key',
      },
    });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'may call %s from the address of the dashboard',
    async (method) => {
      const [origin = ''] = test.app.services.config.http.dashboardOrigins;
      const { headers } = await preflight(origin, method);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-allow-methods']).toContain(method);
      for (const name of ['authorization', 'content-type', 'x-api-key', 'idempotency-key'])
        expect(headers['access-control-allow-headers']).toContain(name);
    },
  );

  it('may not call from elsewhere', async () => {
    expect((await preflight('https://evil.example', 'DELETE')).headers['access-control-allow-origin']).not.toBe(
      'https://evil.example',
    );
  });
});

describe('an invalid request', () => {
  const headers = () => ({ 'x-api-key': test.admin.apiKey, 'content-type': 'application/json' });

  it('is refused with an explanation: broken JSON, another type, too much, an unknown path', async () => {
    const { bodyLimitBytes } = test.app.services.config.http;
    const asked = [
      { method: 'POST', url: '/v3/memories/add/', headers: headers(), payload: '{"messages": [' },
      {
        method: 'POST',
        url: '/v3/memories/add/',
        headers: { ...headers(), 'content-type': 'text/csv' },
        payload: 'a,b',
      },
      { method: 'POST', url: '/v3/memories/add/', headers: headers(), payload: `"${'x'.repeat(bodyLimitBytes)}"` },
      { method: 'GET', url: '/v9/nothing/', headers: headers() },
    ] as const;
    const answers = [];
    for (const request of asked) answers.push(await inject(request));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 415, 413, 404]);
    for (const answer of answers) expect(answer.json<{ detail: unknown }>().detail).toEqual(expect.any(String));
  });

  it('has an id and a row in the request log, also where its address cannot be decoded', async () => {
    const { requestLogs, database } = test.app.services;
    for (const path of ['/v1/%zz', `/v1/memories/${'x'.repeat(1_100)}/`, '/v9/nothing']) {
      const answer = await inject({ url: `${path}?key=secret`, headers: { 'user-agent': 'tests' } });
      await requestLogs.flush();
      const rows = await database.query(
        'SELECT method, path, status_code, client FROM request_logs WHERE request_id = $1',
        [answer.headers['x-request-id']],
      );
      expect(rows).toEqual([
        { method: 'GET', path: path.slice(0, 512), statusCode: answer.statusCode, client: 'tests' },
      ]);
    }
  });
});

describe('the editor for queries', () => {
  const page = (app: Pick<TestApp['app'], 'inject'>) =>
    app.inject({ url: '/graphql', headers: { accept: 'text/html' } });

  it('comes from this server alone', async () => {
    const { statusCode, body, headers } = await page(test.app);
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    expect(body.match(/(?:src|href)=["']?(?:https?:)?\/\//g)).toBeNull();
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    // The origin holds the session cookie of the dashboard: only files of the build run here.
    expect(policy).toContain("script-src 'self';");
    const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes ?? '');
    expect(scripts[0]).toContain('type="application/json"');
    expect(scripts.slice(1)).toEqual([
      expect.stringMatching(/^ src="\/graphql\/assets\/script-[\w-]{8}\.js"$/),
      expect.stringMatching(/^ src="\/graphql\/assets\/start-[\w-]{8}\.js"$/),
    ]);
    const [, data = ''] = /id="page">([^]*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(data)).toMatchObject({ options: { title: 'memory-gateway' } });
    const { etag } = headers;
    const again = await test.app.inject({
      url: '/graphql',
      headers: { accept: 'text/html', 'if-none-match': String(etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('has its files in the build, each with a name that changes with its content', async () => {
    const { body } = await page(test.app);
    const urls = [...body.matchAll(/\/graphql\/assets\/[\w.-]+/g)].map(([url]) => url);
    expect(urls).toHaveLength(7);
    for (const url of urls) {
      const { statusCode, headers } = await test.app.inject({ url, headers: { 'accept-encoding': 'br' } });
      expect([url, statusCode, headers['content-encoding']]).toEqual([url, 200, 'br']);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    const unknown = await test.app.inject({ url: '/graphql/assets/manifest.json' });
    expect(unknown.statusCode).toBe(404);
  });

  it('is gone where introspection is switched off', async () => {
    const { graphql } = test.app.services.config;
    const config = { ...test.app.services.config, graphql: { ...graphql, introspection: false } };
    const app = await createApp(config, { log: pino({ level: 'silent' }), database: await testDatabase() });
    const { headers } = await page(app);
    await app.close();
    expect(headers['content-type']).not.toContain('text/html');
  });
});

describe('the server log', () => {
  it('holds no credential, whatever level it has', async () => {
    const lines: string[] = [];
    const environment = {
      JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
      LOG_LEVEL: 'trace',
      EMBEDDER: 'none',
      API_PORT: '0',
      DASHBOARD_PORT: '0',
    };
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const app = await createApp(loadConfig(environment), { log, database: await testDatabase() });
    const secrets = [
      'm0sk_thisisnotakeybutitlookslikeone00',
      'correct-horse-battery-staple',
      'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
    ];
    const [key = '', password = '', token = ''] = secrets;
    const requests = [
      { method: 'GET', url: '/v1/ping/', headers: { authorization: `Token ${key}` } },
      { method: 'GET', url: '/v1/ping/', headers: { 'x-api-key': key, cookie: `session=${token}` } },
      { method: 'GET', url: '/v1/ping/', headers: { authorization: `Bearer ${token}` } },
      {
        method: 'POST',
        url: '/auth/login',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email: 'ada@example.com', password }),
      },
      {
        method: 'POST',
        url: '/auth/refresh',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ refresh_token: token }),
      },
      {
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({
          query: `mutation { login(input: { email: "ada@example.com", password: "${password}" }) { __typename } }`,
        }),
      },
    ] as const;
    const answers: string[] = [];
    for (const request of requests) answers.push((await app.inject(request)).body);
    await app.close();
    for (const secret of secrets) expect([...lines, ...answers].join('\n')).not.toContain(secret);
  });
});

describe('a server that cannot listen', () => {
  /** Starts a second server in this process. @returns why it does not listen */
  async function listenWith(http: Partial<Config['http']>): Promise<unknown> {
    const { config, database } = test.app.services;
    const other = await createApp({ ...config, http: { ...config.http, ...http } }, { database });
    const reason = await other.listen().catch((error: unknown) => (error instanceof Error ? error.message : error));
    await other.close();
    return reason;
  }

  it('names the variable of the port that is in use, or of the address', async () => {
    const { port } = new URL((await test.app.listen()).apiUrl);
    expect(await listenWith({ port: Number(port) })).toBe(
      `Port ${port} on 127.0.0.1 is in use by another process. Set API_PORT or --port to another port.`,
    );
    expect(await listenWith({ host: '192.0.2.1' })).toBe(
      'Port 0 on 192.0.2.1 cannot be opened (EADDRNOTAVAIL). Set API_HOST to an address of this machine, such as 127.0.0.1.',
    );
  });
});
