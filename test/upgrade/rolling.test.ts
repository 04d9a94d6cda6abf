import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalServer, type LocalServer } from '../../scripts/lib/local-server.js';
import { Traffic } from '../high-availability/traffic.js';
import { startReceiver, type Receiver } from '../webhook/receiver.js';
import { currentBuild, makeNextBuild, type NextBuild } from './next-build.js';
import { findPostgresProgram, postgresUrl, withDatabase } from './postgres-database.js';

// UPGRADE_FROM=FOLDER, the dist of an earlier version, upgrades from that one to this one instead, and does not go back.
const earlier = process.env.UPGRADE_FROM;
const hasPostgres = process.env.TEST_POSTGRES_URL !== undefined || findPostgresProgram('postgres') !== null;
const apiKey = 'an-admin-key-of-the-test-suite';

if (!hasPostgres) process.stdout.write('Postgres is not installed: rolling upgrades are not tested.\n');

describe.skipIf(!hasPostgres)('two gateways on one Postgres, replaced in turn', { timeout: 400_000 }, () => {
  let next: NextBuild;
  let receiver: Receiver;
  const gateways: LocalServer[] = [];
  const searches = { done: 0, failed: [] as string[] };

  beforeAll(async () => {
    next = await makeNextBuild();
    receiver = await startReceiver();
  }, 180_000);
  afterAll(async () => {
    for (const gateway of gateways) await gateway.kill();
    for (const gateway of gateways) await gateway.remove();
    await receiver.close();
    await next.remove();
  });

  const targets = () => gateways.map(({ url }) => ({ url, apiKey }));

  /** Stops each gateway as an operator does, and starts the other build in its place, under traffic. */
  async function replaceAll(build: string, traffic: Traffic): Promise<void> {
    for (const gateway of gateways) {
      await gateway.stop();
      await gateway.start(build);
      await traffic.untilWritten();
    }
  }

  async function search(traffic: Traffic): Promise<void> {
    for (let attempt = 0; !traffic.isStopped; attempt += 1) {
      const { url } = gateways[attempt % gateways.length] ?? { url: '' };
      const response = await fetch(`${url}/v2/memories/search/`, {
        method: 'POST',
        headers: { authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'fact of writer', filters: { user_id: 'rosa' } }),
      }).catch(() => null);
      // No connection: the process is being replaced, and a caller tries another one.
      if (response?.ok) searches.done += 1;
      else if (response) searches.failed.push(`${response.status} ${await response.text()}`);
      await delay(100);
    }
  }

  async function createWebhook(): Promise<void> {
    const headers = { authorization: `Token ${apiKey}`, 'content-type': 'application/json' };
    const ping = await fetch(`${gateways[0]?.url}/v1/ping/`, { headers });
    const { project_id: project } = (await ping.json()) as { project_id: string };
    const created = await fetch(`${gateways[0]?.url}/api/v1/webhooks/projects/${project}/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Rolling', url: receiver.url, event_types: ['memory_add'] }),
    });
    expect(created.status).toBe(201);
  }

  async function expectEachOnce(url: string, traffic: Traffic): Promise<void> {
    const acknowledged = [...traffic.acknowledged.keys()].sort();
    const { rows } = await query<{ id: string }>(url, 'SELECT id FROM memories ORDER BY id');
    expect(rows.map(({ id }) => id)).toEqual(acknowledged);
    for (const frames of traffic.frames) {
      const missing = () => traffic.streamed().filter((id) => !frames.includes(id));
      await expect.poll(missing, { timeout: 20_000 }).toEqual([]);
      expect(frames.filter((id, index) => !id.includes('-') || frames.indexOf(id) !== index)).toEqual([]);
    }
    const ids = () => receiver.received.map(({ body }) => acknowledged.find((id) => body.includes(id)) ?? body);
    await expect.poll(() => new Set(ids()).size, { timeout: 30_000 }).toBe(acknowledged.length);
    expect(ids().sort()).toEqual(acknowledged);
    // A process that is being replaced accepts no connection. A caller tries again.
    expect([...traffic.refusals.keys()].filter((reason) => !/^(fetch failed|503 with)/.test(reason))).toEqual([]);
    expect(searches.failed.filter((answer) => !answer.startsWith('503'))).toEqual([]);
    expect(searches.done).toBeGreaterThan(10);
    process.stdout.write(
      `${acknowledged.length} adds and ${searches.done} searches; tried again: ${JSON.stringify(Object.fromEntries(traffic.refusals))}\n`,
    );
  }

  it('lose, double and refuse nothing, and go back while the contract step has not run', async () => {
    await withDatabase(await postgresUrl(), async (url) => {
      const [before, after] = earlier === undefined ? [currentBuild, next.folder] : [earlier, currentBuild];
      const secret = 'a-secret-of-the-test-suite-5d1f0c';
      const partitions = process.env.TEST_PARTITIONS ?? '0';
      const env = {
        DATABASE_URL: url,
        PARTITIONS: partitions,
        EMBEDDER: 'none',
        ADMIN_API_KEY: apiKey,
        JWT_SECRET: secret,
        LOG_LEVEL: 'warn',
      };
      for (let count = 0; count < 2; count += 1)
        gateways.push(await createLocalServer({ env: { ...env, OUTBOUND_ALLOW: 'loopback' } }));
      for (const gateway of gateways) await gateway.start(before);
      await createWebhook();
      const traffic = new Traffic(targets);
      await traffic.start(3);
      const searching = search(traffic);
      try {
        await traffic.untilWritten();
        await replaceAll(after, traffic);
        if (earlier === undefined) await replaceAll(before, traffic);
      } finally {
        await traffic.stop();
        await searching;
      }
      await expectEachOnce(url, traffic);
      traffic.close();
      if (earlier === undefined) await contract(url, env);
    });
  });

  /** After the last step, every row has its value, and the version before names the migration that it does not know. */
  async function contract(url: string, env: Record<string, string>): Promise<void> {
    expect((await query(url, 'SELECT id FROM memories WHERE letters IS DISTINCT FROM length(text)')).rows).toEqual([]);
    const applied = 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1 DESC LIMIT 1';
    expect((await query(url, applied)).rows).toEqual([{ name: next.migrations.expand }]);
    for (const gateway of gateways) await gateway.stop();
    await next.run(['migrate', '--contract'], env);
    expect((await query(url, applied)).rows).toEqual([{ name: next.migrations.contract }]);
    await expect(gateways[0]?.start(currentBuild)).rejects.toThrow(
      `The database has migration ${next.migrations.contract}, which this version does not know.`,
    );
    await gateways[0]?.start(next.folder);
  }

  async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<pg.QueryResult<Row>> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const result = await client.query<Row>(statement);
    await client.end();
    return result;
  }
});
