import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { bootstrap } from '../../src/commands/bootstrap.js';
import { loadConfig } from '../../src/config.js';
import { listMissingSettings } from '@memory-gateway/database';
import { startFreezableProxy } from '../helpers/freezable-proxy.js';
import { emptyDatabase, testConnectionString, testDatabase } from '../setup/database.js';
import { hasPgBouncer, startPgBouncer, type Pooler } from './pgbouncer.js';

const isPostgres = inject('databases').kind === 'postgres';
if (isPostgres && !hasPgBouncer) process.stdout.write('PgBouncer is not installed: its tests are left out.\n');

const environment = (pooler: Pooler, direct: string) => ({
  DATABASE_URL: pooler.url,
  DATABASE_DIRECT_URL: direct,
  JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
  EMBEDDER: 'none',
  LOG_LEVEL: 'silent',
  API_PORT: '0',
  DASHBOARD_PORT: '0',
  SHARED_RATE_LIMITS: 'true',
  CALLS_PER_MINUTE: '60',
  MAX_QUEUE_WAIT_MS: '0',
  MAX_EVENT_LOOP_DELAY_MS: '0',
});

describe.runIf(isPostgres && hasPgBouncer)('behind PgBouncer in transaction mode', { timeout: 180_000 }, () => {
  let pooler: Pooler;
  let apps: App[] = [];
  beforeAll(async () => {
    await emptyDatabase(await testDatabase());
    pooler = await startPgBouncer(testConnectionString());
    // The first start stores the settings. Connections that the pooler had open keep theirs, as docs/postgres-and-scaling.md says.
    const first = await createApp(loadConfig(environment(pooler, testConnectionString())));
    await first.close();
    await pooler.close();
    pooler = await startPgBouncer(testConnectionString());
  });
  afterAll(async () => {
    await pooler.close();
  });

  it('two gateways start, have every setting, get each frame of the other, and count requests over both', async () => {
    const config = loadConfig(environment(pooler, testConnectionString()));
    apps = [await createApp(config), await createApp(config)];
    try {
      const [first, second] = apps as [App, App];
      expect(await listMissingSettings(first.services.database)).toEqual([]);
      const { apiKey } = await bootstrap(first.services);
      const frames = new Set<string>();
      second.services.bus.subscribe('memoryChanged', ({ memoryIds }) => memoryIds.forEach((id) => frames.add(id)));
      const added: string[] = [];
      for (let index = 0; index < 40; index += 1) {
        const answer = await first.inject({
          method: 'POST',
          url: '/v3/memories/add/',
          headers: { authorization: `Token ${apiKey}` },
          payload: { user_id: 'ada', infer: false, messages: [{ role: 'user', content: `Fact ${index}` }] },
        });
        expect(answer.statusCode).toBe(200);
        added.push(String(answer.json<{ results: { id: string }[] }>().results[0]?.id));
      }
      await expect.poll(() => added.filter((id) => frames.has(id)).length, { timeout: 20_000 }).toBe(40);
      const ping = { method: 'GET' as const, url: '/v1/ping/', headers: { authorization: `Token ${apiKey}` } };
      expect((await second.inject(ping)).headers).toMatchObject({ 'x-ratelimit-remaining': '19' });
      await second.services.bus.notifications.check();
      expect(second.services.bus.notifications.fault()).toBeNull();
    } finally {
      for (const app of apps) await app.close();
    }
  });

  it(
    'a request gets 503 when the database freezes behind the pooler, and works when it goes on',
    { timeout: 60_000 },
    async () => {
      await emptyDatabase(await testDatabase());
      const proxy = await startFreezableProxy(testConnectionString());
      const own = await startPgBouncer(proxy.url);
      const app = await createApp(loadConfig(environment(own, proxy.url)));
      try {
        const { apiKey } = await bootstrap(app.services);
        const list = () => app.inject({ url: '/v1/entities/', headers: { authorization: `Token ${apiKey}` } });
        expect((await list()).statusCode).toBe(200);
        proxy.freeze();
        const { statusCode, headers } = await list();
        expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
        proxy.thaw();
        await expect.poll(async () => (await list()).statusCode, { timeout: 30_000 }).toBe(200);
      } finally {
        proxy.thaw();
        await app.close();
        await own.close();
        proxy.close();
      }
    },
  );

  it('a direct URL that is the pooler is noticed by /ready', async () => {
    const app = await createApp(loadConfig(environment(pooler, pooler.url)));
    try {
      await app.services.bus.notifications.check();
      expect(app.services.bus.notifications.fault()).toMatch(/^Notifications .* DATABASE_DIRECT_URL/);
      const ready = await app.inject('/ready');
      expect(ready.statusCode).toBe(503);
      expect(ready.json()).toMatchObject({ checks: { notifications: 'failed' } });
    } finally {
      await app.close();
    }
  });
});

it('a pooled DATABASE_URL needs DATABASE_DIRECT_URL', () => {
  expect(() =>
    loadConfig({
      JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
      DATABASE_URL: 'postgresql://a@127.0.0.1/b?pgbouncer=true',
    }),
  ).toThrow('DATABASE_DIRECT_URL is required beside a DATABASE_URL with pgbouncer=true');
});
